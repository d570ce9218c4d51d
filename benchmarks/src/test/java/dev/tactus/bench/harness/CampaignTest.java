package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class CampaignTest {
  private static final String METRIC = "m";

  /// Runs no process: answers as told, ten seconds a call.
  private static final class Script implements TurnRunner {
    private final List<String> calls = new ArrayList<>();
    private final Deque<Double> others = new ArrayDeque<>();
    private String failing = "";
    private long nanos;

    @Override
    public List<TurnOutcome> run(List<Turn> turns, int heapMegabytes, Duration timeout) {
      nanos += Duration.ofSeconds(10).toNanos();
      calls.add(
          turns.getFirst().group()
              + turns.getFirst().round()
              + turns.stream().map(Turn::contender).collect(Collectors.joining("+", " ", "")));
      double share = others.isEmpty() ? 0 : others.remove();
      return turns.stream().map(turn -> outcome(turn, share)).toList();
    }

    private TurnOutcome outcome(Turn turn, double share) {
      return turn.contender().equals(failing)
          ? new TurnOutcome(turn, List.of(), Optional.of("OOM"), share, 100)
          : new TurnOutcome(
              turn,
              List.of(new ResultLine.Sample(METRIC, calls.size())),
              Optional.empty(),
              share,
              100);
    }
  }

  private final Script script = new Script();

  private Samples run(Optional<Duration> budget, Group... groups) {
    Progress silent = new Progress(new PrintStream(OutputStream.nullOutputStream()), false, "");
    return new Campaign(
            "suite", List.of(groups), Mode.QUICK, 0.1, budget, script, silent, () -> script.nanos)
        .run();
  }

  @Test
  void run_twoRounds_interleavesContendersInRotatedOrder() {
    run(Optional.empty(), Groups.group("a", 2, 2), Groups.group("b", 1, 1));

    assertThat(script.calls)
        .containsExactly(
            "a1 tactus",
            "a1 netty",
            "a1 stpe",
            "b1 tactus",
            "b1 netty",
            "b1 stpe",
            "a2 netty",
            "a2 stpe",
            "a2 tactus");
  }

  @Test
  void run_groupTogether_startsAllContendersAtOnce() {
    run(Optional.empty(), Groups.group("idle", 1, 1, true));

    assertThat(script.calls).containsExactly("idle1 tactus+netty+stpe");
  }

  @Test
  void run_disturbedTurn_isRepeatedAndTheQuietAttemptCounts() {
    script.others.addAll(List.of(0.5, 0.02));

    Samples samples = run(Optional.empty(), Groups.group("a", 1, 1));

    assertThat(script.calls).containsExactly("a1 tactus", "a1 tactus", "a1 netty", "a1 stpe");
    assertThat(samples.summary("tactus", METRIC)).contains(new Summary(2, 2, 2, 1));
    assertThat(samples.disturbed("tactus", METRIC)).isFalse();
  }

  @Test
  void run_turnThatStaysDisturbed_isRepeatedTwiceAndTheLeastDisturbedIsMarked() {
    script.others.addAll(List.of(0.5, 0.2, 0.3));

    Samples samples = run(Optional.empty(), Groups.group("a", 1, 1));

    assertThat(script.calls).hasSize(5);
    assertThat(samples.summary("tactus", METRIC)).contains(new Summary(2, 2, 2, 1));
    assertThat(samples.disturbed("tactus", METRIC)).isTrue();
    assertThat(samples.disturbed("netty", METRIC)).isFalse();
  }

  @Test
  void run_disturbedWithoutTimeToSpare_marksInsteadOfRepeating() {
    script.others.add(0.5);

    Samples samples = run(Optional.of(Duration.ofSeconds(15)), Groups.group("a", 1, 4));

    assertThat(script.calls).containsExactly("a1 tactus", "a1 netty", "a1 stpe");
    assertThat(samples.disturbed("tactus", METRIC)).isTrue();
  }

  @Test
  void run_contenderFails_isReportedLeftOutAndTheRestGoesOn() {
    script.failing = "netty";

    Samples samples = run(Optional.empty(), Groups.group("a", 2, 2), Groups.group("b", 1, 1));

    assertThat(script.calls)
        .containsExactly(
            "a1 tactus",
            "a1 netty",
            "a1 stpe",
            "b1 tactus",
            "b1 netty",
            "b1 stpe",
            "a2 stpe",
            "a2 tactus");
    assertThat(samples.failure("netty", "a-work", METRIC)).contains("OOM");
    assertThat(samples.failure("tactus", "a-work", METRIC)).isEmpty();
  }

  @Test
  void run_groupWithoutWorkloads_isSkipped() {
    Group nothing =
        Groups.group("a", 1, 1).restrictedTo(new Selection(Set.of("b-work"), Set.of(), 0));

    assertThat(run(Optional.empty(), nothing).isEmpty()).isTrue();
    assertThat(script.calls).isEmpty();
  }
}
