package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/// A fixed rate keeps its times, whatever happens in between.
final class FixedRateTest {
  private static ExecutionBatch batch() {
    return ExecutionBatch.current().orElseThrow();
  }

  @Test
  @Requirement("S2.1")
  void runs_over100000OddPeriods_doNotDrift() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      long initial = 12_345_678;
      long period = 33_333_333; // not a multiple of the tick
      long[] runs = {0};
      long[] wrong = {0};
      virtual.scheduler.scheduleAtFixedRate(
          Duration.ofNanos(initial),
          Duration.ofNanos(period),
          () -> {
            long ideal = initial + runs[0]++ * period;
            long late = virtual.clock.nanos() - ideal;
            if (late < 0 || late >= TICK_NANOS || batch().runs() != 1) {
              wrong[0]++;
            }
          },
          Scheduler.DIRECT);
      virtual.scheduler.advance(Duration.ofNanos(initial + 99_999 * period + TICK_NANOS));
      assertThat(runs[0]).isEqualTo(100_000);
      assertThat(wrong[0]).as("runs outside of their tick").isZero();
    }
  }

  @Test
  @Requirement("S2.1")
  void runs_startAtTheInitialDelay_andRepeatWithTheInterval() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Long> runs = new ArrayList<>();
      virtual.advanceTicks(3);
      virtual.scheduler.scheduleAtFixedRate(
          ticks(7), ticks(2), () -> runs.add(virtual.tick()), Scheduler.DIRECT);
      virtual.advanceTicks(13);
      assertThat(runs).containsExactly(10L, 12L, 14L, 16L);
    }
  }

  @Test
  @Requirement({"S2.1", "S2.2"})
  void period_shorterThanATick_foldsIntoOneRunATick() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Integer> batches = new ArrayList<>();
      virtual.scheduler.scheduleAtFixedRate(
          Duration.ofMillis(3),
          Duration.ofMillis(3),
          () -> batches.add(batch().runs()),
          Scheduler.DIRECT);
      virtual.advanceTicks(9);
      // Due at 3, 6, 9 | 12, 15, 18 | 21, 24, 27, 30 | ... milliseconds.
      assertThat(batches).containsExactly(3, 3, 4, 3, 3, 4, 3, 3, 4);
    }
  }

  @Test
  @Requirement("S2.2")
  void handler_onTime_standsForOneRun() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<ExecutionBatch> batches = new ArrayList<>();
      virtual.atFixedRate(2, () -> batches.add(batch()), executor);
      for (int i = 0; i < 3; i++) {
        virtual.advanceTicks(2);
        executor.runAll();
      }
      ExecutionBatch single = new ExecutionBatch(1, ExecutionMode.FIXED_RATE);
      assertThat(batches).containsExactly(single, single, single);
      assertThat(single.missedRuns()).isZero();
    }
  }

  @Test
  @Requirement("S2.2")
  void handler_thatWaitsForItsExecutor_foldsWhatItMissed() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<ExecutionBatch> batches = new ArrayList<>();
      virtual.atFixedRate(2, () -> batches.add(batch()), executor);
      for (int i = 0; i < 5; i++) {
        virtual.advanceTicks(2);
      }
      assertThat(executor.waiting()).as("handed over once at a time").isEqualTo(1);
      executor.runAll();
      assertThat(batches).containsExactly(new ExecutionBatch(5, ExecutionMode.FIXED_RATE));
      assertThat(batches.getFirst().missedRuns()).isEqualTo(4);

      virtual.advanceTicks(2);
      executor.runAll();
      assertThat(batches).hasSize(2);
      assertThat(batches.getLast().missedRuns()).isZero();
    }
  }

  @Test
  @Requirement("S2.2")
  void handler_thatRunsThroughSeveralPeriods_foldsWhatItMissedIntoTheNextRun() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Integer> batches = new ArrayList<>();
      boolean[] slow = {true};
      virtual.atFixedRate(
          1,
          () -> {
            batches.add(batch().runs());
            if (slow[0]) {
              slow[0] = false;
              virtual.advanceTicks(7);
              assertThat(executor.waiting()).as("not while it runs").isZero();
            }
          },
          executor);
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(batches).containsExactly(1, 7);
    }
  }

  @Test
  @Requirement("S2.2")
  void directHandler_thatRunsThroughSeveralPeriods_foldsWhatItMissed() {
    assertSlowRunFoldsOn(Scheduler.DIRECT);
  }

  private static void assertSlowRunFoldsOn(Executor where) {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Integer> batches = new ArrayList<>();
      virtual.atFixedRate(
          1,
          () -> {
            batches.add(batch().runs());
            if (batches.size() == 1) {
              virtual.clock.advanceNanos(5 * TICK_NANOS);
            }
          },
          where);
      virtual.advanceTicks(10);
      // The run of tick 1 ends at tick 6; 2 to 6 fold into one run; 7 to 10 are in time.
      assertThat(batches).containsExactly(1, 5, 1, 1, 1, 1);
    }
  }

  @Test
  @Requirement({"S2.2", "R3"})
  void handler_onAnExecutorThatRunsAtOnce_foldsWhatItMissed() {
    assertSlowRunFoldsOn(Runnable::run);
  }

  @Test
  @Requirement({"S2.2", "R3"})
  void handler_onAnExecutorThatRunsAtOnce_alwaysTooSlow_doesNotTakeOverTheTickingThread() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Integer> batches = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(
              1,
              () -> {
                batches.add(batch().runs());
                virtual.clock.advanceNanos(3 * TICK_NANOS);
              },
              Runnable::run);
      virtual.advanceTicks(30);
      // One run at a time, for the three due times that passed during the one before.
      assertThat(batches).startsWith(1, 3, 3, 3).hasSizeLessThan(13);
      assertThat(job.isCancelled()).isFalse();
      job.cancel();
    }
  }

  @Test
  @Requirement("S2.2")
  void batches_ofARandomlySlowHandler_addUpExactly() {
    VirtualScheduler.forSeeds(FixedRateTest.class, 100, FixedRateTest::checkSums);
  }

  private static void checkSums(long seed) {
    Random random = new Random(seed);
    TimerPolicy patient = TimerPolicy.DEFAULT.withBacklogLimit(1_000_000);
    try (VirtualScheduler virtual = VirtualScheduler.withPolicy(patient)) {
      ManualExecutor executor = new ManualExecutor();
      long periodNanos = random.nextLong(TICK_NANOS / 4, 5 * TICK_NANOS);
      long[] sum = {0};
      int[] depth = {0};
      boolean[] slow = {true};
      virtual.scheduler.scheduleAtFixedRate(
          Duration.ofNanos(periodNanos),
          Duration.ofNanos(periodNanos),
          () -> {
            assertThat(++depth[0]).as("runs at the same time").isEqualTo(1);
            sum[0] += batch().runs();
            if (slow[0]) {
              move(virtual, random);
            }
            depth[0]--;
          },
          executor);
      for (int i = 0; i < 100; i++) {
        move(virtual, random);
        if (executor.waiting() > 0 && random.nextBoolean()) {
          executor.runNext();
        }
      }
      slow[0] = false;
      executor.runAll();
      long lastBoundary = virtual.tick() * TICK_NANOS;
      assertThat(sum[0]).isEqualTo(lastBoundary / periodNanos);
    }
  }

  private static void move(VirtualScheduler virtual, Random random) {
    if (random.nextInt(5) == 0) {
      virtual.stallTicks(random.nextInt(40));
    } else {
      virtual.scheduler.advance(Duration.ofNanos(random.nextLong(8 * TICK_NANOS)));
    }
  }

  @Test
  @Requirement("S2.1")
  void cancel_fromWithinTheTask_endsIt() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable[] self = new Cancellable[1];
      List<Long> runs = new ArrayList<>();
      self[0] =
          virtual.atFixedRate(
              1,
              () -> {
                runs.add(virtual.tick());
                if (runs.size() == 3) {
                  assertThat(self[0].cancel()).isTrue();
                }
              },
              Scheduler.DIRECT);
      virtual.advanceTicks(10);
      assertThat(runs).containsExactly(1L, 2L, 3L);
      assertThat(virtual.metrics().active()).isZero();
    }
  }

  /// At the end of the clock, 292 years after the start, there is no next time.
  @Test
  @Requirement({"S1.5", "S2.1"})
  void runs_nextTimeBeyondTheEndOfTheClock_areOver() {
    Duration century = Duration.ofDays(36_500);
    SchedulerSettings hourly = SchedulerSettings.defaults().withResolution(Duration.ofHours(1));
    for (long origin : new long[] {0, -7, Long.MAX_VALUE - 1_000}) {
      try (VirtualScheduler virtual = VirtualScheduler.startAt(origin, hourly)) {
        List<Duration> runs = new ArrayList<>();
        Runnable task = () -> runs.add(Duration.ofNanos(virtual.clock.nanos() - origin));
        virtual.scheduler.scheduleAtFixedRate(century, century, task, Scheduler.DIRECT);
        virtual.scheduler.scheduleWithFixedDelay(century, century, task, Scheduler.DIRECT);
        virtual.scheduler.advance(Duration.ofNanos(Long.MAX_VALUE));
        Duration second = century.multipliedBy(2);
        assertThat(runs).containsExactly(century, century, second, second);
        assertThat(virtual.metrics().active()).isEqualTo(2);
        assertThat(virtual.scheduler.shutdown().cancelled()).isEqualTo(2);
      }
    }
  }
}
