package dev.tactus.time;

import java.time.Duration;

/// Maps monotonic time to ticks and back.
///
/// Tick `t` begins at its *boundary*, `originNanos + t · resolution`. A timer whose time lies
/// between two boundaries belongs to the later one, so that rounding makes it late by less than a
/// tick and never early.
///
/// @param originNanos the clock's reading at the boundary of tick 0
/// @param resolution the length of a tick
public record TickScale(long originNanos, Resolution resolution) {
  /// The tick that has begun last at this moment.
  public long tickAt(long nanos) {
    return Math.floorDiv(nanos - originNanos, resolution.nanos());
  }

  /// The first tick whose boundary is not before this moment.
  public long tickNotBefore(long nanos) {
    return Math.ceilDiv(nanos - originNanos, resolution.nanos());
  }

  /// The boundary of a tick; the far end of the clock for ticks that lie beyond it.
  public long boundaryNanos(long tick) {
    long length = resolution.nanos();
    if (tick > Resolution.LONGEST_NANOS / length) {
      return originNanos + Resolution.LONGEST_NANOS;
    }
    return originNanos + tick * length;
  }

  /// The length of a delay or period in nanoseconds, checked.
  ///
  /// @param what how an error message names it
  /// @throws InvalidDelayException when it is zero or negative, or longer than `Integer.MAX_VALUE`
  ///   ticks
  public long checkedNanos(String what, Duration delay) {
    long seconds = delay.getSeconds();
    if (seconds < 0 || seconds >= Resolution.LONGEST_NANOS / 1_000_000_000L) {
      if (delay.isNegative()) {
        throw InvalidDelayException.notPositive(what, delay);
      }
      throw InvalidDelayException.tooFar(what, delay.toString(), this);
    }
    long nanos = seconds * 1_000_000_000L + delay.getNano();
    if (nanos <= 0) {
      throw InvalidDelayException.notPositive(what, delay);
    }
    checkReach(what, nanos, delay);
    return nanos;
  }

  private void checkReach(String what, long nanos, Duration delay) {
    // Cheap first: only a delay beyond 2^31 finest ticks can be too long.
    if (nanos > Integer.MAX_VALUE * Resolution.MIN_NANOS
        && nanos / resolution.nanos() > Integer.MAX_VALUE) {
      throw InvalidDelayException.tooFar(what, delay.toString(), this);
    }
  }
}
