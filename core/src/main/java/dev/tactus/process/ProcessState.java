package dev.tactus.process;

/// What a process does at the moment.
public enum ProcessState {
  /// It waits for a worker.
  READY,
  /// A worker steps it.
  RUNNING,
  /// It waits for an answer to one of its yields.
  BLOCKED,
  /// It waits for anything.
  IDLE,
  /// It has ended.
  COMPLETE
}
