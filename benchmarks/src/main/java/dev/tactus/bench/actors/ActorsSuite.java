package dev.tactus.bench.actors;

import static java.time.Duration.ofSeconds;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.ContenderKind;
import dev.tactus.bench.harness.Effort;
import dev.tactus.bench.harness.Group;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Turn;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Actors of this project against those that a user might pick instead.
///
/// The groups, each in a JVM of its own: `messages` is all that is done with actors that are there,
/// one after another in a runtime that has grown warm, as in a program that has many kinds of them;
/// `birth` starts and ends them by the hundred thousand and needs a heap for it; `memory` counts
/// bytes and not time, so in quick mode all contenders go at once; `idle-timeouts` is ours alone.
public final class ActorsSuite implements Suite {
  static final String SKEWED = "skewed";
  static final String WAKE_UP = "wake-up";
  static final String HALF_LOAD = "half-load";
  static final String BYTES = "bytes";
  static final String ALLOCATED = "allocated";
  static final String IDLE_TIMEOUTS = "idle-timeouts";

  private static final int ROUNDS_FULL = 3;
  private static final int ROUNDS_QUICK_MAX = 3;

  @Override
  public String name() {
    return "actors";
  }

  /// Twice as many contenders as the timers have, and more rows.
  @Override
  public Duration quickBudget() {
    return ofSeconds(305);
  }

  @Override
  public Map<String, String> contenders() {
    Map<String, String> versions = new LinkedHashMap<>();
    for (ContenderKind kind : ContenderKind.values()) {
      versions.put(kind.label(), kind.version());
    }
    versions.put(RawLimits.NAME, "the machine and its JDK " + Runtime.version().feature());
    return versions;
  }

  @Override
  public List<Group> groups() {
    return List.of(
        new Group(
            "messages",
            Stream.concat(
                    Arrays.stream(Throughput.values())
                        .filter(row -> !row.spawnsWithin())
                        .map(Throughput::workload)
                        .distinct(),
                    Stream.of(SKEWED, WAKE_UP, HALF_LOAD))
                .toList(),
            labels(true, true),
            2_048,
            false,
            quick(20, 120),
            full(77, 400)),
        new Group(
            "birth",
            Arrays.stream(Throughput.values())
                .filter(Throughput::spawnsWithin)
                .map(Throughput::workload)
                .toList(),
            labels(false, false),
            4_096,
            false,
            quick(6, 60),
            full(20, 240)),
        new Group(
            "memory",
            List.of(BYTES, ALLOCATED),
            labels(true, false),
            1_024,
            true,
            quick(20, 120),
            full(10, 180)),
        new Group(
            IDLE_TIMEOUTS,
            List.of(IDLE_TIMEOUTS),
            List.of(OURS),
            3_072,
            false,
            quick(8, 60),
            full(40, 240)));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    return ActorRows.all(mode);
  }

  @Override
  public void run(Turn turn, Results results) throws Exception {
    if (turn.contender().equals(RawLimits.NAME)) {
      runRaw(turn, results);
      return;
    }
    ContenderKind kind = ContenderKind.named(turn.contender());
    try (ActorContender<?> contender = kind.start()) {
      for (String workload : turn.workloads()) {
        System.gc(); // what the workload before this one left behind
        run(workload, kind, contender, turn, results);
      }
    }
  }

  private static void run(
      String workload, ContenderKind kind, ActorContender<?> contender, Turn turn, Results results)
      throws Exception {
    Mode mode = turn.mode();
    switch (workload) {
      case SKEWED -> SkewedWorkload.measure(contender, mode, results);
      case WAKE_UP -> {
        warmUp(contender, mode);
        WakeUpWorkload.measure(contender, mode, results);
      }
      case HALF_LOAD -> {
        warmUp(contender, mode);
        HalfLoadWorkload.measure(contender, turn.round(), mode, results);
      }
      case BYTES -> MemoryWorkload.measureIdle(contender, kind.spawnsWithin(), mode, results);
      case ALLOCATED -> MemoryWorkload.measureAllocated(contender, mode, results);
      case IDLE_TIMEOUTS -> IdleTimeoutsWorkload.measure(mode, results);
      default -> {
        for (Throughput row : Throughput.of(workload)) {
          throughput(row, kind, contender, mode, results);
        }
      }
    }
  }

  /// Latencies are of few messages, which would all be handled by code that is not yet compiled.
  private static void warmUp(ActorContender<?> contender, Mode mode) throws Exception {
    Throughput row = Throughput.TELL_1;
    try (Workload workload = row.on(contender)) {
      Stretch.of(mode).warmUp(workload, row.size(mode));
    }
  }

  private static void throughput(
      Throughput row, ContenderKind kind, ActorContender<?> contender, Mode mode, Results results)
      throws Exception {
    double figure = row.measure(contender, mode, Stretch.of(mode));
    results.sample(row.metric(), figure);
    if (row == Throughput.ASK_PIPELINED && (kind.isPekko() || kind.label().equals(OURS))) {
      results.sample(ActorRows.ASK_PEKKO_METRIC, figure);
    }
  }

  private static void runRaw(Turn turn, Results results) throws Exception {
    Mode mode = turn.mode();
    for (Throughput row : Throughput.values()) {
      if (turn.includes(row.workload())) {
        RawLimits.perSecond(row, Stretch.of(mode))
            .ifPresent(perSecond -> results.sample(row.metric(), row.inUnit(perSecond)));
      }
    }
    if (turn.includes(WAKE_UP)) {
      RawLimits.measureUnpark(mode, results);
    }
  }

  /// Who takes part in a group: those that cannot start actors within an actor do not in one that
  /// is about that, and the machine itself only where it has a limit to show.
  private static List<String> labels(boolean alsoThoseThatSpawnOutside, boolean alsoRaw) {
    Stream<String> kinds =
        Arrays.stream(ContenderKind.values())
            .filter(kind -> alsoThoseThatSpawnOutside || kind.spawnsWithin())
            .map(ContenderKind::label);
    return Stream.concat(kinds, alsoRaw ? Stream.of(RawLimits.NAME) : Stream.empty()).toList();
  }

  private static Effort quick(int estimateSeconds, int timeoutSeconds) {
    return new Effort(1, ROUNDS_QUICK_MAX, ofSeconds(estimateSeconds), ofSeconds(timeoutSeconds));
  }

  private static Effort full(int estimateSeconds, int timeoutSeconds) {
    return new Effort(
        ROUNDS_FULL, ROUNDS_FULL, ofSeconds(estimateSeconds), ofSeconds(timeoutSeconds));
  }
}
