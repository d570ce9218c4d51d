package dev.tactus.time;

import java.util.function.LongConsumer;

/// Runs one property over many seeds, and makes a failure repeatable.
///
/// A normal build takes the seeds 0, 1, 2 and so on, so it gives the same answer every time. The
/// system property `tactus.seed` runs a single one, `tactus.effort` so many times as many.
public final class SeededCases {
  private SeededCases() {}

  /// Runs the property with the seeds below `cases`.
  ///
  /// @param test the class to name in the command that repeats a failure
  /// @return how many seeds there were
  public static int run(Class<?> test, int cases, LongConsumer property) {
    Long only = Long.getLong("tactus.seed");
    if (only != null) {
      runOne(test, only, property);
      return 1;
    }
    int count = cases * Integer.getInteger("tactus.effort", 1);
    for (long seed = 0; seed < count; seed++) {
      runOne(test, seed, property);
    }
    return count;
  }

  private static void runOne(Class<?> test, long seed, LongConsumer property) {
    try {
      property.accept(seed);
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError(
          "Seed %d failed: %s%nRun it again: mvn -pl time test -Dtest=%s -Dtactus.seed=%d"
              .formatted(seed, failure.getMessage(), test.getSimpleName(), seed),
          failure);
    }
  }
}
