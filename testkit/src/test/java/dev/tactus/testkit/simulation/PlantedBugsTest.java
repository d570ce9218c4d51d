package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.testkit.torture.Torture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Bugs as people write them are found, replay, and are found no more when they are repaired.
final class PlantedBugsTest {
  private static final long SEEDS = 1_000;
  private static final SimulationSettings SETTINGS = Torture.settings();

  record Bug(String name, Function<Boolean, Scenario> scenario, String message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.of(
        new Bug("lost wake-up", PlantedBugs::lostWakeUp, "done were only"),
        new Bug("wrong stash order", PlantedBugs::wrongStashOrder, "requests were served as"),
        new Bug("timer of a restart", PlantedBugs::timerOutlivesRestart, "a session ended after"),
        new Bug("lost money", PlantedBugs::lostMoney, "of 2000 there are"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  @Requirement({"D1", "D3", "D4"})
  void sweep_plantedBug_isFoundWithinAThousandSeedsAndReplays(Bug bug) {
    Sweep sweep = Sweep.of(bug.scenario().apply(false), SETTINGS, 1);

    SweepReport.Failure found = sweep.run(0, SEEDS, () -> true).failure().orElseThrow();

    assertThat(found.cause())
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(bug.message());
    assertThat(found.shortest().orElseThrow().events().size())
        .isLessThanOrEqualTo(found.trace().events().size());
    SweepReport.Failure again =
        Sweep.of(bug.scenario().apply(false), SETTINGS, 1)
            .runOne(found.seed())
            .failure()
            .orElseThrow();
    assertThat(again.trace().text()).isEqualTo(found.trace().text());
    assertThat(again.cause()).hasMessage(found.cause().getMessage());
  }

  @ParameterizedTest
  @MethodSource("bugs")
  @Requirement("D3")
  void sweep_bugIsRepaired_findsNothing(Bug bug) {
    SweepReport report =
        Sweep.of(bug.scenario().apply(true), SETTINGS, 1).run(0, SEEDS, () -> true);

    assertThat(report.failure()).isEmpty();
    assertThat(report.seeds()).isEqualTo(SEEDS);
  }
}
