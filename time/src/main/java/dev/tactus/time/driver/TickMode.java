package dev.tactus.time.driver;

/// How a stretch of ticks came about.
public enum TickMode {
  /// The driver was in time.
  NORMAL,
  /// The driver is behind by one tick or more, and makes up for it with this token.
  CATCH_UP
}
