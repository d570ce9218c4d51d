package dev.tactus.scheduler;

/// The handle of a task that runs when the scheduler is closed.
///
/// Threads: any.
public interface OnCloseHandle {
  /// Takes the task back.
  ///
  /// @return true for the one call that did so before the task ran
  boolean cancel();
}
