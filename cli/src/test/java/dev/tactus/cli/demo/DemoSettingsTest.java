package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.scheduler.SchedulerSettings;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How many timers of which kind there are. What is refused is tested where people meet it, on the
/// command line.
final class DemoSettingsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 10, 99, 100_000, DemoSettings.TIMERS_MAX})
  void kinds_anyNumberOfTimers_addUp(int timers) {
    DemoSettings settings = new DemoSettings(timers, Duration.ofMillis(10), OptionalInt.empty(), 1);

    assertThat(settings.oneShots()).isPositive();
    assertThat(settings.oneShots() + settings.requests() + settings.heartbeats()).isEqualTo(timers);
  }

  @Test
  void timersMax_schedulersQuota_leavesRoomForReplacements() {
    assertThat(DemoSettings.TIMERS_MAX).isLessThan(SchedulerSettings.defaults().systemQuota());
  }
}
