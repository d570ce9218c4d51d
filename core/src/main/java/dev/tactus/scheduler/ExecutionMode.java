package dev.tactus.scheduler;

/// How often a timer runs, and from what its next run is counted.
public enum ExecutionMode {
  /// Once.
  ONE_SHOT,
  /// At fixed times.
  FIXED_RATE,
  /// A fixed time after the end of the run before.
  FIXED_DELAY
}
