package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.DriftExceeded;
import dev.tactus.time.driver.ExternalTickDriver;
import dev.tactus.time.driver.TickMode;
import dev.tactus.time.driver.TickToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Ticks that begin late are noticed, unless it is the driver that says so itself.
@Requirement("S1.3")
final class DriftTest {
  private static final long BUDGET = TICK_NANOS / 20;

  private final SettableClock clock = SettableClock.likeHost();
  private final EventStream events = new EventStream();
  private final List<DriftExceeded> warnings = new ArrayList<>();
  private final ExternalTickDriver driver = ExternalTickDriver.create();

  DriftTest() {
    events.subscribe(DriftExceeded.class, warnings::add);
  }

  private TickEngine engine(SchedulerSettings settings) {
    return new TickEngine(settings, RuntimeToolbox.of(clock, driver), events);
  }

  /// Hands over one tick whose processing begins so many nanoseconds after its boundary.
  private void tick(TickEngine engine, long tick, long lateNanos, long jitterNanos) {
    clock.moveTo(tick * TICK_NANOS + lateNanos);
    assertThat(
            engine.accept(
                new TickToken(tick, tick, tick, TickMode.NORMAL, jitterNanos, engine.scale)))
        .isTrue();
  }

  @Test
  void tick_withinFivePercent_isNoDrift() {
    TickEngine engine = engine(SchedulerSettings.defaults());
    tick(engine, 1, 0, 0);
    tick(engine, 2, BUDGET, 0);
    assertThat(warnings).isEmpty();
    assertThat(engine.drift.lastNanos()).isEqualTo(BUDGET);
    assertThat(engine.drift.warnings()).isZero();
  }

  @Test
  void tick_beyondFivePercent_warnsWithWhatWasObserved() {
    TickEngine engine = engine(SchedulerSettings.defaults());
    tick(engine, 1, BUDGET + 1, 0);
    tick(engine, 2, 0, 0);
    tick(engine, 3, 3_000_000, 0);
    assertThat(warnings)
        .containsExactly(
            new DriftExceeded(1, BUDGET + 1, BUDGET), new DriftExceeded(3, 3_000_000, BUDGET));
    assertThat(engine.drift.warnings()).isEqualTo(2);
    assertThat(engine.drift.maxNanos()).isEqualTo(3_000_000);
  }

  @Test
  void tick_forWhichTheDriverWokeLate_countsOnlyTheRest() {
    TickEngine engine = engine(SchedulerSettings.defaults());
    tick(engine, 1, 5_000_000, 5_000_000 - BUDGET);
    assertThat(warnings).isEmpty();
    tick(engine, 2, 5_000_000, 5_000_000 - BUDGET - 1);
    assertThat(warnings).containsExactly(new DriftExceeded(2, BUDGET + 1, BUDGET));
    tick(engine, 3, 1_000, 2_000);
    assertThat(engine.drift.lastNanos()).as("never less than nothing").isZero();
  }

  @Test
  void budget_ofTheSettings_replacesTheOneOfTheClock() {
    TickEngine engine = engine(SchedulerSettings.defaults().withDriftBudget(0.25));
    tick(engine, 1, 2_500_000, 0);
    assertThat(warnings).isEmpty();
    tick(engine, 2, 2_500_001, 0);
    assertThat(warnings).containsExactly(new DriftExceeded(2, 2_500_001, 2_500_000));
  }

  @Test
  void deterministicClock_asItShould_neverDrifts() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      virtual.atFixedRate(3, () -> {}, Scheduler.DIRECT);
      for (int i = 0; i < 100; i++) {
        virtual.advanceTicks(i);
      }
      assertThat(virtual.warnings()).isEmpty();
      assertThat(virtual.metrics().maxDriftNanos()).isZero();
    }
  }

  @Test
  void deterministicClock_movedUnderTheDriversFeet_hasNoBudget() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      virtual.once(2, () -> {});
      virtual.clock.moveTo(2 * TICK_NANOS + 1);
      virtual.scheduler.advance(Duration.ZERO);
      assertThat(virtual.warnings()).containsExactly(new DriftExceeded(2, 1, 0));
      SchedulerMetrics metrics = virtual.metrics();
      assertThat(metrics.driftNanos()).isEqualTo(1);
      assertThat(metrics.maxDriftNanos()).isEqualTo(1);
      assertThat(metrics.driftWarnings()).isEqualTo(1);
    }
  }

  @Test
  void close_ofASchedulerThatWasIdle_isNoDrift() {
    WheelScheduler scheduler =
        WheelScheduler.start(
            SchedulerSettings.defaults(), RuntimeToolbox.of(clock, driver), events);
    clock.moveTo(60 * TICK_NANOS + 9_000_000);
    scheduler.close();
    assertThat(warnings).isEmpty();
    assertThat(scheduler.metrics().maxDriftNanos()).isZero();
    assertThat(driver.stats().ticks()).isEqualTo(60);
    assertThat(driver.stats().catchUps()).isZero();
    assertThat(driver.stats().maxJitterNanos()).isZero();
  }

  @Test
  void externalLoop_thatComesLateInItsTick_reportsThatAsItsOwnJitter() {
    try (WheelScheduler scheduler =
        WheelScheduler.start(
            SchedulerSettings.defaults(), RuntimeToolbox.of(clock, driver), events)) {
      clock.moveTo(TICK_NANOS + 9_000_000);
      assertThat(driver.pump()).isEqualTo(1);
      assertThat(scheduler.metrics().driftNanos()).isZero();
      assertThat(driver.stats().maxJitterNanos()).isEqualTo(9_000_000);
      assertThat(warnings).isEmpty();
    }
  }

  @Test
  void advance_toMomentsBetweenBoundaries_isNoDrift() {
    try (WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.manual(), events)) {
      Cancellable beat =
          scheduler.scheduleAtFixedRate(
              Duration.ofMillis(3), Duration.ofMillis(17), () -> {}, Scheduler.DIRECT);
      for (int i = 0; i < 100; i++) {
        long unused = scheduler.advance(Duration.ofNanos(7_654_321));
      }
      assertThat(beat.isCancelled()).isFalse();
      assertThat(scheduler.metrics().fired()).isPositive();
      assertThat(warnings).isEmpty();
    }
  }
}
