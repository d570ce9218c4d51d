package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerSettings.DriverRetry;
import dev.tactus.time.Resolution;
import dev.tactus.time.wheel.WheelSettings;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.concurrent.Executor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Settings are checked when they are made, and say what is allowed.
final class SchedulerSettingsTest {
  private final SchedulerSettings defaults = SchedulerSettings.defaults();

  @Test
  @Requirement({"S2.5", "S2.6", "S4.5", "S6.5", "S7.1", "S7.2"})
  void defaults_areThoseOfTheRequirements() {
    assertThat(defaults.resolution().asDuration()).isEqualTo(Duration.ofMillis(10));
    assertThat(defaults.wheel().slots()).isEqualTo(512);
    assertThat(defaults.wheel().reinsertionBatchLimit()).isEqualTo(100);
    assertThat(defaults.wheel().overflowReinsertionThreshold()).isEqualTo(0.75);
    assertThat(defaults.systemQuota()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(defaults.adaptiveQuotaShare()).isEqualTo(0.5);
    assertThat(defaults.driftBudget()).isEmpty();
    assertThat(defaults.driver()).isEqualTo(new DriverRetry(3, Duration.ofMillis(50)));
    TimerPolicy policy = defaults.policies().defaultPolicy();
    assertThat(policy).isEqualTo(new TimerPolicy(Priority.NORMAL, 64, 10));
  }

  @Test
  @Requirement("S3.1")
  void with_changesOneThingOnly() {
    Executor direct = Scheduler.DIRECT;
    WheelSettings wheel = WheelSettings.DEFAULT.withSlots(8);
    PolicyRegistry policies = PolicyRegistry.DEFAULT.withDefault(TimerPolicy.DEFAULT);
    DriverRetry retry = new DriverRetry(1, Duration.ZERO);
    SchedulerSettings changed =
        defaults
            .withName("n")
            .withResolution(Duration.ofMillis(1))
            .withWheel(wheel)
            .withPolicies(policies)
            .withSystemQuota(7)
            .withAdaptiveQuotaShare(0.1)
            .withDriftBudget(0.2)
            .withDriverRetry(retry)
            .withShutdownTimeout(Duration.ofMillis(3))
            .withDelayExecutor(direct)
            .withKind(SchedulerKind.JDK);
    assertThat(changed)
        .isEqualTo(
            new SchedulerSettings(
                "n",
                Resolution.of(Duration.ofMillis(1)),
                wheel,
                policies,
                7,
                0.1,
                OptionalDouble.of(0.2),
                retry,
                Duration.ofMillis(3),
                direct,
                SchedulerKind.JDK));
    assertThat(SchedulerSettings.defaults()).isEqualTo(defaults);
  }

  private static void assertRefused(ThrowingCallable call, String... said) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(said);
  }

  @Test
  @Requirement({"S2.5", "S2.6", "S4.5", "S6.5"})
  void values_outOfRange_areRefusedWithWhatIsAllowed() {
    assertRefused(() -> defaults.withSystemQuota(0), "systemQuota was 0; allowed is 1 or more");
    for (double bad : new double[] {0, -1, 1.01, Double.NaN}) {
      assertRefused(
          () -> defaults.withAdaptiveQuotaShare(bad),
          "adaptiveQuotaShare was " + bad,
          "above 0 and at most 1");
    }
    for (double bad : new double[] {-0.01, Double.NaN}) {
      assertRefused(() -> defaults.withDriftBudget(bad), "driftBudget", "0 or more");
    }
    assertRefused(
        () -> defaults.withShutdownTimeout(Duration.ofNanos(-1)),
        "shutdownTimeout was PT-0.000000001S",
        "zero or more");
    assertRefused(() -> new DriverRetry(-1, Duration.ZERO), "driver.attempts was -1");
    assertRefused(() -> new DriverRetry(1, Duration.ofMillis(-1)), "driver.pause was PT-0.001S");
    assertRefused(() -> TimerPolicy.DEFAULT.withBacklogLimit(0), "limit of 0", "1 or more");
    assertRefused(() -> TimerPolicy.DEFAULT.withBurstThreshold(-1), "threshold of -1", "0 or more");
    assertRefused(() -> new ExecutionBatch(0, ExecutionMode.ONE_SHOT), "0 runs", "at least 1");
  }

  @Test
  @Requirement({"S3.1", "S6.5"})
  void defaults_whicheverClassIsTouchedFirst_areWhole() throws Exception {
    for (String first :
        new String[] {
          "SchedulerSettings",
          "SchedulerSettings$DriverRetry",
          "PolicyRegistry",
          "TimerPolicy",
          "WheelScheduler",
          "RuntimeToolbox"
        }) {
      try (URLClassLoader fresh =
          new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
        Class<?> unused = Class.forName("dev.tactus.scheduler." + first, true, fresh);
        Class<?> settings = Class.forName("dev.tactus.scheduler.SchedulerSettings", true, fresh);
        Object loaded = settings.getMethod("defaults").invoke(null);
        assertThat(loaded).asString().contains("name=tactus");
      }
    }
  }

  private static URL[] classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(SchedulerSettingsTest::url)
        .toArray(URL[]::new);
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(path, e);
    }
  }
}
