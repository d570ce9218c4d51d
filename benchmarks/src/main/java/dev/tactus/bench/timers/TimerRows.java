package dev.tactus.bench.timers;

import static dev.tactus.bench.harness.Better.HIGHER;
import static dev.tactus.bench.harness.Better.LOWER;

import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.timers.contenders.ContenderKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The rows of the suite `timers` and what each asks for.
///
/// A target that is a bound and not a ratio ("within one tick", "64 bytes or less", "not
/// measurable") is a floor and the ratio 1: what lies within the bound counts as the bound for the
/// ratio, and ours passes within it only, whatever the others do.
final class TimerRows {
  static final String LATENESS_10_MS = "lateness.10ms";
  static final String LATENESS_1_MS = "lateness.1ms";
  static final String LATENESS_FINE = "lateness.fine";

  /// A timer that just missed a tick waits for the next, and for whoever wakes up for that: the
  /// budget for drift, which is S1.3 of the requirements.
  private static final double TICK_AND_DRIFT = 1.05;

  private static final Map<String, String> ONE_THREAD_ONLY =
      Arrays.stream(ContenderKind.values())
          .filter(kind -> !kind.threadSafe())
          .collect(Collectors.toMap(ContenderKind::label, _ -> "one thread only"));
  private static final Map<String, String> NO_TICKS =
      Arrays.stream(ContenderKind.values())
          .filter(kind -> !kind.hasTicks())
          .collect(Collectors.toMap(ContenderKind::label, _ -> "no ticks"));

  private TimerRows() {}

  static List<RowSpec> all(Mode mode) {
    List<RowSpec> rows = new ArrayList<>();
    rows.addAll(pairs());
    rows.add(
        lower(TimersSuite.BURST, BurstWorkload.METRIC, "1M due at once: due to last fired", "ms")
            .withTarget(1.3)
            .withNote(
                "due half a tick before a tick; ours must fire in the order of registration"));
    rows.addAll(lateness(LATENESS_10_MS, "10 ms ticks", 10));
    rows.addAll(lateness(LATENESS_1_MS, "1 ms ticks", 1));
    rows.addAll(fine());
    rows.add(
        lower(TimersSuite.PERIODIC, PeriodicWorkload.METRIC, "10k periodic at 100 ms", "CPU µs/run")
            .withTarget(1.1)
            .withNote("CPU of the whole process; ours must lose none and fire none early"));
    for (int pending : IdleWorkload.PENDING) {
      rows.add(
          lower(
                  TimersSuite.IDLE,
                  IdleWorkload.METRIC_PREFIX + pending,
                  "idle, " + count(pending) + " far timers",
                  "% of a core")
              .withFloor(0.1)
              .withNote("the JVM's own idling included; below 0.1 % counts as 0.1 %"));
    }
    rows.add(
        lower(TimersSuite.ONE_SHOTS, OneShotsWorkload.METRIC, oneShotsTitle(mode), "CPU s")
            .withTarget(1.5)
            .withNote("CPU of the whole process, from scheduling the first to firing the last"));
    rows.addAll(memory());
    return List.copyOf(rows);
  }

  private static List<RowSpec> pairs() {
    List<RowSpec> rows = new ArrayList<>();
    for (int pending : PairsWorkload.PENDING) {
      for (int threads : PairsWorkload.THREADS) {
        boolean hardest = pending == 1_000_000 && threads == 2;
        rows.add(
            RowSpec.of(
                    TimersSuite.PAIRS,
                    PairsWorkload.metric(threads, pending),
                    pairsTitle(threads, pending),
                    "M pairs/s",
                    HIGHER,
                    hardest ? 1.8 : 2)
                .withNote(
                    "60 s ahead, whole ticks, for which ours need not read the clock each time;"
                        + " a peer that keeps what was cancelled is marked")
                .withIneligible(ONE_THREAD_ONLY));
      }
    }
    rows.add(
        RowSpec.of(
                TimersSuite.PAIRS,
                PairsWorkload.ODD_METRIC,
                "schedule + cancel, 1 thread, no whole ticks",
                "M pairs/s",
                HIGHER,
                1)
            .withNote("60.0031 s ahead, none pending: every contender reads the clock each time")
            .withIneligible(ONE_THREAD_ONLY));
    rows.add(
        lower(TimersSuite.PAIRS, PairsWorkload.HEAP_METRIC, "heap growth after the pairs", "MB")
            .withFloor(1)
            .withNote("two ticks after the last pair, none pending; below 1 MB counts as 1 MB"));
    return rows;
  }

