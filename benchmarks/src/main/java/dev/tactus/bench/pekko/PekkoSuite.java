package dev.tactus.bench.pekko;

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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorSystem;

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
            List.of(
                Station.of(PAIRS, PAIRS, 2_300, 1_200),
                Station.of(LATENESS, LATENESS, 900, 800),
                Station.of(HELD, HELD, 1_000, 1_500)),
            all,
            4_096,
            Sharing.STEP_BY_STEP,
            quick(),
            full()),
        new Group(
            "actors",
            programs().map(PekkoSuite::station).toList(),
            all,
            2_048,
            Sharing.STEP_BY_STEP,
            quick(),
            full()));
  }

  private static Station station(ActorProgram program) {
    return Station.of(workloadOf(program), program.metric(), 2_300, 900);
  }

  private static Stream<ActorProgram> programs() {
    return Stream.of(new PingPong(1), new PingPong(PingPong.MANY), new Ring(), new ForkJoin());
  }

  private static String workloadOf(ActorProgram program) {
    return switch (program) {
      case PingPong _ -> PING_PONG;
      case Ring _ -> RING;
      default -> FORK_JOIN;
    };
  }

  @Override
  public List<RowSpec> rows(Mode mode) {
    return PekkoRows.all();
  }

  @Override
  public void run(Turn turn, Baton baton, Results results) throws Exception {
    PekkoParts parts = PekkoParts.named(turn.contender());
    Mode mode = turn.mode();
    for (String workload : turn.workloads()) {
      try (RunningSystem running = parts.start()) {
        ActorSystem system = running.system();
        switch (workload) {
          case PAIRS -> TimerPairs.run(system, mode, baton, results);
          case LATENESS -> TimerLateness.run(system, turn, baton, results);
          case HELD -> baton.station(HELD, () -> CancelledTimers.run(system, results));
          case PING_PONG, RING, FORK_JOIN -> {
            for (ActorProgram program : programs().toList()) {
              if (workloadOf(program).equals(workload)) {
                ActorProgram.measure(system, program, mode, baton, results);
              }
            }
          }
          default ->
              throw new IllegalArgumentException(
                  "workload '" + workload + "' given, which the suite pekko does not have");
        }
      }
    }
  }

  private static Effort quick() {
    return new Effort(1, 3, 3, ofMinutes(1));
  }

  private static Effort full() {
    return new Effort(ROUNDS_FULL, ROUNDS_FULL, 5, ofMinutes(2));
  }
}
