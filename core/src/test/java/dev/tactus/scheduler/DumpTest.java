package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.driver.DriverStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What a scheduler looks like inside, for people and for tools.
@Requirement("S5.5")
final class DumpTest {
  private final ManualExecutor executor = new ManualExecutor();

  private static JsonNode json(VirtualScheduler virtual) {
    return new ObjectMapper().readTree(virtual.scheduler.dump().json());
  }

  /// Two jobs, one of them behind, near and far timers, and one that nobody has seen yet.
  private VirtualScheduler busy() {
    VirtualScheduler virtual =
        VirtualScheduler.start(SchedulerSettings.defaults().withName("billing"));
    virtual.scheduler.scheduleAtFixedRate(ticks(1), ticks(2), () -> {}, executor);
    virtual
        .scheduler
        .withAffinity(Affinity.subsystem("mail"))
        .scheduleWithFixedDelay(ticks(50), ticks(60), () -> {}, Scheduler.DIRECT);
    virtual.once(100, () -> {});
    virtual.once(100_000, () -> {});
    virtual.once(2, () -> {});
    for (int i = 0; i < 5; i++) {
      virtual.advanceTicks(1);
    }
    virtual.once(7, () -> {});
    return virtual;
  }

  @Test
  void dump_ofABusyScheduler_hasEverything() {
    try (VirtualScheduler virtual = busy()) {
      SchedulerDump dump = virtual.scheduler.dump();
      assertThat(dump.name()).isEqualTo("billing");
      assertThat(dump.nowTick()).isEqualTo(5);
      assertThat(dump.position()).isEqualTo(5);
      assertThat(dump.slots()).isEqualTo(512);
      assertThat(dump.activeSlots()).isEqualTo(3);
      assertThat(dump.overflowSize()).isEqualTo(1);
      assertThat(dump.pendingCommands()).isEqualTo(1);
      assertThat(dump.driverStatus()).isEqualTo(new DriverStatus.Ok());
      assertThat(dump.metrics().active()).isEqualTo(5);
      assertThat(dump.periodicJobs())
          .containsExactly(
              new SchedulerDump.PeriodicJob(
                  1,
                  ExecutionMode.FIXED_RATE,
                  2 * TICK_NANOS,
                  TimerState.SCHEDULED,
                  3,
                  5 * TICK_NANOS,
                  Priority.NORMAL,
                  "ManualExecutor"),
              new SchedulerDump.PeriodicJob(
                  2,
                  ExecutionMode.FIXED_DELAY,
                  60 * TICK_NANOS,
                  TimerState.SCHEDULED,
                  0,
                  0,
                  Priority.NORMAL,
                  "direct"));
    }
  }

