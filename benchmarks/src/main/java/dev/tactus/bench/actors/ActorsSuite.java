package dev.tactus.bench.actors;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.ContenderKind;
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
import dev.tactus.bench.harness.YoungGeneration;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Actors of this project against those that a user might pick instead.
///
/// The groups, each in a JVM of its own: `messages` is all that is done with actors that are there,
/// row by row in a runtime that has grown warm, as in a program that has many kinds of them;
/// `birth` starts and ends them by the hundred thousand and needs a heap for it; `memory` counts
/// bytes and not time, so in quick mode all contenders go at once; `idle-timeouts` is ours alone.
/// The messages come last: what time a quick run has left is known there, and goes into further
/// samples.
public final class ActorsSuite implements Suite {
  static final String SKEWED = "skewed";
  static final String WAKE_UP = "wake-up";
  static final String HALF_LOAD = "half-load";
  static final String BYTES = "bytes";
  static final String ALLOCATED = "allocated";
  static final String IDLE_TIMEOUTS = "idle-timeouts";

  private static final String MESSAGES = "messages";
  private static final String BIRTH = "birth";
  private static final Set<String> TIMED_GROUPS = Set.of(MESSAGES, BIRTH);
  private static final int ROUNDS_FULL = 3;
  private static final int ROUNDS_QUICK_MAX = 3;
  private static final int SAMPLES = 5;

  /// A step takes seconds. One that hangs, as that of a peer has, must not take the time of all.
  private static final Duration STEP_QUICK = ofSeconds(30);

  @Override
  public String name() {
    return "actors";
  }

