package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.SeededCases;
import org.junit.jupiter.api.Test;

/// The wheel and its overflow against a sorted list.
final class WheelPropertyTest {
  private static final int CASES = 10_000;

  @Test
  @Requirement({"S1.2", "S1.4", "S7.1", "S7.2", "S7.3"})
  void wheel_randomLife_equalsSortedList() {
    WheelCase.Reached reached = new WheelCase.Reached();
    int cases =
        SeededCases.run(WheelPropertyTest.class, CASES, seed -> WheelCase.run(seed, reached));
    if (cases >= CASES) {
      assertThat(reached.walked / cases).as("single ticks a case").isGreaterThan(2_000);
      assertThat(reached.fired / cases).as("firings a case").isGreaterThan(50);
      assertThat(reached.armedAnew).as("armed anew").isGreaterThan(cases);
      assertThat(reached.movedIn).as("moved in from the overflow").isGreaterThan(cases);
      assertThat(reached.removedOnTheirTick).as("removed on their tick").isGreaterThan(cases / 10);
      assertThat(reached.interrupted).as("interrupted hand-overs").isGreaterThan(cases);
      assertThat(reached.removedFromAFullChunk)
          .as("removed beyond a first chunk")
          .isGreaterThan(cases);
    }
  }
}
