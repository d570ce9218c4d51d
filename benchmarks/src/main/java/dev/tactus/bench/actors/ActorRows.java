package dev.tactus.bench.actors;

import static dev.tactus.bench.harness.Better.HIGHER;
import static dev.tactus.bench.harness.Better.LOWER;

import dev.tactus.bench.actors.contenders.ContenderKind;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.RowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The rows of the suite `actors` and what each asks for.
///
/// The yardstick is the best product. What one writes by hand is shown, and so is what the machine
/// needs for the bare step; neither can be the best peer. A target that is a bound and not a ratio
/// ("200 bytes or less") is a floor and the ratio 1, as in the suite `timers`.
final class ActorRows {
  /// The same figures as the row of all contenders, of ours and Pekko's only.
  static final String ASK_PEKKO_METRIC = "ask.pipelined.pekko";

  private static final double ASK_PEKKO_TARGET = 3;
  private static final Map<String, String> RAW = RawLimits.byMetric();

  private ActorRows() {}

  static List<RowSpec> all(Mode mode) {
    List<RowSpec> rows = new ArrayList<>();
    for (Throughput row : Throughput.values()) {
      rows.add(throughput(row, mode));
      if (row == Throughput.ASK_PIPELINED) {
        rows.add(
            higher(row.workload(), ASK_PEKKO_METRIC, "ask, 1,000 at once, beside Pekko", "M asks/s")
                .withTarget(ASK_PEKKO_TARGET)
                .withNote("peers whose ask has a timeout of its own, as ours has"));
      }
    }
    rows.add(
        lower(
                ActorsSuite.SKEWED,
                SkewedWorkload.METRIC,
                "skewed load, 256 actors: cores not used",
                "%")
            .withFloor(10)
            .withNote("100 % less the efficiency on all cores; up to 10 % counts as 10 %"));
    rows.add(
        lower(ActorsSuite.WAKE_UP, WakeUpWorkload.P50_METRIC, "wake-up when idle, p50", "µs")
            .withNote("from before tell to the handler, a message every 0.5 ms"));
    rows.add(
        lower(ActorsSuite.WAKE_UP, WakeUpWorkload.P99_METRIC, "wake-up when idle, p99", "µs")
            .withNote("from before tell to the handler, a message every 0.5 ms"));
    rows.add(
        lower(ActorsSuite.HALF_LOAD, HalfLoadWorkload.P99_METRIC, "latency at half load, p99", "µs")
            .withNote("64 actors, 50 µs of work a message, at random moments from outside"));
    rows.add(
        lower(ActorsSuite.BYTES, MemoryWorkload.BYTES_METRIC, "bytes per idle actor", "bytes")
            .withFloor(200)
            .withNote("each has handled a message; up to 200 counts as 200"));
    rows.add(
        lower(
                ActorsSuite.ALLOCATED,
                MemoryWorkload.ALLOCATED_METRIC,
                "bytes allocated per message",
                "bytes")
            .withFloor(24.5)
            .withNote(
                "of the row counting, whose messages are constants; up to 24.5 counts as that"));
    rows.addAll(idleTimeouts(mode));
    return List.copyOf(rows);
  }

  private static List<RowSpec> idleTimeouts(Mode mode) {
    String actors = mode == Mode.QUICK ? "100,000" : "1,000,000";
    return List.of(
        lower(
                ActorsSuite.IDLE_TIMEOUTS,
                IdleTimeoutsWorkload.BYTES_METRIC,
                "bytes per actor with a receive timeout",
                "bytes")
            .withNote(actors + " of them; shown without a peer"),
        lower(
                ActorsSuite.IDLE_TIMEOUTS,
                IdleTimeoutsWorkload.CPU_METRIC,
                "CPU while all of these wait",
                "% of a core")
            .withNote(actors + " of them; shown without a peer"));
  }

  private static RowSpec throughput(Throughput row, Mode mode) {
    String note =
        row == Throughput.CREATION
            ? String.format(
                Locale.ROOT, "%,d at a time, each ends after its message", row.size(mode).max())
            : "";
    return higher(row.workload(), row.metric(), row.title(), row.unitLabel())
        .withTarget(row.target())
        .withNote(note);
  }

  private static RowSpec higher(String workload, String metric, String title, String unit) {
    return RowSpec.of(workload, metric, title, unit, HIGHER, 1).withIneligible(shownOnly(metric));
  }

  private static RowSpec lower(String workload, String metric, String title, String unit) {
    return RowSpec.of(workload, metric, title, unit, LOWER, 1).withIneligible(shownOnly(metric));
  }

  private static Map<String, String> shownOnly(String metric) {
    Map<String, String> reasons = new HashMap<>();
    for (ContenderKind kind : ContenderKind.values()) {
      if (!kind.isProduct()) {
        reasons.put(kind.label(), "no product");
      }
    }
    if (RAW.containsKey(metric)) {
      reasons.put(RawLimits.NAME, RAW.get(metric));
    }
    return reasons;
  }
}
