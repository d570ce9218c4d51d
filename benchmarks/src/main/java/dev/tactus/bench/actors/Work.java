package dev.tactus.bench.actors;

import dev.tactus.bench.harness.HostTime;

/// Work that keeps a core busy: steps of a multiplication each of which needs the one before.
final class Work {
  private static final long FACTOR = 6_364_136_223_846_793_005L;
  private static final long SUMMAND = 1_442_695_040_888_963_407L;

  /// Less than a microsecond of work, after which the clock is read.
  private static final int PART_STEPS = 500;

  /// A part that took longer was interrupted: the core was somebody else's meanwhile.
  private static final long LONGEST_PART_NANOS = 3_000;

  private Work() {}

  /// Does the steps; the outcome depends on each of them.
  static long steps(long from, int steps) {
    long value = from;
    for (int i = 0; i < steps; i++) {
      value = value * FACTOR + SUMMAND;
    }
    return value;
  }

  /// Keeps a core busy for that long, however fast it is at the moment. What it gives to others
  /// meanwhile does not count.
  static long keepBusy(long from, long nanos) {
    long value = from;
    long before = HostTime.nanos();
    for (long busy = 0; busy < nanos; ) {
      value = steps(value, PART_STEPS);
      long now = HostTime.nanos();
      busy += Math.min(now - before, LONGEST_PART_NANOS);
      before = now;
    }
    return value;
  }
}
