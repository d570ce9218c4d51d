package dev.tactus.time;

/// A source of monotonic time: it never goes back, and jumps of the wall clock do not show in it.
///
/// Threads: any.
public interface Clock {
  /// Nanoseconds since an arbitrary, fixed origin; only differences mean something.
  long nanos();

  /// What kind of source this is.
  ClockKind kind();

  /// Whether readings tell in which order they were made: of two that are made one after the other,
  /// on whatever threads, the second is the greater one. That they are never less is not enough.
  default boolean tellsOrder() {
    return false;
  }

  /// The current moment as a value.
  default MonotonicInstant now() {
    return new MonotonicInstant(nanos());
  }
}