  @Test
  @Requirement({"S5.5", "S6.6"})
  void text_isReadableAndComplete() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG")); // digits of another script
    try (VirtualScheduler virtual = busy()) {
      assertThat(virtual.scheduler.dump().text().lines())
          .containsExactly(
              "scheduler billing: DETERMINISTIC clock, MANUAL driver, ok",
              "  driver    5 ticks in 5 tokens (100.0 a second), 0 catch-ups, 0 refusals, jitter"
                  + " mean 0s max 0s",
              "  wheel     tick 5 of 5, 0.01s a tick, 3 of 512 slots active",
              "  overflow  1 of 4194304",
              "  commands  1 pending",
              "  timers    5 active (quota 4194304), 2 periodic; 6 registered, 1 fired,"
                  + " 1 completed, 0 cancelled, 0 dropped",
              "  drift     last 0s, max 0s, 0 warnings",
              "  lateness  p50 0s, p99 0s, max 0s of 4",
              "  job 1 FIXED_RATE every 0.02s, SCHEDULED, backlog 3, last fire at 50000000 ns,"
                  + " NORMAL, on ManualExecutor",
              "  job 2 FIXED_DELAY every 0.6s, SCHEDULED, backlog 0, last fire at 0 ns, NORMAL, on"
                  + " direct");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  @Requirement({"S5.5", "S6.6", "S4.7"})
  void json_saysTheSame() {
    try (VirtualScheduler virtual = busy()) {
      JsonNode json = json(virtual);
      SchedulerDump dump = virtual.scheduler.dump();
      assertThat(json.path("name").stringValue()).isEqualTo("billing");
      assertThat(json.path("clock").stringValue()).isEqualTo("DETERMINISTIC");
      assertThat(json.path("resolutionNanos").longValue()).isEqualTo(TICK_NANOS);
      JsonNode driver = json.path("driver");
      assertThat(driver.path("kind").stringValue()).isEqualTo("MANUAL");
      assertThat(driver.path("status").stringValue()).isEqualTo("OK");
      assertThat(driver.path("ticks").longValue()).isEqualTo(5);
      assertThat(driver.path("ticksPerSecond").doubleValue()).isEqualTo(100.0);
      assertThat(driver.path("maxJitterNanos").longValue()).isZero();
      JsonNode wheel = json.path("wheel");
      assertThat(wheel.path("position").longValue()).isEqualTo(5);
      assertThat(wheel.path("activeSlots").intValue()).isEqualTo(3);
      assertThat(wheel.path("overflowSize").intValue()).isEqualTo(1);
      assertThat(wheel.path("pendingCommands").longValue()).isEqualTo(1);
      JsonNode metrics = json.path("metrics");
      assertThat(metrics.path("registered").longValue()).isEqualTo(6);
      assertThat(metrics.path("active").longValue()).isEqualTo(5);
      assertThat(metrics.path("periodic").longValue()).isEqualTo(2);
      assertThat(metrics.path("fired").longValue()).isEqualTo(1);
      assertThat(metrics.path("quotaLimit").longValue()).isEqualTo(dump.metrics().quotaLimit());
      assertThat(metrics.path("lateness").path("count").longValue()).isEqualTo(4);
      JsonNode jobs = json.path("periodicJobs");
      assertThat(jobs.size()).isEqualTo(2);
      assertThat(jobs.path(0).path("mode").stringValue()).isEqualTo("FIXED_RATE");
      assertThat(jobs.path(0).path("backlog").longValue()).isEqualTo(3);
      assertThat(jobs.path(0).path("lastFireNanos").longValue()).isEqualTo(5 * TICK_NANOS);
      assertThat(jobs.path(1).path("executor").stringValue()).isEqualTo("direct");
    }
  }

  @Test
  void json_withAwkwardNames_isStillJson() {
    StringBuilder every = new StringBuilder("\"quoted\" back\\slash é \u2028 \uD83D\uDE00 \u007f");
    for (char c = 0; c < ' '; c++) {
      every.append(c);
    }
    SchedulerSettings settings = SchedulerSettings.defaults().withName(every.toString());
    try (VirtualScheduler virtual = VirtualScheduler.start(settings)) {
      assertThat(json(virtual).path("name").stringValue()).isEqualTo(every.toString());
      assertThat(virtual.scheduler.dump().text()).contains("\"quoted\" back\\slash é");
    }
  }

  @Test
  void dump_inEveryStateOfTheDriver_saysIt() {
    VirtualScheduler virtual = VirtualScheduler.start();
    virtual.driver.notifyTick();
    assertThat(json(virtual).path("driver").path("status").stringValue())
        .isEqualTo("BACKPRESSURED");
    assertThat(json(virtual).path("driver").path("pending").longValue()).isEqualTo(1);
    assertThat(virtual.scheduler.dump().text()).contains("backpressured, 1 pending");
    virtual.driver.suspend();
    assertThat(json(virtual).path("driver").path("status").stringValue()).isEqualTo("SUSPENDED");
    assertThat(virtual.scheduler.dump().text()).contains("suspended");
    virtual.driver.resume();
    virtual.close();
    assertThat(json(virtual).path("driver").path("status").stringValue()).isEqualTo("FLUSHED");
    assertThat(json(virtual).path("driver").has("drained")).isTrue();
    assertThat(virtual.scheduler.dump().text()).contains("flushed, ");
  }

  @Test
  @Requirement("S4.7")
  void lateness_isMeasuredFromTheBeginningOfTheTick() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      for (int i = 1; i <= 100; i++) {
        virtual.once(i, () -> {});
      }
      virtual.stallTicks(100);
      Lateness lateness = virtual.metrics().lateness();
      assertThat(lateness.count()).isEqualTo(100);
      assertThat(lateness.maxNanos()).isEqualTo(99 * TICK_NANOS);
      // A bucket is at most an eighth wider than its value.
      assertThat(lateness.p50Nanos()).isBetween(49 * TICK_NANOS, 57 * TICK_NANOS);
      assertThat(lateness.p99Nanos()).isBetween(98 * TICK_NANOS, 99 * TICK_NANOS);
    }
  }

  @Test
  @Requirement({"S4.7", "S1.4"})
  void lateness_ofATimerCancelledOnItsOwnTick_isNotCounted() {
    VirtualScheduler virtual = VirtualScheduler.start();
    List<Cancellable> victims = new ArrayList<>();
    virtual.once(1, () -> victims.forEach(Cancellable::cancel));
    victims.add(virtual.once(1, () -> {}));
    victims.add(virtual.atFixedRate(1, () -> {}, Scheduler.DIRECT));
    virtual.clock.moveTo(TICK_NANOS);
    assertThat(virtual.scheduler.shutdown().delivered()).isEqualTo(1);
    assertThat(virtual.metrics().fired()).isEqualTo(1);
    assertThat(virtual.metrics().lateness().count()).isEqualTo(1);
  }

  @Test
  @Requirement("S4.7")
  void histogram_overTheWholeRange_keepsValuesToAnEighth() {
    for (long value = 0; value >= 0 && value < Long.MAX_VALUE / 3; value += 1 + value / 5) {
      int bucket = LatenessHistogram.bucketOf(value);
      long highest = LatenessHistogram.highestOf(bucket);
      assertThat(highest).isGreaterThanOrEqualTo(value);
      assertThat(highest - value).isLessThanOrEqualTo(value / 8);
      assertThat(bucket == 0 ? -1 : LatenessHistogram.highestOf(bucket - 1)).isLessThan(value);
    }
    LatenessHistogram histogram = new LatenessHistogram();
    assertThat(histogram.snapshot().count()).isZero();
    assertThat(histogram.snapshot().p99Nanos()).isZero();
    histogram.record(-5, 1);
    histogram.record(Long.MAX_VALUE, 1);
    assertThat(histogram.snapshot().count()).isEqualTo(2);
    assertThat(histogram.snapshot().p50Nanos()).isZero();
    assertThat(histogram.snapshot().p99Nanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(histogram.snapshot().maxNanos()).isEqualTo(Long.MAX_VALUE);
  }
}
