package dev.tactus.scheduler;

/// The states of a timer. `COMPLETED` and `CANCELLED` are final.
public enum TimerState {
  /// Registered; the thread that ticks has not seen it yet.
  PENDING,
  /// Waiting for its time, or for its executor.
  SCHEDULED,
  /// Its task runs. A periodic timer goes back to `SCHEDULED` afterwards.
  EXECUTING,
  /// It ran and will not run again.
  COMPLETED,
  /// It will not run again because it was cancelled.
  CANCELLED
}
