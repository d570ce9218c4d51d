package dev.tactus.bench.harness;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Who gets the baton when, what is done once more, and what there is time for.
final class RelayTest {
  private static final String METRIC = ScriptedChildren.METRIC;

  private final ScriptedChildren script = new ScriptedChildren("x", "y");
  private final Samples samples = new Samples();

  private List<Turn> run(Optional<Duration> budget, int samplesWanted) {
    Group group = Groups.group("a", 1, 1, samplesWanted, Sharing.STEP_BY_STEP, "x", "y");
    Progress silent = new Progress(new PrintStream(OutputStream.nullOutputStream()), false, "");
    List<Turn> turns =
        group.contenders().stream()
            .map(name -> new Turn("suite", "a", name, Mode.QUICK, 1, group.workloads()))
            .toList();
    return new Relay(
            group,
            group.quick(),
            script,
            new RoundPlan(List.of(group), Mode.QUICK, budget),
            0.1,
            samples,
            silent,
            () -> Duration.ofNanos(script.nanos),
            UnaryOperator.identity())
        .run(turns);
  }

  private List<String> stepsOf(String contender) {
    return script.steps.stream().filter(step -> step.contains(contender)).toList();
  }

  @Test
  void run_twoSamples_allDoAStepBeforeTheNextAndNobodyIsAlwaysTheFirst() {
    List<Turn> failed = run(Optional.empty(), 2);

    assertThat(script.steps)
        .containsExactly(
            "a1 tactus x 0",
            "a1 netty x 0",
            "a1 stpe x 0",
            "a1 netty x 1",
            "a1 stpe x 1",
            "a1 tactus x 1",
            "a1 stpe x 2",
            "a1 tactus x 2",
            "a1 netty x 2",
            "a1 netty y 0",
            "a1 stpe y 0",
            "a1 tactus y 0",
            "a1 stpe y 1",
            "a1 tactus y 1",
            "a1 netty y 1",
            "a1 tactus y 2",
            "a1 netty y 2",
            "a1 stpe y 2");
    assertThat(failed).isEmpty();
    assertThat(samples.summary("tactus", METRIC).orElseThrow().count()).isEqualTo(4);
    assertThat(script.ended).containsExactly("tactus", "netty", "stpe");
  }

  @Test
  void run_contendersWithOtherStations_waitUntilTheOthersAreThereToo() {
    script.stations.put("tactus", List.of("y"));
    script.stations.put("stpe", List.of("x"));

    run(Optional.empty(), 1);

    assertThat(script.steps)
        .containsExactly(
            "a1 netty x 0",
            "a1 stpe x 0",
            "a1 netty x 1",
            "a1 stpe x 1",
            "a1 netty y 0",
            "a1 tactus y 0",
            "a1 tactus y 1",
            "a1 netty y 1");
  }

  @Test
  void run_stationThatTheGroupDoesNotHave_isAFailure() {
    script.stations.put("stpe", List.of("z"));

    List<Turn> failed = run(Optional.empty(), 1);

    assertThat(failed).extracting(Turn::contender).containsExactly("stpe");
    assertThat(samples.failure("stpe", "a-work", METRIC).orElseThrow()).contains("'z'");
    assertThat(samples.summary("netty", METRIC)).isPresent();
  }

  @Test
  void run_disturbedSample_isTakenOnceMoreAtOnceAndTheQuietOneCounts() {
    script.stations.put("netty", List.of());
    script.stations.put("stpe", List.of());
    script.others.addAll(List.of(0.0, 0.5, 0.02));

    run(Optional.empty(), 1);

    assertThat(script.steps)
        .containsExactly(
            "a1 tactus x 0", "a1 tactus x 1", "a1 tactus x 2", "a1 tactus y 0", "a1 tactus y 1");
    assertThat(samples.summary("tactus", METRIC)).contains(new Summary(4, 3, 5, 2));
    assertThat(samples.disturbed("tactus", METRIC)).isFalse();
  }

  @Test
  void run_sampleThatStaysDisturbed_isRepeatedTwiceAndTheLeastDisturbedIsMarked() {
    script.others.addAll(List.of(0.0, 0.0, 0.0, 0.5, 0.2, 0.3));

    run(Optional.empty(), 1);

    assertThat(stepsOf("netty x"))
        .containsExactly("a1 netty x 0", "a1 netty x 1", "a1 netty x 2", "a1 netty x 3");
    assertThat(stepsOf("tactus x")).containsExactly("a1 tactus x 0", "a1 tactus x 1");
    assertThat(samples.summary("netty", METRIC).orElseThrow().min()).isEqualTo(5);
    assertThat(samples.disturbed("netty", METRIC)).isTrue();
    assertThat(samples.disturbed("tactus", METRIC)).isFalse();
  }

  @Test
  void run_disturbedPreparation_isNotRepeated() {
    script.others.addAll(List.of(0.9, 0.9, 0.9));

    run(Optional.empty(), 1);

    assertThat(script.steps).hasSize(12);
    assertThat(samples.disturbed("tactus", METRIC)).isFalse();
  }

  @Test
  void run_disturbedWithoutTimeToSpare_marksInsteadOfRepeating() {
    script.others.addAll(List.of(0.0, 0.0, 0.0, 0.5));

    run(Optional.of(ofSeconds(60)), 1);

    assertThat(script.steps).hasSize(12);
    assertThat(samples.disturbed("netty", METRIC)).isTrue();
  }

  @Test
  void run_timeForTheFirstSamplesOnly_takesThoseOfAllStations() {
    run(Optional.of(ofSeconds(60)), 3);

    assertThat(script.steps).hasSize(12).contains("a1 stpe y 1").doesNotContain("a1 stpe x 2");
  }

  @Test
  void run_timeForMore_isDividedEvenlyAmongTheStations() {
    // Three contenders, two stations, each prepared and with one sample: 120 s; a second: 180 s.
    run(Optional.of(ofSeconds(200)), 3);

    assertThat(stepsOf("tactus"))
        .containsExactly(
            "a1 tactus x 0",
            "a1 tactus x 1",
            "a1 tactus x 2",
            "a1 tactus y 0",
            "a1 tactus y 1",
            "a1 tactus y 2");
    assertThat(stepsOf("stpe")).hasSize(6);
  }

  @Test
  void run_childEndsInAStep_keepsWhatItHadAndTheOthersGoOn() {
    script.failures.put("netty y 1", "exit 7");

    List<Turn> failed = run(Optional.empty(), 2);

    assertThat(failed).extracting(Turn::contender).containsExactly("netty");
    assertThat(samples.summary("netty", METRIC).orElseThrow().count()).isEqualTo(3);
    assertThat(stepsOf("netty")).endsWith("a1 netty y 1");
    assertThat(stepsOf("tactus")).endsWith("a1 tactus y 2");
    assertThat(samples.failure("netty", "a-work", "another")).contains("exit 7");
  }

  @Test
  void run_childEndsInARepeat_keepsTheAttemptBefore() {
    script.others.addAll(List.of(0.0, 0.0, 0.0, 0.5, 0.6));
    script.failures.put("netty x 2", "no end of a step after 60 s");

    List<Turn> failed = run(Optional.empty(), 1);

    assertThat(failed).extracting(Turn::contender).containsExactly("netty");
    assertThat(samples.summary("netty", METRIC)).contains(new Summary(4, 4, 4, 1));
    assertThat(samples.disturbed("netty", METRIC)).isTrue();
  }
}
