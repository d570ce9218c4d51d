package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.BacklogExceeded;
import dev.tactus.scheduler.SchedulerWarning.BurstFire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/// After a stall of the driver every run that fell due is made up for, one after another.
final class StallTest {
  private static int runsNow() {
    return ExecutionBatch.current().orElseThrow().runs();
  }

  @Test
  @Requirement({"S2.5", "S6.1"})
  void stall_ofManyPeriods_firesOneRunForEach() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Integer> batches = new ArrayList<>();
      virtual.atFixedRate(2, () -> batches.add(runsNow()), Scheduler.DIRECT);
      virtual.stallTicks(100);
      assertThat(batches).isEqualTo(Collections.nCopies(50, 1));
      assertThat(virtual.scheduler.dump().position()).as("caught up").isEqualTo(100);
    }
  }

  @Test
  @Requirement({"S2.5", "R3"})
  void stall_withAnExecutor_handsRunsOverOneAfterAnother() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Integer> batches = new ArrayList<>();
      virtual.atFixedRate(2, () -> batches.add(runsNow()), executor);
      virtual.stallTicks(100);
      for (int i = 1; i <= 50; i++) {
        assertThat(executor.waiting()).as("before run %s", i).isEqualTo(1);
        executor.runNext();
        assertThat(batches).hasSize(i);
      }
      assertThat(executor.waiting()).isZero();
      assertThat(batches).containsOnly(1);
    }
  }

  @Test
  @Requirement("S2.5")
  void stall_reportedByNotifications_firesOneRunForEach() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Long> runs = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(1, () -> runs.add(virtual.clock.nanos()), Scheduler.DIRECT);
      for (int i = 0; i < 30; i++) {
        virtual.driver.notifyTick();
      }
      assertThat(runs).as("notifying only counts").isEmpty();
      virtual.driver.pump();
      assertThat(runs).isEqualTo(Collections.nCopies(30, 30 * TICK_NANOS));
      assertThat(virtual.warnings(BurstFire.class))
          .containsExactly(new BurstFire(job.id(), 29, 10));
    }
  }

  @Test
  @Requirement("S2.5")
  void burst_isPublishedOncePerJobAndStall_withTheNumberOfLateRuns() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable often = virtual.atFixedRate(1, () -> {}, Scheduler.DIRECT);
      Cancellable elsewhere = virtual.atFixedRate(3, () -> {}, new ManualExecutor());
      virtual.atFixedRate(10, () -> {}, Scheduler.DIRECT);
      virtual.advanceTicks(30);
      assertThat(virtual.warnings(BurstFire.class)).isEmpty();

      virtual.stallTicks(60);
      assertThat(virtual.warnings(BurstFire.class))
          .containsExactlyInAnyOrder(
              new BurstFire(often.id(), 59, 10), new BurstFire(elsewhere.id(), 19, 10));

      virtual.advanceTicks(100);
      assertThat(virtual.warnings(BurstFire.class)).hasSize(2);

      virtual.stallTicks(20);
      assertThat(virtual.warnings(BurstFire.class))
          .hasSize(3)
          .last()
          .isEqualTo(new BurstFire(often.id(), 19, 10));
    }
  }

  @Test
  @Requirement("S2.5")
  void burst_atTheThreshold_isNotPublished() {
    TimerPolicy policy = TimerPolicy.DEFAULT.withBurstThreshold(4);
    try (VirtualScheduler virtual = VirtualScheduler.withPolicy(policy)) {
      Cancellable job = virtual.atFixedRate(1, () -> {}, Scheduler.DIRECT);
      virtual.stallTicks(5);
      assertThat(virtual.warnings(BurstFire.class)).isEmpty();
      virtual.stallTicks(6);
      assertThat(virtual.warnings(BurstFire.class)).containsExactly(new BurstFire(job.id(), 5, 4));
    }
  }

  @Test
  @Requirement({"S2.6", "R6"})
  void stall_farBeyondTheBacklogLimit_cancelsNothing() {
    for (Executor executor : List.of(Scheduler.DIRECT, new ManualExecutor())) {
      try (VirtualScheduler virtual = VirtualScheduler.start()) {
        List<Integer> batches = new ArrayList<>();
        Cancellable job = virtual.atFixedRate(1, () -> batches.add(runsNow()), executor);
        virtual.advanceTicks(3);
        virtual.stallTicks(10_000);
        virtual.stallTicks(10_000);
        if (executor instanceof ManualExecutor manual) {
          manual.runAll();
        }
        assertThat(job.isCancelled()).isFalse();
        assertThat(virtual.warnings(BacklogExceeded.class)).isEmpty();
        assertThat(batches.stream().mapToInt(i -> i).sum()).isEqualTo(20_003);
        assertThat(batches.size()).as("hardly anything folds").isGreaterThanOrEqualTo(19_998);
      }
    }
  }

  @Test
  @Requirement({"S2.6", "R6"})
  void stall_withTheSmallestBacklogLimit_cancelsNothing() {
    TimerPolicy strict = TimerPolicy.DEFAULT.withBacklogLimit(1);
    try (VirtualScheduler virtual = VirtualScheduler.withPolicy(strict)) {
      ManualExecutor executor = new ManualExecutor();
      int[] runs = {0};
      Cancellable job = virtual.atFixedRate(1, () -> runs[0]++, executor);
      virtual.stallTicks(100);
      executor.runAll();
      assertThat(runs[0]).isEqualTo(100);
      assertThat(job.isCancelled()).isFalse();
    }
  }

  @Test
  @Requirement({"S2.5", "R6"})
  void stall_withAnExecutorThatRunsAtOnce_doesNotRecurse() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor later = new ManualExecutor();
      boolean[] atOnce = {false};
      int[] runs = {0};
      virtual.atFixedRate(
          1,
          () -> {
            runs[0]++;
            if (runs[0] == 1) {
              atOnce[0] = true; // as a pool does whose callers run what it cannot take
            }
          },
          task -> {
            if (atOnce[0]) {
              task.run();
            } else {
              later.execute(task);
            }
          });
      virtual.stallTicks(200_000);
      later.runAll();
      assertThat(runs[0]).isEqualTo(200_000);
      assertThat(virtual.warnings(SchedulerWarning.HandlerFailed.class)).isEmpty();
    }
  }

  @Test
  @Requirement({"S2.5", "S6.1"})
  void stall_ofOneShotsAndJobs_keepsTheOrderOfDeadlines() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<String> runs = new ArrayList<>();
      virtual.once(30, () -> runs.add("thirty"));
      virtual.scheduler.scheduleAtFixedRate(
          ticks(20), ticks(20), () -> runs.add("job"), Scheduler.DIRECT);
      virtual.once(10, () -> runs.add("ten"));
      virtual.once(1_000, () -> runs.add("thousand"));
      virtual.stallTicks(50);
      assertThat(runs).containsExactly("ten", "job", "thirty", "job");
      virtual.stallTicks(950);
      assertThat(runs).hasSize(4 + 48 + 1).last().isEqualTo("thousand");
    }
  }

  @Test
  @Requirement("S2.5")
  void stall_ofMoreRunsThanCanBeCounted_goesOn() {
    TimerPolicy patient = TimerPolicy.DEFAULT.withBacklogLimit(Integer.MAX_VALUE);
    try (VirtualScheduler virtual = VirtualScheduler.withPolicy(patient)) {
      ManualExecutor executor = new ManualExecutor();
      long[] sum = {0};
      Cancellable job =
          virtual.scheduler.scheduleAtFixedRate(
              Duration.ofNanos(1), Duration.ofNanos(1), () -> sum[0] += runsNow(), executor);
      virtual.stallTicks(300); // three billion due times
      assertThat(executor.waiting()).isEqualTo(1);
      executor.runNext();
      assertThat(sum[0]).isPositive();
      assertThat(executor.waiting()).as("it goes on").isEqualTo(1);
      assertThat(job.isCancelled()).isFalse();
    }
  }
}
