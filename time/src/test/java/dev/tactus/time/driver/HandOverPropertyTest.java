package dev.tactus.time.driver;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.SeededCases;
import org.junit.jupiter.api.Test;

/// What all drivers share, under random time, stalls, refusals, failures and pauses.
final class HandOverPropertyTest {
  @Test
  @Requirement({"S6.1", "S6.3", "S6.6"})
  void handOver_randomLife_losesAndRepeatsNoTick() {
    SeededCases.run(HandOverPropertyTest.class, 10_000, HandOverCase::run);
  }
}
