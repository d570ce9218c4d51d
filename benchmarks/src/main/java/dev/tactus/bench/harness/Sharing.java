package dev.tactus.bench.harness;

/// How the contenders of a group share the machine. Each has a JVM of its own in any case.
public enum Sharing {
  /// All are there and pass a baton: one works while the others wait, and the next one does the
  /// same step. What the machine does meanwhile hits all alike.
  STEP_BY_STEP,
  /// All work at the same time; fit only for workloads that leave the machine mostly idle.
  AT_ONCE,
  /// One does all of its turn before the next one is started: where there is no memory for all.
  ONE_BY_ONE
}
