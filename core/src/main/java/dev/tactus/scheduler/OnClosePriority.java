package dev.tactus.scheduler;

/// When a task runs that was registered for the close of a scheduler: the more basic, the earlier.
public enum OnClosePriority {
  /// What keeps the system whole: runs first.
  SYSTEM_CRITICAL,
  /// Parts of the runtime.
  RUNTIME,
  /// Parts of the application: run last.
  USER
}
