package dev.tactus.bench.pekko;

import static java.time.Duration.ofSeconds;

import dev.tactus.bench.harness.Effort;
import dev.tactus.bench.harness.Group;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.RowSpec;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.harness.Turn;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a user of Pekko gets from switching our parts on.
///
/// The groups: `timers` allocates by the gigabyte and has a JVM to itself, `actors` are programs
/// that do nothing but send messages.
public final class PekkoSuite implements Suite {
  static final String PAIRS = "pairs";
  static final String LATENESS = "lateness";
  static final String HELD = "held";
  static final String PING_PONG = "ping-pong";
  static final String RING = "ring";
  static final String FORK_JOIN = "fork-join";

  private static final int ROUNDS_FULL = 5;

  @Override
  public String name() {
    return "pekko";
  }

  @Override
  public Map<String, String> contenders() {
    Map<String, String> versions = new LinkedHashMap<>();
    for (PekkoParts parts : PekkoParts.values()) {
      versions.put(parts.label(), parts.version());
    }
    return versions;
  }

  @Override
  public List<Group> groups() {
    List<String> all = Arrays.stream(PekkoParts.values()).map(PekkoParts::label).toList();
    return List.of(
        new Group(
            "timers",
            List.of(PAIRS, LATENESS, HELD),
            all,
            4_096,
            false,
            quick(7, 60),
            full(20, 120)),
        new Group(
            "actors",
            List.of(PING_PONG, RING, FORK_JOIN),
            all,
            2_048,
            false,
            quick(12, 60),
            full(30, 180)));
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    return PekkoRows.all();
  }

  @Override
  public void run(Turn turn, Results results) throws Exception {
    PekkoParts parts = PekkoParts.named(turn.contender());
    Mode mode = turn.mode();
    for (String workload : turn.workloads()) {
      try (RunningSystem running = parts.start()) {
        switch (workload) {
          case PAIRS -> TimerPairs.run(running.system(), mode, results);
          case LATENESS -> TimerLateness.run(running.system(), turn.round(), mode, results);
          case HELD -> CancelledTimers.run(running.system(), results);
          case PING_PONG -> {
            ActorProgram.measure(running.system(), new PingPong(1), mode, results);
            ActorProgram.measure(running.system(), new PingPong(PingPong.MANY), mode, results);
          }
          case RING -> ActorProgram.measure(running.system(), new Ring(), mode, results);
          case FORK_JOIN -> ActorProgram.measure(running.system(), new ForkJoin(), mode, results);
          default ->
              throw new IllegalArgumentException(
                  "workload '" + workload + "' given, which the suite pekko does not have");
        }
      }
    }
  }

  private static Effort quick(int estimateSeconds, int timeoutSeconds) {
    return new Effort(2, 4, ofSeconds(estimateSeconds), ofSeconds(timeoutSeconds));
  }

  private static Effort full(int estimateSeconds, int timeoutSeconds) {
    return new Effort(
        ROUNDS_FULL, ROUNDS_FULL, ofSeconds(estimateSeconds), ofSeconds(timeoutSeconds));
  }
}
