package dev.tactus.bench.timers;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.Effort;
import dev.tactus.bench.harness.Group;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Sharing;
import dev.tactus.bench.harness.Station;
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
///
/// What takes a known time comes first, what varies most comes last: what time a quick run has left
/// is known there, and goes into further samples.
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

  /// A quick run has better use for its time than more of what hardly varies.
  private static final int SAMPLES_OF_MEMORY = 3;

  private static final int SAMPLES = 5;

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
        new Group(
            "idle",
            IdleWorkload.PENDING.stream()
                .map(pending -> Station.of(IDLE, IdleWorkload.METRIC_PREFIX + pending, 0, 5_000))
                .toList(),
            threadSafe,
            1_024,
            Sharing.AT_ONCE,
            quick(1),
            full(1)),
        new Group(
            "spread",
            List.of(Station.of(ONE_SHOTS, ONE_SHOTS, 0, 12_000)),
            threadSafe,
            1_024,
            Sharing.AT_ONCE,
            quick(1),
            full(1)),
        new Group(
            "memory",
            List.of(
                Station.of(BYTES, BYTES, 450, 700),
                Station.of(CANCEL, CANCEL, 0, 0)), // measured together with the bytes
            all,
            2_048,
            Sharing.STEP_BY_STEP,
            quick(SAMPLES_OF_MEMORY),
            full(SAMPLES)),
        new Group(
            "pairs",
            PairsWorkload.stations(),
            all,
            8_192,
            Sharing.STEP_BY_STEP,
            quick(SAMPLES),
            full(SAMPLES)),
        new Group(
            "firing",
            List.of(
                Station.of(LATENESS, TimerRows.LATENESS_10_MS, 250, 600),
                Station.of(LATENESS, TimerRows.LATENESS_1_MS, 250, 600),
                Station.of(LATENESS, TimerRows.LATENESS_FINE, 80, 200), // of two contenders only
                Station.of(BURST, BURST, 1_800, 900),
                Station.of(PERIODIC, PERIODIC, 700, 2_050)),
            threadSafe,
            3_072,
            Sharing.STEP_BY_STEP,
            quick(SAMPLES),
            full(SAMPLES)));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    return TimerRows.all(mode);
  }

  @Override
  public void run(Turn turn, Baton baton, Results results) throws Exception {
    ContenderKind kind = ContenderKind.named(turn.contender());
    Mode mode = turn.mode();
    for (String workload : turn.workloads()) {
      switch (workload) {
        case PAIRS -> PairsWorkload.run(kind, mode, baton, results);
        case LATENESS -> lateness(kind, turn, baton, results);
        case BURST -> BurstWorkload.run(kind, baton, results);
        case PERIODIC -> PeriodicWorkload.run(kind, mode, baton, results);
        case BYTES -> MemoryWorkload.run(kind, workload, baton, results);
        case CANCEL -> {
          if (!turn.includes(BYTES)) { // which measures both
            MemoryWorkload.run(kind, workload, baton, results);
          }
        }
        case IDLE -> IdleWorkload.run(kind, mode, baton, results);
        case ONE_SHOTS -> {
          if (OneShotsWorkload.isFor(kind, mode)) {
            baton.station(ONE_SHOTS, () -> OneShotsWorkload.run(kind, turn.round(), mode, results));
          }
        }
        default ->
            throw new IllegalArgumentException(
                "workload '" + workload + "' given, which the suite timers does not have");
      }
    }
  }

  private static void lateness(ContenderKind kind, Turn turn, Baton baton, Results results)
      throws Exception {
    LatenessWorkload.run(kind, TICK_NANOS, TimerRows.LATENESS_10_MS, turn, baton, results);
    LatenessWorkload.run(kind, SHORT_TICK_NANOS, TimerRows.LATENESS_1_MS, turn, baton, results);
    if (kind == ContenderKind.TACTUS || kind == ContenderKind.STPE) {
      LatenessWorkload.run(kind, FINE_TICK_NANOS, TimerRows.LATENESS_FINE, turn, baton, results);
    }
  }

  private static List<String> labels(boolean onlyThreadSafe) {
    return Arrays.stream(ContenderKind.values())
        .filter(kind -> !onlyThreadSafe || kind.threadSafe())
        .map(ContenderKind::label)
        .toList();
  }

  private static Effort quick(int samples) {
    return new Effort(1, 4, samples, ofSeconds(40));
  }

  private static Effort full(int samples) {
    return new Effort(ROUNDS_FULL, ROUNDS_FULL, samples, ofMinutes(2));
  }
}
