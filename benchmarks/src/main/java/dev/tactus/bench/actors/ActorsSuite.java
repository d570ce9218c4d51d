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
import java.util.Optional;
import java.util.stream.Stream;

/// Actors of this project against those that a user might pick instead.
///
/// The groups, each in a JVM of its own: `pass` and `crowd` send messages between actors that are
/// there, few and many; `birth` starts and ends them by the hundred thousand and needs a heap for
/// it; `outside` comes from threads that are no actors; `latency` leaves the machine half idle and
/// needs it for itself; `memory` counts bytes and not time, so in quick mode all contenders go at
/// once.
public final class ActorsSuite implements Suite {
  static final String SKEWED = "skewed";
  static final String WAKE_UP = "wake-up";
  static final String HALF_LOAD = "half-load";
  static final String BYTES = "bytes";
  static final String ALLOCATED = "allocated";

  private static final int ROUNDS_FULL = 3;
  private static final int ROUNDS_QUICK_MAX = 3;

  @Override
  public String name() {
    return "actors";
  }

  /// Twice as many contenders as the timers have, and more rows.
  @Override
  public Duration quickBudget() {
    return ofSeconds(290);
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
            "pass",
            workloads(Throughput.PING_PONG_1, Throughput.RING, Throughput.COUNTING),
            labels(true, true),
            2_048,
            false,
            quick(5, 60),
            full(20, 240)),
        new Group(
            "crowd",
            Stream.concat(
                    workloads(Throughput.FORK_JOIN, Throughput.BIG, Throughput.CHAMENEOS).stream(),
                    Stream.of(SKEWED))
                .toList(),
            labels(true, false),
            2_048,
            false,
            quick(5, 60),
            full(20, 240)),
        new Group(
            "birth",
            workloads(Throughput.CREATION, Throughput.FIB),
            labels(false, false),
            4_096,
            false,
            quick(4, 60),
            full(15, 240)),
        new Group(
            "outside",
            workloads(Throughput.ASK_ONE, Throughput.TELL_1),
            labels(true, true),
            2_048,
            false,
            quick(6, 60),
            full(22, 240)),
        new Group(
            "latency",
            List.of(WAKE_UP, HALF_LOAD),
            labels(true, true),
            1_024,
            false,
            quick(4, 40),
            full(12, 120)),
        new Group(
            "memory",
            List.of(BYTES, ALLOCATED),
            labels(true, false),
            1_024,
            true,
            quick(12, 90),
            full(10, 180)));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    return ActorRows.all(mode);
  }

  @Override
  public void run(Turn turn, Results results) throws Exception {
    Optional<ContenderKind> kind =
        turn.contender().equals(RawLimits.NAME)
            ? Optional.empty()
            : Optional.of(ContenderKind.named(turn.contender()));
    boolean first = true;
    for (String workload : turn.workloads()) {
      List<Throughput> rows =
          Arrays.stream(Throughput.values())
              .filter(row -> row.workload().equals(workload))
              .toList();
      for (Throughput row : rows) {
        throughput(row, kind, Stretch.of(turn.mode(), first), turn.mode(), results);
        first = false;
      }
      if (rows.isEmpty()) {
        other(workload, kind, turn, results);
      }
    }
  }

  private static void throughput(
      Throughput row, Optional<ContenderKind> kind, Stretch stretch, Mode mode, Results results)
      throws Exception {
    if (kind.isEmpty()) {
      Optional<Workload> raw = RawLimits.of(row);
      if (raw.isPresent()) {
        results.sample(row.metric(), row.inUnit(stretch.perSecond(raw.get(), row.size(mode))));
      }
      return;
    }
    System.gc(); // what the workload before this one left behind
    double perSecond;
    try (ActorContender<?> contender = kind.get().start();
        Workload workload = row.on(contender)) {
      perSecond = stretch.perSecond(workload, row.size(mode));
    }
    results.sample(row.metric(), row.inUnit(perSecond));
    boolean besidePekko = kind.get().isPekko() || kind.get().label().equals(OURS);
    if (row == Throughput.ASK_PIPELINED && besidePekko) {
      results.sample(ActorRows.ASK_PEKKO_METRIC, row.inUnit(perSecond));
    }
  }

  private static void other(
      String workload, Optional<ContenderKind> kind, Turn turn, Results results) throws Exception {
    Mode mode = turn.mode();
    if (kind.isEmpty()) {
      if (workload.equals(WAKE_UP)) {
        RawLimits.measureUnpark(mode, results);
      }
      return;
    }
    System.gc();
    try (ActorContender<?> contender = kind.get().start()) {
      switch (workload) {
        case SKEWED -> SkewedWorkload.measure(contender, mode, results);
        case WAKE_UP -> WakeUpWorkload.measure(contender, mode, results);
        case HALF_LOAD -> HalfLoadWorkload.measure(contender, turn.round(), mode, results);
        case BYTES ->
            MemoryWorkload.measureIdle(contender, kind.get().spawnsWithin(), mode, results);
        case ALLOCATED -> MemoryWorkload.measureAllocated(contender, mode, results);
        default ->
            throw new IllegalArgumentException(
                "workload '" + workload + "' given, which the suite actors does not have");
      }
    }
  }

  private static List<String> workloads(Throughput... rows) {
    return Arrays.stream(rows).map(Throughput::workload).toList();
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
