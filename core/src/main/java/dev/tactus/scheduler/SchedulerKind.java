package dev.tactus.scheduler;

/// Which scheduler a system has.
public enum SchedulerKind {
  /// The wheel: millions of timers, any driver, virtual time.
  WHEEL,
  /// The plain one over the JDK's own timers, to fall back on or to compare with. Real time only.
  JDK
}
