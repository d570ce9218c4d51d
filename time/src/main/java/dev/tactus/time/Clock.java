package dev.tactus.time;

/// A source of monotonic time: it never goes back, and jumps of the wall clock do not show in it.
///
/// Threads: any.
public interface Clock {
  /// Nanoseconds since an arbitrary, fixed origin; only differences mean something.
  long nanos();

  /// What kind of source this is.
  ClockKind kind();

  /// The current moment as a value.
  default MonotonicInstant now() {
    return new MonotonicInstant(nanos());
  }
}
