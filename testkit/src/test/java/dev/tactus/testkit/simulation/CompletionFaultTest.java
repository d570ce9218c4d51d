package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What comes from outside completes in time, late or not at all, as the seed says.
class CompletionFaultTest {
  private static final Duration USUALLY = Duration.ofMillis(100);

  private static String outcome(long seed, SimulationSettings settings) {
    try (Simulation sim = Simulation.ofSeed(seed, settings)) {
      CompletableFuture<String> answer = sim.outside(USUALLY, () -> "rows");
      sim.advance(USUALLY);
      if (answer.isDone()) {
        assertThat(answer).isCompletedWithValue("rows");
        return "in time";
      }
      sim.advance(Duration.ofMinutes(1));
      assertThat(answer).isDone();
      return answer.isCancelled() ? "cancelled" : "late";
    }
  }

  @Test
  @Requirement("D3")
  void outside_withTheFaultOn_isInTimeLateAndCancelledBySeed() {
    SimulationSettings settings = SimulationSettings.DEFAULT.withFaults(Fault.COMPLETION);
    assertThat(LongStream.range(0, 200).mapToObj(s -> outcome(s, settings)))
        .contains("in time", "late", "cancelled");
    assertThat(LongStream.range(0, 200).mapToObj(s -> outcome(s, settings)))
        .containsExactlyElementsOf(
            LongStream.range(0, 200).mapToObj(s -> outcome(s, settings)).toList());
  }

  @Test
  @Requirement("D3")
  void outside_withTheFaultOff_isInTime() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(outcome(seed, SimulationSettings.DEFAULT)).isEqualTo("in time");
    }
  }
}
