package dev.tactus.cli.demo;

import dev.tactus.scheduler.Lateness;
import dev.tactus.scheduler.SchedulerMetrics;
import java.util.List;

/// Counters of a scheduler that never was.
final class SampleMetrics {
  private SampleMetrics() {}

  /// @param active what is left of the registered ones
  static SchedulerMetrics of(
      long registered, long active, long fired, long completed, long cancelled, long dropped) {
    return new SchedulerMetrics(
        registered,
        active,
        0,
        fired,
        completed,
        cancelled,
        dropped,
        4_194_304,
        31_000,
        610_000,
        1,
        new Lateness(3_510, 40_000, 90_000, 1_200_000, List.of()));
  }
}
