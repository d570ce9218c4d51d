package dev.tactus.bench.pekko;

import static dev.tactus.bench.harness.Better.HIGHER;
import static dev.tactus.bench.harness.Better.LOWER;

import dev.tactus.bench.harness.RowSpec;
import java.util.List;

/// The rows of the suite `pekko` and what each asks for: messages never slower than 0.95 ×, timers
/// 2 ×, lateness within one tick.
final class PekkoRows {
  private static final double NEVER_SLOWER = 0.95;

  /// A tick of 10 ms and the budget for drift.
  private static final double TICK_AND_DRIFT_MILLIS = 10.5;

  private PekkoRows() {}

  static List<RowSpec> all() {
    return List.of(
        pairs(1, "schedule + cancel, 1 thread"),
        pairs(2, "schedule + cancel, 2 threads"),
        RowSpec.of(PekkoSuite.LATENESS, TimerLateness.P50, "timer lateness p50", "ms", LOWER, 1)
            .withFloor(TICK_AND_DRIFT_MILLIS)
            .withNote("10 ms ticks, on the default dispatcher; within one tick and 5 %"),
        RowSpec.of(PekkoSuite.LATENESS, TimerLateness.P99, "timer lateness p99", "ms", LOWER, 1)
            .withFloor(TICK_AND_DRIFT_MILLIS)
            .withNote("the same"),
        RowSpec.of(
                PekkoSuite.HELD,
                CancelledTimers.METRIC,
                "heap held by 1M cancelled timers",
                "MB",
                LOWER,
                2)
            .withFloor(5)
            .withNote("an hour ahead, a few ticks after the last cancel; up to 5 MB counts as 5"),
        messages(PekkoSuite.PING_PONG, PingPong.metric(1), "ping-pong, 1 pair"),
        messages(
            PekkoSuite.PING_PONG,
            PingPong.metric(PingPong.MANY),
            "ping-pong, " + PingPong.MANY + " pairs"),
        messages(PekkoSuite.RING, Ring.METRIC, "ring of " + Ring.ACTORS + " actors"),
        messages(
            PekkoSuite.FORK_JOIN,
            ForkJoin.METRIC,
            "fork-join throughput, " + ForkJoin.ACTORS + " actors"));
  }

  private static RowSpec pairs(int threads, String title) {
    return RowSpec.of(PekkoSuite.PAIRS, TimerPairs.metric(threads), title, "M pairs/s", HIGHER, 2)
        .withNote("60 s ahead, through the actor system's scheduler");
  }

  private static RowSpec messages(String workload, String metric, String title) {
    return RowSpec.of(workload, metric, title, "M messages/s", HIGHER, NEVER_SLOWER);
  }
}
