package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.event.NoLogging$;
import org.junit.jupiter.api.Test;

/// The settings that Pekko's and our scheduler share, and those that are ours.
class SchedulerConfigTest {
  private static SchedulerConfig config(boolean onWindows, String... lines) {
    return SchedulerConfig.of(SchedulerKind.config(lines), NoLogging$.MODULE$, onWindows);
  }

  @Test
  void defaults_areThoseOfPekko() {
    assertThat(config(false))
        .isEqualTo(
            new SchedulerConfig(
                10_000_000, 512, Duration.ofSeconds(5), SchedulerConfig.Driver.HOST));
  }

  @Test
  void tick_onWindows_isTenMillisecondsAtLeast() {
    assertThatThrownBy(() -> config(true, "pekko.scheduler.tick-duration = 5ms"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "requirement failed: minimum supported pekko.scheduler.tick-duration on Windows is"
                + " 10ms");
    SchedulerConfig adjusted =
        config(
            true,
            "pekko.scheduler.tick-duration = 5ms",
            "pekko.scheduler.error-on-tick-duration-verification-failed = off");
    assertThat(adjusted.tickNanos()).isEqualTo(10_000_000);
    assertThat(config(false, "pekko.scheduler.tick-duration = 5ms").tickNanos())
        .isEqualTo(5_000_000);
  }

  @Test
  void driver_thatIsUnknown_isRefused() {
    assertThatThrownBy(() -> config(false, "tactus.pekko.scheduler.driver = sundial"))
        .isInstanceOf(ConfigException.BadValue.class)
        .hasMessageContaining("'sundial' was given; allowed are host and kernel");
  }

  @Test
  void driver_ofTheKernel_ticksOrFallsBack() throws InterruptedException {
    try (RunningSystem running =
        RunningSystem.start(
            Plugins.and("tactus.pekko.scheduler.driver = Kernel", "pekko.loglevel = OFF"))) {
      CountDownLatch fired = new CountDownLatch(1);
      running
          .system()
          .scheduler()
          .scheduleOnce(Duration.ofMillis(10), fired::countDown, running.system().dispatcher());
      Waiting.await(fired);
    }
  }

  @Test
  void wheel_ofAnySizeThatPekkoTakes_isTaken() {
    assertThat(config(false, "pekko.scheduler.ticks-per-wheel = 1").settings("x").wheel().slots())
        .isEqualTo(2);
    assertThat(
            config(false, "pekko.scheduler.ticks-per-wheel = 1073741824")
                .settings("x")
                .wheel()
                .slots())
        .isEqualTo(1 << 20);
    assertThatThrownBy(() -> config(false, "pekko.scheduler.ticks-per-wheel = 0"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
