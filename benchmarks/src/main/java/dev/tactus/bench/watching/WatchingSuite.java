package dev.tactus.bench.watching;

import static dev.tactus.bench.harness.Better.HIGHER;
import static java.time.Duration.ofMinutes;

import dev.tactus.bench.actors.Stretch;
import dev.tactus.bench.actors.Throughput;
import dev.tactus.bench.actors.TimedRow;
import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.Effort;
import dev.tactus.bench.harness.Group;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Sharing;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Turn;
import dev.tactus.bench.harness.YoungGeneration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// One system of actors, looked at and not.
///
/// Everything measured has two rows: the system that is watched against the best of those that are
/// not, and one whose console nobody has opened against one without a console. The figures of the
/// second row are those of the first, without the watched system.
public final class WatchingSuite implements Suite {
  /// What a row may lose by being looked at, and what two runs of the same differ by anyway.
  private static final double TARGET = 0.97;

  /// Ends the metric of the rows in which nobody looks.
  private static final String UNWATCHED = ".nobody";

  /// Those in which there is something to lose: much traffic between few and between many, actors
  /// that come and go while they are being counted, and senders from outside.
  private static final List<Throughput> MEASURED =
      List.of(
          Throughput.PING_PONG_1,
          Throughput.PING_PONG_8,
          Throughput.COUNTING,
          Throughput.FORK_JOIN,
          Throughput.BIG,
          Throughput.TELL_2,
          Throughput.CREATION);

  private static final int ROUNDS_FULL = 7;
  private static final int QUICK_MILLIS = 1_000;

  /// Creates the suite.
  public WatchingSuite() {}

  @Override
  public String name() {
    return "watching";
  }

  @Override
  public Duration quickBudget() {
    return ofMinutes(2);
  }

  @Override
  public Map<String, String> contenders() {
    Map<String, String> versions = new LinkedHashMap<>();
    for (Observation observation : Observation.values()) {
      versions.put(observation.label(), observation.version());
    }
    return versions;
  }

  @Override
  public List<Group> groups() {
    return List.of(
        new Group(
            "messages",
            MEASURED.stream().map(row -> row.station(QUICK_MILLIS)).toList(),
            Arrays.stream(Observation.values()).map(Observation::label).toList(),
            4_096,
            Sharing.STEP_BY_STEP,
            new Effort(2, 3, 1, ofMinutes(1)),
            new Effort(ROUNDS_FULL, ROUNDS_FULL, 1, ofMinutes(3))));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    List<RowSpec> rows = new ArrayList<>();
    for (Throughput row : MEASURED) {
      rows.add(row(row, row.metric(), row.title()).withNote("a console is open"));
    }
    for (Throughput row : MEASURED) {
      rows.add(
          row(row, row.metric() + UNWATCHED, row.title() + ": nobody looks")
              .withSubject(Observation.NOBODY_LOOKS.label())
              .withNote("a console that nobody has opened, against none; 3 % count as noise"));
    }
    return List.copyOf(rows);
  }

  private static RowSpec row(Throughput row, String metric, String title) {
    return RowSpec.of(row.workload(), metric, title, row.unitLabel(), HIGHER, TARGET);
  }

  @Override
  public void run(Turn turn, Baton baton, Results results) throws Exception {
    Observation observation = Observation.named(turn.contender());
    List<Throughput> rows = measured(turn.workloads());
    YoungGeneration.touch(); // while all children start
    try (ObservedSystem observed = ObservedSystem.start(observation)) {
      for (Throughput row : rows) {
        try (TimedRow timed = row.on(observed.actors(), turn.mode(), stretch(turn.mode()))) {
          baton.station(
              row.metric(),
              timed::prepare,
              (ready, _) -> {
                OptionalLong before = observed.snapshots();
                double figure = ready.figure();
                requireWatched(row.title(), before, observed.snapshots());
                results.sample(row.metric(), figure);
                if (observation != Observation.WATCHED) {
                  results.sample(row.metric() + UNWATCHED, figure);
                }
              });
        }
      }
    }
  }

  private static List<Throughput> measured(List<String> workloads) {
    List<Throughput> rows = new ArrayList<>();
    for (String workload : workloads) {
      List<Throughput> found =
          MEASURED.stream().filter(row -> row.workload().equals(workload)).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "workload '" + workload + "' given, which the suite watching does not have");
      }
      rows.addAll(found);
    }
    return rows;
  }

  /// The console takes a snapshot a second, so what is measured lasts whole seconds: else some
  /// figures would have a snapshot in them and others none.
  private static Stretch stretch(Mode mode) {
    return Stretch.of(mode).withMeasureMillis(mode.pick(QUICK_MILLIS, 3_000));
  }

  /// Makes sure that the one who looks has seen something; one who is stuck would cost nothing.
  static void requireWatched(String what, OptionalLong before, OptionalLong after) {
    if (after.isPresent() && after.getAsLong() <= before.orElse(0)) {
      throw new IllegalStateException(
          "no snapshot came while '" + what + "' was measured; a console has one every second");
    }
  }
}
