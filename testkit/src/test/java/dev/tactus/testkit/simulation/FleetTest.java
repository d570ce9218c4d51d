package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A day of a fleet of devices. A hundred in the build; for a large one: `mvn -pl testkit test
/// -Dtest=FleetTest -Dtactus.fleet.devices=10000`.
final class FleetTest {
  private static final int DEVICES = Integer.getInteger("tactus.fleet.devices", 100);

  @Test
  @Requirement({"D1", "D2", "S5.1"})
  void advance_aDayOfAFleet_everyLossIsNoticedAndNoBeatIsLost() {
    Fleet fleet = new Fleet(DEVICES, Fleet.DAY);

    try (Simulation sim = Simulation.ofSeed(1, Fleet.settings())) {
      fleet.run(sim);

      assertThat(sim.nowNanos()).isEqualTo(Fleet.DAY.toNanos());
    }

    assertThat(fleet.beats()).isGreaterThan(DEVICES * 1_200L);
    assertThat(fleet.crashes()).isPositive();
  }

  @Test
  @Requirement("D1")
  void advance_anHourOfManySeeds_isTheSameTwice() {
    SweepReport report =
        Sweep.of(sim -> new Fleet(10, Duration.ofHours(1)).run(sim), Fleet.settings(), 1)
            .run(0, 50, () -> true);

    assertThat(report.failure()).isEmpty();
  }
}
