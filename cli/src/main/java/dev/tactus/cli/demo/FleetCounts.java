package dev.tactus.cli.demo;

import java.util.concurrent.atomic.LongAdder;

/// What the fleet did, counted where it did it and without asking the system.
final class FleetCounts {
  /// Messages that devices, collectors and the demo sent.
  final LongAdder told = new LongAdder();

  /// Messages whose handler returned.
  final LongAdder handled = new LongAdder();

  /// Messages whose handler threw.
  final LongAdder failed = new LongAdder();

  /// Timers that the scheduler took.
  final LongAdder registered = new LongAdder();

  /// Timers that it refused.
  final LongAdder refused = new LongAdder();

  /// One-shots whose message was handled: timeouts of requests.
  final LongAdder timedOut = new LongAdder();

  /// Timers that a device cancelled because the answer came: the call said that it did it.
  final LongAdder answered = new LongAdder();

  /// Timers that were active when their device crashed or ended.
  final LongAdder abandoned = new LongAdder();

  /// Messages of heartbeats that were handled.
  final LongAdder beats = new LongAdder();

  /// Due times that they stood for.
  final LongAdder dueBeats = new LongAdder();

  /// Instances of devices that came to life.
  final LongAdder instances = new LongAdder();

  /// Answers that came too late, or after a crash.
  final LongAdder lateAnswers = new LongAdder();

  /// Readings that were collected.
  final LongAdder readings = new LongAdder();

  /// Whether devices take new timers.
  private volatile boolean stopping;

  void stop() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }
}
