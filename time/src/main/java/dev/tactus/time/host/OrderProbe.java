package dev.tactus.time.host;

import java.util.function.LongSupplier;

/// Finds out by reading a clock whether its readings tell in which order they were made.
///
/// Of two readings on different cores, one of which was made because of the other, the second comes
/// some 20 ns later at least: as long as it takes to tell another core anything. So a clock will do
/// that all cores read alike and whose steps are smaller than that. Some have one that steps every
/// 40 ns or more. Its readings may all differ all the same, where each takes longer than a step; so
/// it is the least difference between two durations that tells how fine it is, not the shortest
/// duration.
final class OrderProbe {
  private static final int READINGS = 1_000;

  /// The largest step.
  private static final long STEP_NANOS_MAX = 16;

  /// A clock that takes longer to read, as one that asks a hypervisor, costs more than it spares.
  private static final long READING_NANOS_MAX = 250;

  private OrderProbe() {}

  /// Whether this is a system where all cores read the same clock, and it is fine enough.
  static boolean suits(String system, LongSupplier clock) {
    return "Linux".equals(system) && isFine(clock); // of other systems we do not know it
  }

  private static boolean isFine(LongSupplier clock) {
    long shortest = Long.MAX_VALUE;
    long leastStep = Long.MAX_VALUE;
    long before = clock.getAsLong();
    long lastTook = 0;
    for (int i = 0; i < READINGS; i++) {
      long now = clock.getAsLong();
      long took = now - before;
      long step = Math.abs(took - lastTook);
      if (step > 1) { // 1 is what rounding makes of any step
        leastStep = Math.min(leastStep, step);
      }
      shortest = Math.min(shortest, took);
      before = now;
      lastTook = took;
    }
    return shortest > 0 && shortest <= READING_NANOS_MAX && leastStep <= STEP_NANOS_MAX;
  }
}
