package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorRef;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SweepTest {
  private static final SimulationSettings SETTINGS = SimulationSettings.DEFAULT;

  @Test
  @Requirement("D5")
  void run_allGoesWell_countsSeedsAndStates() {
    SweepReport report =
        Sweep.of(sim -> sim.sometimes(sim.choose(4) == 3, "three"), SETTINGS, 2)
            .run(7, 400, () -> true);

    assertThat(report.failure()).isEmpty();
    assertThat(report.seeds()).isEqualTo(400);
    assertThat(report.reached().get("three")).isBetween(20L, 380L);
  }

  @Test
  @Requirement({"D5", "D4"})
  void run_oneThreadOrFour_reportsTheSameFailure() {
    Scenario unlucky =
        sim -> {
          if (sim.choose(50) == 49) {
            throw new IllegalStateException("unlucky");
          }
        };

    long alone =
        Sweep.of(unlucky, SETTINGS, 1).run(0, 5_000, () -> true).failure().orElseThrow().seed();

    for (int i = 0; i < 20; i++) {
      SweepReport report = Sweep.of(unlucky, SETTINGS, 4).run(0, 5_000, () -> true);
      assertThat(report.failure().orElseThrow().seed()).isEqualTo(alone);
    }
  }

  @Test
  @Requirement("D5")
  void run_toldToEnd_ends() {
    AtomicInteger asked = new AtomicInteger();

    SweepReport report =
        Sweep.of(sim -> {}, SETTINGS, 1)
            .run(0, Long.MAX_VALUE, () -> asked.incrementAndGet() <= 10);

    assertThat(report.seeds()).isEqualTo(10);
  }

  @Test
  @Requirement("D1")
  void runOne_scenarioThatDependsOnTheOutside_isAFailure() {
    AtomicLong outside = new AtomicLong();

    SweepReport report =
        Sweep.of(sim -> sim.sometimes(true, "run " + outside.incrementAndGet()), SETTINGS, 1)
            .runOne(1);

    assertThat(report.failure().orElseThrow().cause())
        .hasMessageContaining("Two runs of the same seed were different from event")
        .hasMessageContaining("run 1")
        .hasMessageContaining("run 2");
  }

  /// What becomes of a seed whose runs are these, by turns.
  private static Throwable failureOf(Scenario... runs) {
    AtomicInteger next = new AtomicInteger();
    return Sweep.of(sim -> runs[next.getAndIncrement() % runs.length].run(sim), SETTINGS, 1)
        .runOne(1)
        .failure()
        .orElseThrow()
        .cause();
  }

  private static Scenario failing(String message) {
    return sim -> {
      throw new AssertionError(message);
    };
  }

  @Test
  @Requirement("D1")
  void runOne_onlyTheSecondRunFails_isAFailureThatTellsBoth() {
    assertThat(failureOf(sim -> {}, failing("only now")))
        .hasMessageContaining("Two runs of the same seed were different")
        .hasMessageContaining("the first went well")
        .hasMessageContaining("only now");
  }

  @Test
  @Requirement("D1")
  void runOne_onlyTheFirstRunFails_isAFailureThatTellsBoth() {
    Throwable cause = failureOf(failing("only before"), sim -> {});

    assertThat(cause)
        .hasMessageContaining("Two runs of the same seed were different")
        .hasMessageContaining("only before")
        .hasMessageContaining("the second went well");
    assertThat(cause.getCause()).hasMessage("only before");
  }

  @Test
  @Requirement("D1")
  void runOne_runsFailInOtherWays_areDifferent() {
    assertThat(failureOf(failing("too small"), failing("too large")))
        .hasMessageContaining("Two runs of the same seed were different")
        .hasMessageContaining("too small")
        .hasMessageContaining("too large");
  }

  @Test
  @Requirement("D4")
  void runOne_runsFailWithOtherNumbersAndAddresses_areTheSame() {
    Throwable cause =
        failureOf(
            failing("12 of dev.Thing@1f2e, App$$Lambda/0x00007a01"),
            failing("7 of dev.Thing@a03, App$$Lambda/0x0000bcde"));

    assertThat(cause).hasMessageStartingWith("12 of dev.Thing");
  }

  @Test
  @Requirement("D4")
  void run_failure_isShortenedToTheChoicesThatMatter() {
    Scenario scenario =
        sim -> {
          List<Integer> order = new ArrayList<>();
          for (int i = 0; i < 6; i++) {
            int id = i;
            ActorRef<String> actor =
                sim.system().spawn("a" + i, () -> (ctx, text) -> order.add(id));
            actor.tell("go");
          }
          sim.settle();
          if (order.indexOf(5) < order.indexOf(0)) {
            throw new AssertionError("the last came before the first");
          }
        };

    SweepReport.Failure failure =
        Sweep.of(scenario, SETTINGS, 1).run(0, 1_000, () -> true).failure().orElseThrow();

    assertThat(failure.choices()).isBetween(1, 2);
    assertThat(failure.cause()).hasMessage("the last came before the first");
  }

  @Test
  @Requirement("D4")
  void runOne_failsByAChoiceThatIsNotKeptAnyMore_hasNoShortestRun() {
    Scenario scenario =
        sim -> {
          int last = 0;
          for (int i = 0; i <= Decisions.TAKEN_MAX; i++) {
            last = sim.choose(1_000);
          }
          if (last != 0) {
            throw new AssertionError("the last one");
          }
        };

    SweepReport.Failure failure = Sweep.of(scenario, SETTINGS, 1).runOne(1).failure().orElseThrow();

    assertThat(failure.cause()).hasMessage("the last one");
    assertThat(failure.shortest()).isEmpty();
    assertThat(failure.choices()).isZero();
  }

  @Test
  @Requirement("D4")
  void runOne_scenarioThatDependsOnTheOutside_hasNoShortestRun() {
    AtomicLong outside = new AtomicLong();
    Scenario scenario = sim -> sim.sometimes(true, "run " + outside.incrementAndGet());

    assertThat(Sweep.of(scenario, SETTINGS, 1).runOne(1).failure().orElseThrow().shortest())
        .isEmpty();
  }

  @Test
  @Requirement("D4")
  void runOne_failsWithoutAnyChoice_isItsShortestRun() {
    SweepReport.Failure failure =
        Sweep.of(failing("always"), SETTINGS, 1).runOne(1).failure().orElseThrow();

    assertThat(failure.shortest()).hasValue(failure.trace());
  }

  @Test
  @Requirement("D4")
  void shrink_otherFailureOnTheWay_isNotTaken() {
    Scenario scenario =
        sim -> {
          int first = sim.choose(10);
          int second = sim.choose(10);
          if (first == 0) {
            throw new AssertionError("too small");
          }
          if (second > 4) {
            throw new AssertionError("too large: " + second);
          }
        };
    SeedOutcome failed =
        SeedOutcome.run(scenario, Simulation.ofScript(1, new int[] {3, 9, 8}, SETTINGS));

    int[] shortest = new Shrinker(scenario, SETTINGS, 1, failed, () -> true).shrink();

    assertThat(shortest).containsExactly(3, 9);
  }

  @Test
  @Requirement("D4")
  void shrink_noTime_isTheWholeRun() {
    Scenario scenario =
        sim -> {
          sim.choose(10);
          throw new AssertionError("always");
        };
    SeedOutcome failed = SeedOutcome.run(scenario, Simulation.ofScript(1, new int[] {3}, SETTINGS));

    assertThat(new Shrinker(scenario, SETTINGS, 1, failed, () -> false).shrink())
        .containsExactly(3);
  }

  @Test
  void of_noThreads_saysWhatIsAllowed() {
    assertThatThrownBy(() -> Sweep.of(sim -> {}, SETTINGS, 0))
        .hasMessage("A sweep needs 1 thread or more, not 0.");
  }
}
