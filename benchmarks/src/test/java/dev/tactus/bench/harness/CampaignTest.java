package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Rounds, and how the contenders of a group share the machine.
final class CampaignTest {
  private static final String METRIC = ScriptedChildren.METRIC;

  private final ScriptedChildren script = new ScriptedChildren("x");
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  private static Group group(String name, int rounds) {
    return Groups.group(name, rounds, rounds, 1, Sharing.STEP_BY_STEP, "x");
  }

  private static Group atOnce(String name) {
    return Groups.group(name, 1, 1, 1, Sharing.AT_ONCE, "x");
  }

  private Samples run(Optional<Duration> budget, Group... groups) {
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    Progress progress = new Progress(out, false, "");
    return new Campaign(
            "suite", List.of(groups), Mode.QUICK, 0.1, budget, script, progress, () -> script.nanos)
        .run();
  }

  @Test
  void run_twoRounds_interleavesContendersInRotatedOrder() {
    run(Optional.empty(), group("a", 2), group("b", 1));

    assertThat(script.steps)
        .containsExactly(
            "a1 tactus x 0",
            "a1 netty x 0",
            "a1 stpe x 0",
            "a1 netty x 1",
            "a1 stpe x 1",
            "a1 tactus x 1",
            "b1 tactus x 0",
            "b1 netty x 0",
            "b1 stpe x 0",
            "b1 netty x 1",
            "b1 stpe x 1",
            "b1 tactus x 1",
            "a2 netty x 0",
            "a2 stpe x 0",
            "a2 tactus x 0",
            "a2 stpe x 1",
            "a2 tactus x 1",
            "a2 netty x 1");
    assertThat(script.most).isEqualTo(3);
  }

  @Test
  void run_groupAtOnce_eachStepIsToldToAllBeforeTheNext() {
    Samples samples = run(Optional.empty(), atOnce("idle"));

    assertThat(script.steps)
        .containsExactly(
            "idle1 tactus x 0",
            "idle1 netty x 0",
            "idle1 stpe x 0",
            "idle1 tactus x 1",
            "idle1 netty x 1",
            "idle1 stpe x 1");
    assertThat(samples.summary("stpe", METRIC)).contains(new Summary(6, 6, 6, 1));
  }

  @Test
  void run_groupAtOnceInAFullRun_goesStepByStep() {
    assertThat(atOnce("idle").sharing(Mode.FULL)).isEqualTo(Sharing.STEP_BY_STEP);
    assertThat(atOnce("idle").sharing(Mode.QUICK)).isEqualTo(Sharing.AT_ONCE);
  }

  @Test
  void run_groupAtOnceDisturbed_isRepeatedAndTheQuietAttemptCounts() {
    script.others.addAll(List.of(0.5, 0.02));

    Samples samples = run(Optional.empty(), atOnce("idle"));

    assertThat(script.steps).hasSize(12);
    assertThat(samples.summary("tactus", METRIC)).contains(new Summary(10, 10, 10, 1));
    assertThat(samples.disturbed("tactus", METRIC)).isFalse();
  }

  @Test
  void run_groupAtOnceThatStaysDisturbed_isRepeatedTwiceAndTheLeastDisturbedIsMarked() {
    script.others.addAll(List.of(0.5, 0.2, 0.3));

    Samples samples = run(Optional.empty(), atOnce("idle"));

    assertThat(script.steps).hasSize(18);
    assertThat(samples.summary("tactus", METRIC)).contains(new Summary(10, 10, 10, 1));
    assertThat(samples.disturbed("tactus", METRIC)).isTrue();
  }

  @Test
  void run_groupAtOnceDisturbedWithoutTimeToSpare_marksInsteadOfRepeating() {
    script.others.add(0.5);

    Samples samples = run(Optional.of(Duration.ofSeconds(15)), atOnce("idle"));

    assertThat(script.steps).hasSize(6);
    assertThat(samples.disturbed("tactus", METRIC)).isTrue();
  }

  @Test
  void run_contenderOfAGroupAtOnceFails_isReportedAndTheRestGoesOn() {
    script.failures.put("netty x 0", "OOM");

    Samples samples = run(Optional.empty(), atOnce("idle"));

    assertThat(samples.failure("netty", "idle-work", METRIC)).contains("OOM");
    assertThat(samples.summary("stpe", METRIC)).isPresent();
    assertThat(script.ended).containsExactly("tactus", "netty", "stpe");
  }

  @Test
  void run_contenderFails_isReportedLeftOutAndTheRestGoesOn() {
    script.failures.put("netty x 1", "OOM");

    Samples samples = run(Optional.empty(), group("a", 2), group("b", 1));

    assertThat(script.steps)
        .contains("a1 netty x 1", "b1 netty x 0", "a2 stpe x 1", "a2 tactus x 1")
        .doesNotContain("a2 netty x 0");
    assertThat(samples.failure("tactus", "a-work", METRIC)).isEmpty();
    assertThat(told.toString(StandardCharsets.UTF_8)).contains("netty failed: OOM");
  }

  @Test
  void run_notEnoughMemoryForAll_oneDoesItsWholeTurnBeforeTheNextIsStarted() {
    script.availableMegabytes = group("a", 1).allMegabytes() - 1L;

    run(Optional.empty(), group("a", 1));

    assertThat(script.steps)
        .containsExactly(
            "a1 tactus x 0",
            "a1 tactus x 1",
            "a1 netty x 0",
            "a1 netty x 1",
            "a1 stpe x 0",
            "a1 stpe x 1");
    assertThat(script.most).isEqualTo(1);
    assertThat(told.toString(StandardCharsets.UTF_8)).contains("a: one contender after another");
  }

  @Test
  void run_oneByOneInLittleTime_allHaveAsManySamplesAsFitForAll() {
    script.availableMegabytes = 0;
    Group group = Groups.group("a", 1, 1, 5, Sharing.STEP_BY_STEP, "x");

    // To prepare it takes the three 30 s, a sample as much: there is time for three.
    Samples samples = run(Optional.of(Duration.ofSeconds(125)), group);

    assertThat(script.steps).hasSize(12).endsWith("a1 stpe x 2", "a1 stpe x 3");
    assertThat(samples.summary("tactus", METRIC).orElseThrow().count()).isEqualTo(3);
    assertThat(samples.summary("stpe", METRIC).orElseThrow().count()).isEqualTo(3);
  }

  @Test
  void run_justEnoughMemoryForAll_allAreStarted() {
    script.availableMegabytes = group("a", 1).allMegabytes();

    run(Optional.empty(), group("a", 1));

    assertThat(script.most).isEqualTo(3);
  }

  @Test
  void run_groupWithoutWorkloads_isSkipped() {
    Group nothing = group("a", 1).restrictedTo(new Selection(Set.of("b-work"), Set.of(), 0));

    assertThat(run(Optional.empty(), nothing).isEmpty()).isTrue();
    assertThat(script.steps).isEmpty();
  }
}
