package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The life of a timer as its handle shows it.
final class TimerHandleTest {
  private final ManualExecutor executor = new ManualExecutor();
  private final List<TimerState> seenInside = new ArrayList<>();

  private static void assertEnded(Cancellable timer, TimerState state) {
    for (int i = 0; i < 3; i++) {
      assertThat(timer.state()).isEqualTo(state);
      assertThat(timer.isCancelled()).isEqualTo(state == TimerState.CANCELLED);
      assertThat(timer.cancel()).isFalse();
    }
  }

  @Test
  @Requirement("R1")
  void oneShot_throughItsLife_isPendingScheduledExecutingCompleted() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable[] self = new Cancellable[1];
      boolean[] cancelledInside = {true};
      self[0] =
          virtual.once(
              3,
              () -> {
                seenInside.add(self[0].state());
                cancelledInside[0] = self[0].cancel();
              },
              executor);
      assertThat(self[0].state()).isEqualTo(TimerState.PENDING);
      virtual.advanceTicks(1);
      assertThat(self[0].state()).isEqualTo(TimerState.SCHEDULED);
      virtual.advanceTicks(2);
      assertThat(self[0].state()).as("due, waits for its executor").isEqualTo(TimerState.SCHEDULED);
      executor.runAll();
      assertThat(seenInside).containsExactly(TimerState.EXECUTING);
      assertThat(cancelledInside[0]).as("too late to cancel").isFalse();
      assertEnded(self[0], TimerState.COMPLETED);
    }
  }

  @Test
  @Requirement("R1")
  void directOneShot_afterItsRun_isCompleted() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable[] self = new Cancellable[1];
      self[0] = virtual.once(1, () -> seenInside.add(self[0].state()));
      virtual.advanceTicks(1);
      assertThat(seenInside).containsExactly(TimerState.EXECUTING);
      assertEnded(self[0], TimerState.COMPLETED);
    }
  }

  @Test
  @Requirement("R1")
  void periodicTimers_throughTheirLife_goBackToScheduledUntilCancelled() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable[] self = new Cancellable[2];
      self[0] = virtual.atFixedRate(2, () -> seenInside.add(self[0].state()), executor);
      self[1] = virtual.withFixedDelay(2, () -> seenInside.add(self[1].state()), executor);
      assertThat(self).extracting(Cancellable::state).containsOnly(TimerState.PENDING);
      for (int i = 0; i < 3; i++) {
        virtual.advanceTicks(2);
        assertThat(self).extracting(Cancellable::state).containsOnly(TimerState.SCHEDULED);
        executor.runAll();
        assertThat(self).extracting(Cancellable::state).containsOnly(TimerState.SCHEDULED);
      }
      assertThat(seenInside).hasSize(6).containsOnly(TimerState.EXECUTING);
      for (Cancellable timer : self) {
        assertThat(timer.cancel()).isTrue();
        assertEnded(timer, TimerState.CANCELLED);
      }
      virtual.advanceTicks(10);
      assertThat(executor.runAll()).isZero();
    }
  }

  @Test
  @Requirement({"S1.4", "S4.3", "S4.4"})
  void cancel_inEveryStateBeforeTheRun_isTrueOnceAndForEver() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Runnable never = () -> seenInside.add(TimerState.EXECUTING);
      Cancellable due = virtual.once(1, never, executor);
      Cancellable far = virtual.once(100_000, never, executor);
      virtual.advanceTicks(1);
      Cancellable scheduled = virtual.once(10, never);
      virtual.advanceTicks(1);
      Cancellable pending = virtual.once(10, never);
      assertThat(pending.state()).isEqualTo(TimerState.PENDING);
      assertThat(scheduled.state()).isEqualTo(TimerState.SCHEDULED);
      for (Cancellable timer : List.of(pending, scheduled, due, far)) {
        assertThat(timer.isCancelled()).isFalse();
        assertThat(timer.cancel()).isTrue();
        assertEnded(timer, TimerState.CANCELLED);
      }
      virtual.advanceTicks(200_000);
      executor.runAll();
      assertThat(seenInside).isEmpty();
      for (Cancellable timer : List.of(pending, scheduled, due, far)) {
        assertEnded(timer, TimerState.CANCELLED);
      }
      SchedulerMetrics metrics = virtual.metrics();
      assertThat(metrics.cancelled()).isEqualTo(4);
      assertThat(metrics.fired()).isZero();
      assertThat(metrics.active()).isZero();
    }
  }

  @Test
  @Requirement({"S1.4", "S4.2"})
  void cancel_byATaskOfTheSameTick_stopsTheOthers() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Cancellable> victims = new ArrayList<>();
      Runnable never = () -> seenInside.add(TimerState.EXECUTING);
      virtual.once(5, () -> victims.forEach(v -> assertThat(v.cancel()).isTrue()));
      victims.add(virtual.once(5, never));
      victims.add(virtual.once(5, never, executor));
      victims.add(virtual.atFixedRate(5, never, Scheduler.DIRECT));
      victims.add(virtual.atFixedRate(5, never, executor));
      victims.add(virtual.withFixedDelay(5, never, Scheduler.DIRECT));
      virtual.advanceTicks(20);
      executor.runAll();
      assertThat(seenInside).isEmpty();
      assertThat(virtual.warnings()).isEmpty();
      assertThat(virtual.metrics().active()).isZero();
    }
  }

  @Test
  @Requirement({"S1.4", "S4.2"})
  void cancel_whileRunsOfABurstWait_dropsTheRest() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      int[] runs = {0};
      Cancellable job = virtual.atFixedRate(1, () -> runs[0]++, executor);
      virtual.stallTicks(30);
      executor.runNext();
      executor.runNext();
      assertThat(job.cancel()).isTrue();
      executor.runAll();
      virtual.advanceTicks(5);
      executor.runAll();
      assertThat(runs[0]).isEqualTo(2);
    }
  }

  @Test
  @Requirement("S4.2")
  void run_calledAgainByTheExecutor_doesNotRunTheTaskAgain() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      int[] runs = {0};
      virtual.once(
          1,
          () -> runs[0]++,
          task -> {
            task.run();
            task.run();
          });
      virtual.atFixedRate(
          1,
          () -> runs[0]++,
          task -> {
            task.run();
            task.run();
          });
      virtual.advanceTicks(3);
      assertThat(runs[0]).isEqualTo(4);
    }
  }

  @Test
  @Requirement("S1.2")
  void ids_areGivenInTheOrderOfRegistration_fromOne() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Scheduler view = virtual.scheduler.withAffinity(Affinity.dispatcher("io"));
      assertThat(virtual.once(5, () -> {}).id()).isEqualTo(1);
      assertThat(virtual.atFixedRate(5, () -> {}, executor).id()).isEqualTo(2);
      assertThat(view.scheduleOnce(VirtualScheduler.ticks(9), () -> {}, executor).id())
          .isEqualTo(3);
      assertThat(virtual.withFixedDelay(1, () -> {}, executor).id()).isEqualTo(4);
    }
  }
}