  /// Twice as many contenders as the timers have, and more rows.
  @Override
  public Duration quickBudget() {
    return ofSeconds(405);
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
            "memory",
            List.of(
                Station.of(BYTES, BYTES, 0, 12_000), Station.of(ALLOCATED, ALLOCATED, 0, 8_000)),
            labels(true, false),
            1_024,
            Sharing.AT_ONCE,
            quick(1),
            full(1)),
        new Group(
            IDLE_TIMEOUTS,
            List.of(Station.of(IDLE_TIMEOUTS, IDLE_TIMEOUTS, 0, 7_000)),
            List.of(OURS),
            3_072,
            Sharing.STEP_BY_STEP,
            quick(1),
            full(1)),
        new Group(
            BIRTH,
            timed(Throughput::spawnsWithin).toList(),
            labels(false, false),
            4_096,
            Sharing.STEP_BY_STEP,
            quick(SAMPLES),
            full(SAMPLES)),
        new Group(
            MESSAGES,
            Stream.concat(
                    timed(row -> !row.spawnsWithin()),
                    Stream.of(
                        Station.of(SKEWED, SKEWED, 1_200, 450),
                        Station.of(WAKE_UP, WAKE_UP, 900, 330),
                        Station.of(HALF_LOAD, HALF_LOAD, 1_800, 360)))
                .toList(),
            labels(true, true),
            2_048,
            Sharing.STEP_BY_STEP,
            quick(SAMPLES),
            full(SAMPLES)));
  }

  private static Stream<Station> timed(Predicate<Throughput> which) {
    int millis = Stretch.of(Mode.QUICK).measureMillis();
    return Arrays.stream(Throughput.values()).filter(which).map(row -> row.station(millis));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    return ActorRows.all(mode);
  }

  @Override
  public void run(Turn turn, Baton baton, Results results) throws Exception {
    if (TIMED_GROUPS.contains(turn.group())) {
      YoungGeneration.touch(); // while all children start
    }
    if (turn.contender().equals(RawLimits.NAME)) {
      runRaw(turn, baton, results);
      return;
    }
    ContenderKind kind = ContenderKind.named(turn.contender());
    try (ActorContender<?> contender = kind.start()) {
      for (String workload : turn.workloads()) {
        run(workload, kind, contender, turn, baton, results);
      }
    }
  }

  private static void run(
      String workload,
      ContenderKind kind,
      ActorContender<?> contender,
      Turn turn,
      Baton baton,
      Results results)
      throws Exception {
    Mode mode = turn.mode();
    switch (workload) {
      case SKEWED -> skewed(contender, mode, baton, results);
      case WAKE_UP -> wakeUp(contender, turn, baton, results);
      case HALF_LOAD -> halfLoad(contender, turn, baton, results);
      case BYTES ->
          baton.station(
              workload,
              () -> MemoryWorkload.measureIdle(contender, kind.spawnsWithin(), mode, results));
      case ALLOCATED ->
          baton.station(workload, () -> MemoryWorkload.measureAllocated(contender, mode, results));
      case IDLE_TIMEOUTS ->
          baton.station(workload, () -> IdleTimeoutsWorkload.measure(mode, results));
      default -> {
        for (Throughput row : Throughput.of(workload)) {
          throughput(row, kind, contender, mode, baton, results);
        }
      }
    }
  }

  private static <A> void skewed(
      ActorContender<A> contender, Mode mode, Baton baton, Results results) throws Exception {
    baton.station(
        SKEWED,
        () -> {
          System.gc(); // what the workload before this one left behind
          return SkewedWorkload.of(contender, mode);
        },
        (workload, _) -> workload.measure(results));
  }

  private static <A> void wakeUp(
      ActorContender<A> contender, Turn turn, Baton baton, Results results) throws Exception {
    baton.station(
        WAKE_UP,
        () -> {
          warmUp(contender, turn);
          WakeUpWorkload<A> workload = new WakeUpWorkload<>(contender);
          workload.warmUp();
          return workload;
        },
        (workload, _) -> workload.measure(turn.mode(), results));
  }

  private static <A> void halfLoad(
      ActorContender<A> contender, Turn turn, Baton baton, Results results) throws Exception {
    baton.station(
        HALF_LOAD,
        () -> {
          warmUp(contender, turn);
          HalfLoadWorkload<A> workload = new HalfLoadWorkload<>(contender);
          workload.warmUp(turn.mode());
          return workload;
        },
        (workload, number) -> workload.measure(turn.seed(number), turn.mode(), results));
  }

  /// Latencies are of few messages, which would all be handled by code that is not yet compiled,
  /// unless it was before.
  private static void warmUp(ActorContender<?> contender, Turn turn) throws Exception {
    System.gc(); // what the workload before this one left behind
    Throughput row = Throughput.TELL_1;
    if (!turn.includes(row.workload())) {
      try (TimedRow timed = row.on(contender, turn.mode(), Stretch.of(turn.mode()))) {
        TimedRow _ = timed.prepare();
      }
    }
  }

  private static void throughput(
      Throughput row,
      ContenderKind kind,
      ActorContender<?> contender,
      Mode mode,
      Baton baton,
      Results results)
      throws Exception {
    boolean isBesidePekko =
        row == Throughput.ASK_PIPELINED && (kind.isPekko() || kind.label().equals(OURS));
    try (TimedRow timed = row.on(contender, mode, Stretch.of(mode))) {
      baton.station(
          row.metric(),
          timed::prepare,
          (ready, _) -> {
            double figure = ready.figure();
            results.sample(row.metric(), figure);
            if (isBesidePekko) {
              results.sample(ActorRows.ASK_PEKKO_METRIC, figure);
            }
          });
    }
  }

  private static void runRaw(Turn turn, Baton baton, Results results) throws Exception {
    Mode mode = turn.mode();
    for (Throughput row : Throughput.values()) {
      Optional<TimedRow> limit =
          turn.includes(row.workload()) ? RawLimits.timed(row, mode) : Optional.empty();
      if (limit.isPresent()) {
        TimedRow timed = limit.get();
        baton.station(
            row.metric(),
            timed::prepare,
            (ready, _) -> results.sample(row.metric(), ready.figure()));
      }
    }
    if (turn.includes(WAKE_UP)) {
      baton.station(WAKE_UP, () -> RawLimits.measureUnpark(mode, results));
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

  private static Effort quick(int samples) {
    return new Effort(1, ROUNDS_QUICK_MAX, samples, STEP_QUICK);
  }

  private static Effort full(int samples) {
    return new Effort(ROUNDS_FULL, ROUNDS_FULL, samples, ofMinutes(3));
  }
}
