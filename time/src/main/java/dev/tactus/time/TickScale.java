package dev.tactus.time;

import java.math.BigInteger;
import java.time.Duration;

/// Maps monotonic time to ticks and back.
///
/// Tick `t` begins at its *boundary*, `originNanos + t · resolution`. A timer whose time lies
/// between two boundaries belongs to the later one, so that rounding makes it late by less than a
/// tick and never early.
///
/// ## Division
///
/// Every registration divides by the length of a tick. The divisor never changes, so the quotient
/// is computed by a multiplication: with `L = ceil(log2 d)` and `M = floor(2^(63+L) / d) + 1` the
/// high half of `x · M`, shifted right by `L - 1`, is exactly `x / d` for every `x` below 2^63
/// (Granlund and Montgomery, *Division by Invariant Integers using Multiplication*, 1994).
public final class TickScale {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final long originNanos;
  private final Resolution resolution;
  private final long tickNanos;
  private final long multiplier;
  private final int shift;

  /// The last tick whose boundary the clock can show.
  private final long lastTick;

  /// Creates a scale.
  ///
  /// @param originNanos the clock's reading at the boundary of tick 0
  /// @param resolution the length of a tick
  public TickScale(long originNanos, Resolution resolution) {
    this.originNanos = originNanos;
    this.resolution = resolution;
    this.tickNanos = resolution.nanos();
    int bits = Long.SIZE - Long.numberOfLeadingZeros(tickNanos - 1);
    this.multiplier =
        BigInteger.ONE
            .shiftLeft(Long.SIZE - 1 + bits)
            .divide(BigInteger.valueOf(tickNanos))
            .add(BigInteger.ONE)
            .longValue();
    this.shift = bits - 1;
    this.lastTick = Long.MAX_VALUE / tickNanos;
  }

  /// The clock's reading at the boundary of tick 0.
  public long originNanos() {
    return originNanos;
  }

  /// The length of a tick.
  public Resolution resolution() {
    return resolution;
  }

  /// The tick that has begun last at this moment.
  public long tickAt(long nanos) {
    long elapsed = nanos - originNanos;
    return elapsed >= 0 ? quotient(elapsed) : Math.floorDiv(elapsed, tickNanos);
  }

  /// The first tick whose boundary is not before this moment.
  public long tickNotBefore(long nanos) {
    long elapsed = nanos - originNanos + (tickNanos - 1);
    return elapsed >= 0 ? quotient(elapsed) : Math.floorDiv(elapsed, tickNanos);
  }

  /// The first tick whose boundary is not before the next time of something that repeats, which is
  /// a tick that never begins where [#later] came to the far end of the clock.
  public long repeatTick(long nanos) {
    return tickAt(nanos - 1) + 1; // the sum that rounds up otherwise would run over
  }

  /// The moment that lies a step after another; the far end of the clock where it cannot count so
  /// far.
  ///
  /// @param stepNanos the step, 0 or more
  public long later(long nanos, long stepNanos) {
    long sinceOrigin = nanos - originNanos;
    boolean runsOver = sinceOrigin >= 0 && sinceOrigin + stepNanos < 0;
    return runsOver ? originNanos + Long.MAX_VALUE : nanos + stepNanos;
  }

  private long quotient(long elapsed) {
    return Math.unsignedMultiplyHigh(elapsed, multiplier) >>> shift;
  }

  /// The boundary of a tick; the far end of the clock for ticks that lie beyond it.
  public long boundaryNanos(long tick) {
    return originNanos + (tick > lastTick ? Long.MAX_VALUE : tick * tickNanos);
  }

  /// The length of a delay or period in nanoseconds, checked.
  ///
  /// @param what how an error message names it
  /// @throws InvalidDelayException when it is zero or negative, or longer than
  ///   [Resolution#longestDelay()]
  public long checkedNanos(String what, Duration delay) {
    long seconds = delay.getSeconds();
    if (seconds < 0) {
      throw InvalidDelayException.notPositive(what, delay);
    }
    if (seconds > Resolution.LONGEST_NANOS / NANOS_PER_SECOND) {
      throw InvalidDelayException.tooFar(what, delay.toString(), this);
    }
    long nanos = seconds * NANOS_PER_SECOND + delay.getNano();
    if (nanos == 0) {
      throw InvalidDelayException.notPositive(what, delay);
    }
    if (isBeyondReach(nanos)) {
      throw InvalidDelayException.tooFar(what, delay.toString(), this);
    }
    return nanos;
  }

  /// How many ticks a delay lasts that is a whole number of them; 0 for any other.
  ///
  /// @param delayNanos the delay, as [#checkedNanos] gave it
  public long wholeTicks(long delayNanos) {
    long ticks = quotient(delayNanos);
    return ticks * tickNanos == delayNanos ? ticks : 0;
  }

  /// The tick on which something is due that is wanted after a delay.
  ///
  /// @param what how an error message names the delay
  /// @param delayNanos the delay, as [#checkedNanos] gave it
  /// @throws InvalidDelayException when the clock cannot count that far
  public long deadlineTick(String what, long nowNanos, long delayNanos) {
    long tick = tickNotBefore(nowNanos + delayNanos);
    // Cheap first: a delay ends after tick 0, unless the sum ran over or the clock went back.
    if (tick <= 0 && nowNanos - originNanos >= 0) {
      throw InvalidDelayException.beyondClock(what, Duration.ofNanos(delayNanos));
    }
    return tick;
  }

  private boolean isBeyondReach(long nanos) {
    // Cheap first: only a delay beyond 2^31 finest ticks can be too long.
    return nanos > Integer.MAX_VALUE * Resolution.MIN_NANOS
        && (nanos > Resolution.LONGEST_NANOS || Math.ceilDiv(nanos, tickNanos) > Integer.MAX_VALUE);
  }
}
