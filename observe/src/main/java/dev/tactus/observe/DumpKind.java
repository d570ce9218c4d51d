package dev.tactus.observe;

/// What can be dumped.
public enum DumpKind {
  /// The scheduler with its wheel and periodic timers.
  SCHEDULER,
  /// Dispatchers with their workers and all actors on them.
  DISPATCHERS,
  /// Processes.
  PROCESSES
}
