package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fixed delay is counted from the end of a run.
@Requirement("S2.4")
final class FixedDelayTest {
  @Test
  void runs_ofAnInstantTask_areOneDelayApart() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Long> runs = new ArrayList<>();
      virtual.scheduler.scheduleWithFixedDelay(
          ticks(5), ticks(3), () -> runs.add(virtual.tick()), Scheduler.DIRECT);
      virtual.advanceTicks(14);
      assertThat(runs).containsExactly(5L, 8L, 11L, 14L);
    }
  }

  @Test
  void nextRun_afterAWaitInTheExecutor_isCountedFromTheEndOfTheRun() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> runs = new ArrayList<>();
      virtual.withFixedDelay(3, () -> runs.add(virtual.tick()), executor);
      virtual.advanceTicks(3);
      assertThat(executor.waiting()).isEqualTo(1);
      virtual.advanceTicks(100);
      assertThat(executor.waiting()).as("due once, however long it waits").isEqualTo(1);
      executor.runAll();
      assertThat(runs).containsExactly(103L);
      virtual.advanceTicks(2);
      assertThat(executor.waiting()).isZero();
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(runs).containsExactly(103L, 106L);
    }
  }

  @Test
  void nextRun_afterALongRun_isCountedFromTheEndOfTheRun() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Long> begins = new ArrayList<>();
      virtual.withFixedDelay(
          2,
          () -> {
            begins.add(virtual.tick());
            virtual.clock.advanceNanos(10 * TICK_NANOS); // the run takes ten ticks
          },
          Scheduler.DIRECT);
      virtual.advanceTicks(40);
      assertThat(begins).containsExactly(2L, 14L, 26L, 38L);
    }
  }

  @Test
  void nextRun_isNeverCloserThanTheDelay_evenWhenARunEndsInTheMiddleOfATick() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> ends = new ArrayList<>();
      virtual.withFixedDelay(2, () -> ends.add(virtual.clock.nanos()), executor);
      virtual.advanceTicks(2);
      virtual.scheduler.advance(Duration.ofNanos(1));
      executor.runAll();
      virtual.advanceTicks(2);
      assertThat(executor.waiting()).as("2 ticks after the end, but not on a boundary").isZero();
      virtual.advanceTicks(1);
      assertThat(executor.waiting()).isEqualTo(1);
      assertThat(ends).containsExactly(2 * TICK_NANOS + 1);
    }
  }

  @Test
  @Requirement({"S2.2", "S2.4"})
  void batch_ofAFixedDelay_isAlwaysOneRun() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<ExecutionBatch> batches = new ArrayList<>();
      virtual.withFixedDelay(
          1, () -> batches.add(ExecutionBatch.current().orElseThrow()), executor);
      virtual.advanceTicks(50);
      executor.runAll();
      virtual.stallTicks(50);
      executor.runAll();
      ExecutionBatch single = new ExecutionBatch(1, ExecutionMode.FIXED_DELAY);
      assertThat(batches).containsExactly(single, single);
      assertThat(virtual.warnings(SchedulerWarning.BurstFire.class)).isEmpty();
    }
  }

  @Test
  void cancel_whileTheRunIsUnderWay_isTheLastRun() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      List<Long> runs = new ArrayList<>();
      Cancellable[] self = new Cancellable[1];
      self[0] =
          virtual.withFixedDelay(
              1,
              () -> {
                runs.add(virtual.tick());
                assertThat(self[0].state()).isEqualTo(TimerState.EXECUTING);
                assertThat(self[0].cancel()).isTrue();
              },
              executor);
      virtual.advanceTicks(1);
      executor.runAll();
      virtual.advanceTicks(10);
      assertThat(executor.runAll()).isZero();
      assertThat(runs).hasSize(1);
      assertThat(virtual.metrics().active()).isZero();
    }
  }
}
