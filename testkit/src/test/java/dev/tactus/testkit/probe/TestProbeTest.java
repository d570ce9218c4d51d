package dev.tactus.testkit.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.testkit.simulation.Simulation;
import dev.tactus.testkit.simulation.SimulationSettings;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class TestProbeTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LONG = Duration.ofSeconds(60);

  private static void later(Simulation sim, TestProbe<String> probe, String message) {
    sim.system()
        .messages()
        .scheduleOnce(Duration.ofMinutes(10), probe.ref(), message, Scheduler.DIRECT, null);
  }

  @Nested
  @Requirement({"D2", "S5.1"})
  final class OnVirtualTime {
    @Test
    void expectMessage_comesLater_timeStandsWhereItCame() {
      try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
        TestProbe<String> probe = TestProbe.in(sim);
        later(sim, probe, "tea");

        assertThat(probe.expectMessage(HOUR)).isEqualTo("tea");
        assertThat(sim.nowNanos()).isEqualTo(Duration.ofMinutes(10).toNanos());
      }
    }

    @Test
    void expectMessage_doesNotCome_failsAfterTheLimitOfVirtualTime() {
      try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
        TestProbe<String> probe = TestProbe.in(sim);

        assertThatThrownBy(() -> probe.expectMessage(HOUR))
            .isInstanceOf(AssertionError.class)
            .hasMessageContaining("No message came to")
            .hasMessageContaining("within PT1H");
        assertThat(sim.nowNanos()).isEqualTo(HOUR.toNanos());
      }
    }

    @Test
    void expectMessage_another_saysWhichCame() {
      try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
        TestProbe<Object> probe = TestProbe.in(sim);
        probe.ref().tell("tea");
        probe.ref().tell("coffee");
        probe.ref().tell(3);

        probe.expectMessage("tea", HOUR);
        assertThatThrownBy(() -> probe.expectMessage("tea", HOUR))
            .hasMessageContaining("came coffee, but tea was expected");
        assertThatThrownBy(() -> probe.expectMessageOf(String.class, HOUR))
            .hasMessageContaining("came 3, but a java.lang.String was expected");
      }
    }

    @Test
    void expectNoMessage_noneAndOne_passesAndFails() {
      try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
        TestProbe<String> probe = TestProbe.in(sim);
        later(sim, probe, "tea");

        probe.expectNoMessage(Duration.ofMinutes(9));
        assertThatThrownBy(() -> probe.expectNoMessage(HOUR))
            .hasMessageContaining("came tea, but nothing was expected for PT1H");
        assertThatThrownBy(() -> probe.expectNoMessage(Duration.ofSeconds(-1)))
            .hasMessage("A probe cannot wait for PT-1S; give zero or more.");
      }
    }

    @Test
    void takeAll_someAndAgain_areTakenOnce() {
      try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
        TestProbe<Integer> probe = TestProbe.in(sim);
        probe.ref().tell(1);
        probe.ref().tell(2);
        sim.settle();

        assertThat(probe.takeAll()).containsExactly(1, 2);
        assertThat(probe.takeAll()).isEmpty();
      }
    }
  }

  @Nested
  final class OnRealThreads {
    @Test
    void expectMessage_answerOfAnotherActor_comes() {
      try (ActorSystem system = ActorSystem.start("real")) {
        TestProbe<String> probe = TestProbe.in(system);
        ActorRef<String> echo =
            system.spawn("echo", () -> (ctx, text) -> probe.ref().tell(text + "!"));

        echo.tell("hello");

        probe.expectMessage("hello!", LONG);
        probe.expectNoMessage(Duration.ZERO);
      }
    }

    @Test
    void expectMessage_doesNotCome_fails() {
      try (ActorSystem system = ActorSystem.start("real")) {
        TestProbe<String> probe = TestProbe.in(system);

        assertThatThrownBy(() -> probe.expectMessage(Duration.ofMillis(1)))
            .hasMessageContaining("within PT0.001S");
      }
    }
  }

  @Test
  void expectMessage_limitLongerThanAClockCounts_waitsAsLongAsItCan() {
    try (ActorSystem system = ActorSystem.start("test")) {
      TestProbe<String> probe = TestProbe.in(system);
      probe.ref().tell("hello");

      probe.expectMessage("hello", Duration.ofSeconds(Long.MAX_VALUE));
    }
  }
}