  private static List<RowSpec> lateness(String metric, String ticks, double tickMillis) {
    String withinTick = "within one tick and 5 % of it for drift; never early";
    return List.of(
        lower(TimersSuite.LATENESS, metric + LatenessWorkload.P50, "lateness p50, " + ticks, "ms")
            .withFloor(TICK_AND_DRIFT * tickMillis)
            .withNote(withinTick)
            .withIneligible(NO_TICKS),
        lower(TimersSuite.LATENESS, metric + LatenessWorkload.P99, "lateness p99, " + ticks, "ms")
            .withFloor(TICK_AND_DRIFT * tickMillis)
            .withNote(withinTick)
            .withIneligible(NO_TICKS),
        lower(TimersSuite.LATENESS, metric + LatenessWorkload.MAX, "lateness max, " + ticks, "ms")
            .withFloor(2 * tickMillis)
            .withNote("one tick for rounding, one for the system's own delays; never early")
            .withIneligible(NO_TICKS));
  }

  private static List<RowSpec> fine() {
    String note = "ours at 0.1 ms ticks against a heap that wakes for every timer";
    return List.of(
        lower(
                TimersSuite.LATENESS,
                LATENESS_FINE + LatenessWorkload.P50,
                "lateness p50, fine",
                "ms")
            .withTarget(0.5)
            .withNote(note),
        lower(
                TimersSuite.LATENESS,
                LATENESS_FINE + LatenessWorkload.P99,
                "lateness p99, fine",
                "ms")
            .withTarget(0.5)
            .withNote(note));
  }

  private static List<RowSpec> memory() {
    return List.of(
        lower(TimersSuite.BYTES, MemoryWorkload.BYTES_METRIC, "bytes per pending timer", "bytes")
            .withFloor(64)
            .withNote("handle included, 1M pending; up to 64 counts as 64")
            .withIneligible(ONE_THREAD_ONLY),
        lower(TimersSuite.CANCEL, MemoryWorkload.CANCEL_METRIC, "cancel 1M pending", "ns each")
            .withNote("one thread, in the order of registration")
            .withIneligible(ONE_THREAD_ONLY),
        lower(
                TimersSuite.CANCEL,
                MemoryWorkload.CANCEL_PEKKO_METRIC,
                "cancel 1M pending, beside Pekko",
                "ns each")
            .withNote("the same beside the scheduler that actors have had until now"),
        lower(TimersSuite.CANCEL, MemoryWorkload.HELD_METRIC, "held after cancelling 1M", "MB")
            .withFloor(5)
            .withNote("two ticks after the last cancel; up to 5 MB, an emptied array, counts as 5")
            .withIneligible(ONE_THREAD_ONLY));
  }

  private static RowSpec lower(String workload, String metric, String title, String unit) {
    return RowSpec.of(workload, metric, title, unit, LOWER, 1);
  }

  private static String pairsTitle(int threads, int pending) {
    return "schedule + cancel, "
        + (threads == 1 ? "1 thread, " : threads + " threads, ")
        + (pending == 0 ? "none pending" : count(pending) + " pending");
  }

  private static String oneShotsTitle(Mode mode) {
    return count(OneShotsWorkload.COUNT)
        + " one-shots over "
        + OneShotsWorkload.seconds(mode)
        + " s";
  }

  private static String count(int count) {
    return count % 1_000_000 == 0 ? count / 1_000_000 + "M" : count / 1_000 + "k";
  }
}
