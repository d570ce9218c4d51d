package dev.tactus.scheduler;

/// What a timer did. Such events are made only while somebody listens.
public sealed interface TimerDiagnostic extends SchedulerEvent {
  /// The number of the timer.
  long timerId();

  /// The reading of the clock when it happened.
  long atNanos();

  /// A timer was registered.
  ///
  /// @param timerId the timer
  /// @param atNanos when it was registered
  /// @param mode how it repeats
  /// @param delayNanos after what time it is due first
  /// @param periodNanos the interval or delay of a periodic timer, 0 for others
  /// @param deadlineTick the tick on which it is due first
  /// @param priority its priority
  /// @param executor the name of its executor
  record Scheduled(
      long timerId,
      long atNanos,
      ExecutionMode mode,
      long delayNanos,
      long periodNanos,
      long deadlineTick,
      Priority priority,
      String executor)
      implements TimerDiagnostic {}

  /// A timer was due, and its task was handed to the executor.
  ///
  /// @param timerId the timer
  /// @param atNanos when it was handed over
  /// @param deadlineTick the tick on which it was due
  /// @param runs how many due times this stands for
  /// @param executor the name of its executor
  record Fired(long timerId, long atNanos, long deadlineTick, int runs, String executor)
      implements TimerDiagnostic {}

  /// A timer was cancelled.
  ///
  /// @param timerId the timer
  /// @param atNanos when it was cancelled
  /// @param reason why
  record Cancelled(long timerId, long atNanos, CancelReason reason) implements TimerDiagnostic {}
}
