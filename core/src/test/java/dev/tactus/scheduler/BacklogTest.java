package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.BacklogExceeded;
import dev.tactus.scheduler.SchedulerWarning.BurstFire;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/// A job whose task does not keep up is cancelled at some point; one that is held up by others is
/// not.
@Requirement({"S2.6", "R6"})
final class BacklogTest {
  @Test
  void backlog_atTheDefaultLimit_isKept() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Integer> batches = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(
              1, () -> batches.add(ExecutionBatch.current().orElseThrow().runs()), executor);
      for (int i = 0; i < 64; i++) {
        virtual.advanceTicks(1);
      }
      assertThat(job.isCancelled()).isFalse();
      assertThat(virtual.scheduler.dump().periodicJobs().getFirst().backlog()).isEqualTo(64);
      executor.runAll();
      assertThat(batches).containsExactly(64);
    }
  }

  @Test
  void backlog_beyondTheDefaultLimit_cancelsAndNamesTheJob() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> runs = new ArrayList<>();
      Cancellable job = virtual.atFixedRate(1, () -> runs.add(virtual.tick()), executor);
      Cancellable other = virtual.atFixedRate(5, () -> {}, Scheduler.DIRECT);
      for (int i = 0; i < 65; i++) {
        virtual.advanceTicks(1);
      }
      assertThat(job.isCancelled()).isTrue();
      assertThat(job.cancel()).isFalse();
      assertThat(virtual.warnings()).containsExactly(new BacklogExceeded(job.id(), 65, 64));
      executor.runAll();
      virtual.advanceTicks(10);
      assertThat(executor.runAll()).isZero();
      assertThat(runs).as("what waited is not run either").isEmpty();
      assertThat(other.isCancelled()).isFalse();
      assertThat(virtual.metrics().cancelled()).isEqualTo(1);
    }
  }

  @Test
  void backlog_whileTheTaskRuns_doesNotCountTheRunUnderWay() {
    TimerPolicy policy = TimerPolicy.DEFAULT.withBacklogLimit(3);
    try (VirtualScheduler virtual = VirtualScheduler.withPolicy(policy)) {
      ManualExecutor executor = new ManualExecutor();
      int[] slowFor = {3};
      List<Integer> batches = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(
              1,
              () -> {
                batches.add(ExecutionBatch.current().orElseThrow().runs());
                for (int i = slowFor[0]; i > 0; i--) {
                  virtual.advanceTicks(1);
                }
                slowFor[0] = slowFor[0] == 3 ? 4 : 0;
              },
              executor);
      virtual.advanceTicks(1);
      executor.runNext();
      assertThat(job.isCancelled()).as("three wait").isFalse();
      executor.runNext();
      assertThat(job.isCancelled()).as("four wait").isTrue();
      assertThat(batches).containsExactly(1, 3);
      assertThat(virtual.warnings()).containsExactly(new BacklogExceeded(job.id(), 4, 3));
    }
  }

  /// A loop of two ticks a turn: every second due time is late, for ever.
  private static void turns(VirtualScheduler virtual, int count) {
    for (int i = 0; i < count; i++) {
      virtual.driver.notifyTick();
      virtual.driver.notifyTick();
      virtual.driver.pump();
    }
  }

  @Test
  @Requirement({"S2.2", "S2.6", "R3"})
  void task_behindALoopOfTwoTicksATurn_foldsWhatItMissed() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Integer> batches = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(
              1, () -> batches.add(ExecutionBatch.current().orElseThrow().runs()), executor);
      for (int run = 0; run < 100; run++) {
        turns(virtual, 30);
        assertThat(virtual.scheduler.dump().periodicJobs().getFirst().backlog())
            .isLessThanOrEqualTo(64);
        executor.runNext();
      }
      assertThat(job.isCancelled()).isFalse();
      executor.runAll();
      assertThat(batches.stream().mapToInt(i -> i).sum()).isEqualTo(6_000);
      assertThat(batches).as("a run for each turn of the task, and two bursts").hasSize(102);
      turns(virtual, 1);
      executor.runAll();
      assertThat(batches).as("in time again: one each").hasSize(104).endsWith(1, 1);
    }
  }

  @Test
  @Requirement({"S2.2", "S2.6"})
  void task_farBehindALoopOfTwoTicksATurn_isCancelled() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable job = virtual.atFixedRate(1, () -> {}, new ManualExecutor());
      turns(virtual, 100);
      assertThat(job.isCancelled()).isTrue();
      assertThat(virtual.warnings(BacklogExceeded.class))
          .containsExactly(new BacklogExceeded(job.id(), 65, 64));
    }
  }

  @Test
  @Requirement({"S2.5", "R6"})
  void burst_beyondThoseThatAreOwed_foldsAndCancelsNothingByItself() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Integer> batches = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(
              1, () -> batches.add(ExecutionBatch.current().orElseThrow().runs()), executor);
      for (int i = 0; i < 3; i++) {
        virtual.stallTicks(1_000);
      }
      virtual.advanceTicks(1);
      assertThat(job.isCancelled()).as("nor with the next token, which is in time").isFalse();
      executor.runAll();
      assertThat(batches).hasSize(1 + 2 * 999);
      assertThat(batches.getFirst()).isEqualTo(2 + 1_000 + 1);
      for (int i = 0; i < 64; i++) {
        virtual.advanceTicks(1);
      }
      assertThat(job.isCancelled()).isFalse();
      virtual.advanceTicks(1);
      assertThat(job.isCancelled()).as("it counts again when the burst was run").isTrue();
    }
  }

  @Test
  void directTask_slowerThanItsLimit_isCancelled() {
    assertTooSlowIsCancelledOn(Scheduler.DIRECT);
  }

  private static void assertTooSlowIsCancelledOn(Executor where) {
    TimerPolicy policy = TimerPolicy.DEFAULT.withBacklogLimit(3);
    try (VirtualScheduler virtual = VirtualScheduler.withPolicy(policy)) {
      List<Integer> batches = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(
              1,
              () -> {
                batches.add(ExecutionBatch.current().orElseThrow().runs());
                virtual.clock.advanceNanos((batches.size() + 1) * TICK_NANOS);
              },
              where);
      virtual.advanceTicks(20);
      // Two, then three periods pass during a run; then four, and that is one too many.
      assertThat(batches).containsExactly(1, 2, 3);
      assertThat(job.isCancelled()).isTrue();
      assertThat(virtual.warnings(BacklogExceeded.class))
          .containsExactly(new BacklogExceeded(job.id(), 4, 3));
    }
  }

  @Test
  void directTask_slowForOnce_isForgiven() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Integer> batches = new ArrayList<>();
      Cancellable job =
          virtual.atFixedRate(
              1,
              () -> {
                batches.add(ExecutionBatch.current().orElseThrow().runs());
                if (batches.size() == 1) {
                  virtual.clock.advanceNanos(1_000 * TICK_NANOS);
                }
              },
              Scheduler.DIRECT);
      virtual.advanceTicks(1_003);
      assertThat(batches).containsExactly(1, 1_000, 1, 1);
      assertThat(job.isCancelled()).isFalse();
    }
  }

  @Test
  void task_slowerThanItsLimitOnAnExecutorThatRunsAtOnce_isCancelled() {
    assertTooSlowIsCancelledOn(Runnable::run);
  }

  @Test
  void task_heldUpByAnotherOnAnExecutorThatRunsAtOnce_isNotCancelled() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      int[] sum = {0};
      Cancellable job =
          virtual.atFixedRate(
              1, () -> sum[0] += ExecutionBatch.current().orElseThrow().runs(), Runnable::run);
      virtual.once(10, () -> virtual.clock.advanceNanos(1_000 * TICK_NANOS));
      virtual.advanceTicks(2_000);
      assertThat(job.isCancelled()).isFalse();
      assertThat(virtual.warnings(BacklogExceeded.class)).isEmpty();
      assertThat(sum[0]).isEqualTo(2_000);
    }
  }

  @Test
  void directTask_heldUpByAnother_isNotCancelled() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      int[] sum = {0};
      Cancellable job =
          virtual.atFixedRate(
              1, () -> sum[0] += ExecutionBatch.current().orElseThrow().runs(), Scheduler.DIRECT);
      virtual.once(10, () -> virtual.clock.advanceNanos(1_000 * TICK_NANOS));
      virtual.advanceTicks(2_000);
      assertThat(job.isCancelled()).isFalse();
      assertThat(virtual.warnings(BacklogExceeded.class)).isEmpty();
      assertThat(sum[0]).isEqualTo(2_000);
    }
  }

  @Test
  void directTask_inAStallAfterABusyTick_isNotCancelled() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      int[] sum = {0};
      Cancellable job =
          virtual.atFixedRate(
              1, () -> sum[0] += ExecutionBatch.current().orElseThrow().runs(), Scheduler.DIRECT);
      // The token of tick 10 ends in tick 11, as it often does when ticks are fine; then the
      // machine stands still.
      virtual.once(
          10,
          () -> {
            virtual.clock.advanceNanos(TICK_NANOS);
            virtual.driver.suspend();
          });
      virtual.advanceTicks(10);
      virtual.stallTicks(1_000);
      assertThat(virtual.warnings(BurstFire.class)).hasSize(1);
      assertThat(job.isCancelled()).isFalse();
      assertThat(virtual.warnings(BacklogExceeded.class)).isEmpty();
      assertThat(sum[0]).isEqualTo(virtual.tick());
    }
  }
}
