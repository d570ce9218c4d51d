package dev.tactus.scheduler.log;

/// How closely two logs are compared.
public enum Comparison {
  /// Everything, in the order of the log, times to the nanosecond. For virtual time, where the same
  /// calls have the same outcome.
  EXACT,
  /// What does not depend on how fast the machine was: which timers were scheduled, fired and
  /// cancelled, on which ticks, in which order they fired, and why they were cancelled. Readings of
  /// the clock are not compared, nor is the order in which different threads came to the log.
  TICKS
}
