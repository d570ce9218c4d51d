package dev.tactus.cli.demo;

import java.util.concurrent.atomic.LongAdder;

/// What the load did, counted where it did it and without asking the scheduler.
final class LoadCounts {
  /// Timers that the scheduler took.
  final LongAdder registered = new LongAdder();

  /// Timers that it refused for want of room.
  final LongAdder refused = new LongAdder();

  /// One-shots that ran, timeouts included.
  final LongAdder completed = new LongAdder();

  /// Timeouts that ran.
  final LongAdder timedOut = new LongAdder();

  /// Runs of periodic timers.
  final LongAdder beats = new LongAdder();

  /// Timers that the load cancelled: the call said that it was this one that did it.
  final LongAdder answered = new LongAdder();
}
