package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A task runs once, at its time.
final class OneShotTest {
  @Test
  @Requirement({"S1.1", "S5.1"})
  void advance_untilJustBeforeTheDelay_runsNothing() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Long> runs = new ArrayList<>();
      virtual.once(3, () -> runs.add(virtual.clock.nanos()));

      virtual.scheduler.advance(ticks(3).minusNanos(1));
      assertThat(runs).isEmpty();

      virtual.scheduler.advance(Duration.ofNanos(1));
      assertThat(runs).containsExactly(3 * TICK_NANOS);

      virtual.advanceTicks(10_000);
      assertThat(runs).hasSize(1);
    }
  }

  @Test
  @Requirement({"S1.1", "S5.1"})
  void advance_overSeveralDeadlines_runsEachAtItsOwnTime() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Long> runs = new ArrayList<>();
      for (long delay : new long[] {700, 1, 40, 513, 512, 511, 100_000}) {
        virtual.once(delay, () -> runs.add(virtual.clock.nanos() / TICK_NANOS));
      }
      virtual.advanceTicks(200_000);
      assertThat(runs).containsExactly(1L, 40L, 511L, 512L, 513L, 700L, 100_000L);
    }
  }

  @Test
  @Requirement("S1.1")
  void schedule_inTheMiddleOfATick_isRoundedUpToTheNextBoundary() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      virtual.scheduler.advance(Duration.ofNanos(TICK_NANOS / 2));
      List<Long> runs = new ArrayList<>();
      virtual.scheduler.scheduleOnce(
          Duration.ofNanos(1), () -> runs.add(virtual.clock.nanos()), Scheduler.DIRECT);
      virtual.once(1, () -> runs.add(virtual.clock.nanos()));
      virtual.advanceTicks(10);
      assertThat(runs).containsExactly(TICK_NANOS, 2 * TICK_NANOS);
    }
  }

  @Test
  @Requirement({"S1.1", "S2.3"})
  void runs_forRandomDelaysPhasesAndOrigins_areNeverEarlyAndWithinATick() {
    VirtualScheduler.forSeeds(OneShotTest.class, 150, OneShotTest::checkRandomDelays);
  }

  /// What a timer was asked for, and what it did.
  private static final class Expected {
    final long atNanos;
    final long delayNanos;
    int runs;
    long ranAtNanos;

    Expected(long atNanos, long delayNanos) {
      this.atNanos = atNanos;
      this.delayNanos = delayNanos;
    }

    @Override
    public String toString() {
      return "a timer of " + delayNanos + " ns, registered at " + atNanos;
    }
  }

  private static void checkRandomDelays(long seed) {
    Random random = new Random(seed);
    // A monotonic clock has any origin; the last one wraps around during the test.
    long[] origins = {0, 123_456_789, -42, Long.MIN_VALUE, Long.MAX_VALUE - 1_000_000_000L};
    long origin = origins[random.nextInt(origins.length)];
    try (VirtualScheduler virtual =
        VirtualScheduler.startAt(origin, SchedulerSettings.defaults())) {
      List<Expected> all = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        virtual.scheduler.advance(Duration.ofNanos(random.nextLong(3 * TICK_NANOS)));
        long magnitude = 1L << random.nextInt(1, 40);
        Expected expected = new Expected(virtual.clock.nanos(), random.nextLong(1, magnitude + 1));
        all.add(expected);
        virtual.scheduler.scheduleOnce(
            Duration.ofNanos(expected.delayNanos),
            () -> {
              expected.runs++;
              expected.ranAtNanos = virtual.clock.nanos();
            },
            Scheduler.DIRECT);
      }
      virtual.scheduler.advance(Duration.ofNanos((1L << 39) + 2 * TICK_NANOS));
      for (Expected e : all) {
        assertThat(e.runs).as("runs of %s", e).isEqualTo(1);
        assertThat(e.ranAtNanos - e.atNanos - e.delayNanos)
            .as("lateness of %s", e)
            .isBetween(0L, TICK_NANOS - 1);
      }
    }
  }

  @Test
  @Requirement("S1.1")
  void schedule_fromWithinATask_runsAfterItsOwnDelay() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Long> runs = new ArrayList<>();
      virtual.once(1, () -> virtual.once(1, () -> virtual.once(2, () -> runs.add(virtual.tick()))));
      virtual.advanceTicks(3);
      assertThat(runs).isEmpty();
      virtual.advanceTicks(1);
      assertThat(runs).containsExactly(4L);
    }
  }

  @Test
  @Requirement("S1.6")
  void resolutionAndMaxFrequency_areThoseOfTheSettings() {
    SchedulerSettings settings =
        SchedulerSettings.defaults().withResolution(Duration.ofNanos(250_000));
    try (VirtualScheduler virtual = VirtualScheduler.start(settings);
        VirtualScheduler usual = VirtualScheduler.start()) {
      assertThat(virtual.scheduler.resolution()).isEqualTo(Duration.ofNanos(250_000));
      assertThat(virtual.scheduler.maxFrequency()).isEqualTo(4_000.0);
      assertThat(usual.scheduler.resolution()).isEqualTo(Duration.ofMillis(10));
      assertThat(usual.scheduler.maxFrequency()).isEqualTo(100.0);
      Scheduler view = virtual.scheduler.withAffinity(Affinity.subsystem("mail"));
      assertThat(view.resolution()).isEqualTo(Duration.ofNanos(250_000));
      assertThat(view.maxFrequency()).isEqualTo(4_000.0);
    }
  }
}
