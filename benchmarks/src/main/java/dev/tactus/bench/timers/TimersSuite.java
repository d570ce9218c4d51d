package dev.tactus.bench.timers;

import static java.time.Duration.ofSeconds;

import dev.tactus.bench.harness.Effort;
import dev.tactus.bench.harness.Group;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Turn;
import dev.tactus.bench.timers.contenders.ContenderKind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Timers of this project against those that a user might pick instead.
///
/// The groups: `pairs` allocates by the gigabyte and so has a JVM to itself; `memory` needs a heap
/// in which nothing else lives; `firing` is what depends on when timers fire and needs the machine
/// for itself; `idle` and `spread` leave the machine mostly idle, measure CPU of the process and
/// not time, and therefore run side by side in quick mode.
public final class TimersSuite implements Suite {
  /// The tick of all contenders that have one, where a row does not say otherwise.
  static final long TICK_NANOS = 10_000_000;

  static final long SHORT_TICK_NANOS = 1_000_000;
  static final long FINE_TICK_NANOS = 100_000;

  static final String PAIRS = "pairs";
  static final String BYTES = "bytes";
  static final String CANCEL = "cancel";
  static final String BURST = "burst";
  static final String LATENESS = "lateness";
  static final String PERIODIC = "periodic";
  static final String IDLE = "idle";
  static final String ONE_SHOTS = "one-shots";

  private static final int ROUNDS_FULL = 5;

  @Override
  public String name() {
    return "timers";
  }

  @Override
  public Map<String, String> contenders() {
    Map<String, String> versions = new LinkedHashMap<>();
    for (ContenderKind kind : ContenderKind.values()) {
      versions.put(kind.label(), kind.version());
    }
    return versions;
  }

  @Override
  public List<Group> groups() {
    List<String> all = labels(false);
    List<String> threadSafe = labels(true);
    return List.of(
        new Group("pairs", List.of(PAIRS), all, 8_192, false, quick(9, 60), full(15, 120)),
        new Group(
            "firing",
            List.of(LATENESS, BURST, PERIODIC),
            threadSafe,
            3_072,
            false,
            quick(10, 25),
            full(40, 180)),
        new Group("memory", List.of(BYTES, CANCEL), all, 2_048, false, quick(3, 15), full(8, 60)),
        new Group("idle", List.of(IDLE), threadSafe, 1_024, true, quick(10, 25), full(26, 90)),
        new Group(
            "spread", List.of(ONE_SHOTS), threadSafe, 1_024, true, quick(11, 30), full(54, 150)));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    return TimerRows.all(mode);
  }

  @Override
  public void run(Turn turn, Results results) throws Exception {
    ContenderKind kind = ContenderKind.named(turn.contender());
    Mode mode = turn.mode();
    for (String workload : turn.workloads()) {
      switch (workload) {
        case PAIRS -> PairsWorkload.run(kind, mode, results);
        case LATENESS -> lateness(kind, turn, results);
        case BURST -> BurstWorkload.run(kind, mode, results);
        case PERIODIC -> PeriodicWorkload.run(kind, mode, results);
        case BYTES -> MemoryWorkload.run(kind, mode, results);
        case CANCEL -> {
          if (!turn.includes(BYTES)) { // which measures both
            MemoryWorkload.run(kind, mode, results);
          }
        }
        case IDLE -> IdleWorkload.run(kind, mode, results);
        case ONE_SHOTS -> OneShotsWorkload.run(kind, turn.round(), mode, results);
        default ->
            throw new IllegalArgumentException(
                "workload '" + workload + "' given, which the suite timers does not have");
      }
    }
  }

  private static void lateness(ContenderKind kind, Turn turn, Results results)
      throws InterruptedException {
    Mode mode = turn.mode();
    int seed = turn.round();
    LatenessWorkload.run(kind, TICK_NANOS, TimerRows.LATENESS_10_MS, seed, mode, results);
    LatenessWorkload.run(kind, SHORT_TICK_NANOS, TimerRows.LATENESS_1_MS, seed, mode, results);
    if (kind == ContenderKind.TACTUS || kind == ContenderKind.STPE) {
      LatenessWorkload.run(kind, FINE_TICK_NANOS, TimerRows.LATENESS_FINE, seed, mode, results);
    }
  }

  private static List<String> labels(boolean onlyThreadSafe) {
    return Arrays.stream(ContenderKind.values())
        .filter(kind -> !onlyThreadSafe || kind.threadSafe())
        .map(ContenderKind::label)
        .toList();
  }

  private static Effort quick(int estimateSeconds, int timeoutSeconds) {
    return new Effort(1, 4, ofSeconds(estimateSeconds), ofSeconds(timeoutSeconds));
  }

  private static Effort full(int estimateSeconds, int timeoutSeconds) {
    return new Effort(
        ROUNDS_FULL, ROUNDS_FULL, ofSeconds(estimateSeconds), ofSeconds(timeoutSeconds));
  }
}
