package dev.tactus.cli.demo;

/// The time by which the demo measures, and its way to let time pass.
public interface DemoTime {
  /// A reading of a monotonic clock, in nanoseconds.
  long nanos();

  /// Lets about this much time pass.
  void pause(long nanos);
}
