package dev.tactus.time;

import dev.tactus.error.ErrorCode;
import java.time.Duration;

/// The length of one tick.
///
/// @param nanos nanoseconds a tick lasts, at least [#MIN_NANOS] and at most [#MAX_NANOS]
public record Resolution(long nanos) {
  /// The finest tick: 10 microseconds. Below that a tick is shorter than the wake-up of a thread.
  public static final long MIN_NANOS = 10_000;

  /// The coarsest tick: one hour.
  public static final long MAX_NANOS = 3_600_000_000_000L;

  /// Half of what a nanosecond clock can count, about 146 years: sums of two stay in range.
  public static final long LONGEST_NANOS = Long.MAX_VALUE >> 1;

  /// The tick that Pekko and Netty use as well: 10 milliseconds.
  public static final Resolution DEFAULT = new Resolution(10_000_000);

  /// Checks the length.
  public Resolution {
    if (nanos < MIN_NANOS || nanos > MAX_NANOS) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_RESOLUTION.mark(
              "A tick of "
                  + nanos
                  + " ns was given; allowed are "
                  + MIN_NANOS
                  + " ns (10 microseconds) to "
                  + MAX_NANOS
                  + " ns (1 hour). Choose a resolution in that range."));
    }
  }

  /// A tick of this length.
  public static Resolution of(Duration tick) {
    long nanos;
    try {
      nanos = tick.toNanos();
    } catch (ArithmeticException overflow) {
      nanos = tick.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return new Resolution(nanos);
  }

  /// The length as a duration.
  public Duration asDuration() {
    return Duration.ofNanos(nanos);
  }

  /// The most runs a second that a periodic timer can have on this tick.
  public double maxFrequencyHertz() {
    return 1e9 / nanos;
  }

  /// The longest delay: `Integer.MAX_VALUE` ticks, and never more than [#LONGEST_NANOS].
  public Duration longestDelay() {
    Duration reach = asDuration().multipliedBy(Integer.MAX_VALUE);
    Duration clockReach = Duration.ofNanos(LONGEST_NANOS);
    return reach.compareTo(clockReach) < 0 ? reach : clockReach;
  }
}
