package dev.tactus.time;

import java.time.Duration;

/// A moment on a monotonic clock.
///
/// Moments of different clocks must not be compared: each clock has an origin of its own.
///
/// @param nanos nanoseconds since the origin of the clock
public record MonotonicInstant(long nanos) implements Comparable<MonotonicInstant> {
  /// The moment that lies `duration` after this one.
  ///
  /// @throws ArithmeticException when the sum does not fit into a long
  public MonotonicInstant plus(Duration duration) {
    return new MonotonicInstant(Math.addExact(nanos, duration.toNanos()));
  }

  /// How long it is from this moment to `later`; negative when `later` came first.
  public Duration until(MonotonicInstant later) {
    return Duration.ofNanos(later.nanos - nanos);
  }

  /// Orders by difference, as `System.nanoTime` asks for, so that a wrap-around does no harm.
  @Override
  public int compareTo(MonotonicInstant other) {
    return Long.signum(nanos - other.nanos);
  }
}
