package dev.tactus.bench.processes;

import static dev.tactus.bench.harness.Better.HIGHER;
import static dev.tactus.bench.harness.Better.LOWER;
import static java.time.Duration.ofMinutes;

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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Processes of this project against virtual threads that do the same.
///
/// The groups: `throughput` keeps all cores busy; `wake-up` needs a machine on which nothing else
/// happens; `memory` needs a heap in which nothing else lives.
public final class ProcessesSuite implements Suite {
  static final String SINGLE = "single";
  static final String STEPS = "steps";
  static final String TURNS = "turns";
  static final String YIELD = "yield";
  static final String YIELDS = "yields";
  static final String SUBMIT = "submit";
  static final String SEND = "send";
  static final String FAN_OUT = "fan-out";
  static final String WAKE_UP = "wake-up";
  static final String WAKE_UP_P50 = "wake-up.p50";
  static final String WAKE_UP_P99 = "wake-up.p99";
  static final String BYTES = "bytes";

  /// What the steps are to be better by.
  private static final double STEP_TARGET = 3;

  private static final double BYTES_TARGET = 5;
  private static final int ROUNDS_FULL = 5;

  /// Creates the suite.
  public ProcessesSuite() {}

  @Override
  public String name() {
    return "processes";
  }

  @Override
  public Map<String, String> contenders() {
    return ProcessContenders.versions();
  }

  @Override
  public List<Group> groups() {
    List<String> all = List.copyOf(contenders().keySet());
    return List.of(
        new Group(
            "throughput",
            Stream.of(SINGLE, STEPS, TURNS, YIELD, YIELDS, SUBMIT, SEND, FAN_OUT)
                .map(workload -> Station.of(workload, workload, 1_200, 450))
                .toList(),
            all,
            2_048,
            Sharing.STEP_BY_STEP,
            quick(3),
            full(5)),
        new Group(
            "wake-up",
            List.of(Station.of(WAKE_UP, WAKE_UP, 600, 500)),
            all,
            512,
            Sharing.STEP_BY_STEP,
            quick(3),
            full(5)),
        new Group(
            "memory",
            List.of(Station.of(BYTES, BYTES, 0, 5_000)),
            all,
            3_072,
            Sharing.STEP_BY_STEP,
            quick(1),
            full(1)));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    String another = "the answer comes from one of four others";
    return List.of(
        higher(SINGLE, "start, one step, end", STEP_TARGET),
        higher(STEPS, "steps, 100 each", STEP_TARGET)
            .withNote("ours let others go first after 16, virtual threads after each"),
        higher(TURNS, "turns of one step, 100 each", STEP_TARGET)
            .withNote("each lets others go first; a virtual thread calls Thread.yield"),
        higher(YIELD, "start, one yield, end", STEP_TARGET).withNote(another),
        higher(YIELDS, "yields, 100 each", STEP_TARGET).withNote(another),
        RowSpec.of(SUBMIT, SUBMIT, "start, for the starter", "ns each", LOWER, 1),
        higher(SEND, "send to one that waits", STEP_TARGET)
            .withNote("1,000 that wait, a message each, all taken before the next"),
        higher(FAN_OUT, "fan-out to 1,000 and back", 1),
        RowSpec.of(WAKE_UP, WAKE_UP_P50, "wake-up while all sleep, p50", "µs", LOWER, 1),
        RowSpec.of(WAKE_UP, WAKE_UP_P99, "wake-up while all sleep, p99", "µs", LOWER, 1),
        RowSpec.of(BYTES, BYTES, "bytes per idle one", "bytes", LOWER, BYTES_TARGET)
            .withNote("with its queue and what a sender needs"));
  }

  private static RowSpec higher(String workload, String title, double target) {
    return RowSpec.of(workload, workload, title, "M/s", HIGHER, target);
  }

  @Override
  public void run(Turn turn, Baton baton, Results results) throws Exception {
    for (String workload : turn.workloads()) {
      switch (workload) {
        case WAKE_UP -> WakeUpWorkload.run(turn.contender(), turn.mode(), baton, results);
        case BYTES ->
            baton.station(
                workload, () -> IdleBytesWorkload.run(turn.contender(), turn.mode(), results));
        default -> ThroughputWorkload.run(turn.contender(), workload, turn.mode(), baton, results);
      }
    }
  }

  private static Effort quick(int samples) {
    return new Effort(1, 3, samples, ofMinutes(1));
  }

  private static Effort full(int samples) {
    return new Effort(ROUNDS_FULL, ROUNDS_FULL, samples, ofMinutes(2));
  }
}
