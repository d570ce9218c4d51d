package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.ExecutorRejected;
import dev.tactus.scheduler.SchedulerWarning.HandlerFailed;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A task that throws is told of, and disturbs nobody else.
@Requirement("S8.2")
final class HandlerFailureTest {
  private static final ExecutionBatch ONCE = new ExecutionBatch(1, ExecutionMode.ONE_SHOT);

  /// Throws anything.
  private static void fail(Throwable error) {
    HandlerFailureTest.<RuntimeException>sneak(error);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable error) throws T {
    throw (T) error;
  }

  @Test
  void oneShot_thatThrows_isPublishedAndOthersRun() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<String> runs = new ArrayList<>();
      Exception checked = new Exception("not even declared");
      virtual.once(1, () -> runs.add("before"));
      Cancellable failing = virtual.once(1, () -> fail(checked));
      virtual.once(1, () -> runs.add("after"));
      virtual.once(2, () -> runs.add("later"));
      virtual.advanceTicks(2);
      assertThat(runs).containsExactly("before", "after", "later");
      assertThat(virtual.warnings())
          .containsExactly(new HandlerFailed(failing.id(), checked, ONCE));
      assertThat(failing.state()).isEqualTo(TimerState.COMPLETED);
      assertThat(failing.isCancelled()).isFalse();
      assertThat(virtual.metrics().completed()).isEqualTo(4);
      assertThat(virtual.metrics().active()).isZero();
    }
  }

  @Test
  void oneShot_thatThrowsOnItsExecutor_doesNotReachTheExecutor() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      AssertionError error = new AssertionError("an error, but not of the machine");
      Cancellable failing = virtual.once(1, () -> fail(error), executor);
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(virtual.warnings()).containsExactly(new HandlerFailed(failing.id(), error, ONCE));
      assertThat(failing.state()).isEqualTo(TimerState.COMPLETED);
    }
  }

  @Test
  void fixedRate_thatThrows_isCancelledAndTheBatchTold() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      IllegalStateException error = new IllegalStateException("third time");
      int[] runs = {0};
      Cancellable job =
          virtual.atFixedRate(
              1,
              () -> {
                if (++runs[0] == 3) {
                  throw error;
                }
              },
              executor);
      for (int i = 0; i < 2; i++) {
        virtual.advanceTicks(1);
        executor.runAll();
      }
      virtual.advanceTicks(1);
      virtual.advanceTicks(1);
      executor.runAll();
      virtual.advanceTicks(5);
      executor.runAll();
      assertThat(runs[0]).isEqualTo(3);
      assertThat(virtual.warnings())
          .containsExactly(
              new HandlerFailed(job.id(), error, new ExecutionBatch(2, ExecutionMode.FIXED_RATE)));
      assertThat(job.state()).isEqualTo(TimerState.CANCELLED);
      assertThat(job.cancel()).isFalse();
      assertThat(virtual.metrics().active()).isZero();
      assertThat(virtual.metrics().periodic()).isZero();
    }
  }

  @Test
  void fixedDelayAndDirectJobs_thatThrow_areCancelledAsWell() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      RuntimeException error = new RuntimeException("always");
      Cancellable rate = virtual.atFixedRate(1, () -> fail(error), Scheduler.DIRECT);
      Cancellable delay = virtual.withFixedDelay(1, () -> fail(error), Scheduler.DIRECT);
      List<Long> runs = new ArrayList<>();
      virtual.atFixedRate(1, () -> runs.add(virtual.tick()), Scheduler.DIRECT);
      virtual.advanceTicks(3);
      assertThat(virtual.warnings())
          .containsExactly(
              new HandlerFailed(rate.id(), error, new ExecutionBatch(1, ExecutionMode.FIXED_RATE)),
              new HandlerFailed(
                  delay.id(), error, new ExecutionBatch(1, ExecutionMode.FIXED_DELAY)));
      assertThat(rate.isCancelled()).isTrue();
      assertThat(delay.isCancelled()).isTrue();
      assertThat(runs).containsExactly(1L, 2L, 3L);
    }
  }

  @Test
  void burst_whoseTaskThrows_endsAtOnce() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      int[] runs = {0};
      virtual.atFixedRate(
          1,
          () -> {
            runs[0]++;
            throw new IllegalStateException("no");
          },
          executor);
      virtual.stallTicks(100);
      executor.runAll();
      assertThat(runs[0]).isEqualTo(1);
      assertThat(virtual.warnings(HandlerFailed.class)).hasSize(1);
    }
  }

  @Test
  void stackOverflow_isTheFaultOfTheTask() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Cancellable failing = virtual.once(1, HandlerFailureTest::endless);
      virtual.advanceTicks(1);
      assertThat(virtual.warnings(HandlerFailed.class)).hasSize(1);
      HandlerFailed told = virtual.warnings(HandlerFailed.class).getFirst();
      assertThat(told.timerId()).isEqualTo(failing.id());
      assertThat(told.error()).isInstanceOf(StackOverflowError.class);
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private static void endless() {
    endless();
  }

  @Test
  void vmError_ofADirectTask_isPassedOnAndNothingIsLost() {
    for (Error error : List.of(new OutOfMemoryError("a test"), new InternalError("a test"))) {
      try (VirtualScheduler virtual = VirtualScheduler.start()) {
        List<String> runs = new ArrayList<>();
        Cancellable failing = virtual.once(1, () -> fail(error));
        virtual.once(1, () -> runs.add("same tick"));
        virtual.once(2, () -> runs.add("next tick"));
        assertThatThrownBy(() -> virtual.advanceTicks(2)).isSameAs(error);
        assertThat(virtual.warnings())
            .containsExactly(new HandlerFailed(failing.id(), error, ONCE));
        assertThat(failing.state()).isEqualTo(TimerState.COMPLETED);

        virtual.scheduler.advance(Duration.ZERO);
        assertThat(runs).containsExactly("same tick");
        virtual.advanceTicks(1);
        assertThat(runs).containsExactly("same tick", "next tick");
        assertThat(virtual.metrics().active()).isZero();
        assertThat(ExecutionBatch.current()).isEmpty();
      }
    }
  }

  @Test
  void vmError_onAnExecutor_isPassedOnToIt() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      OutOfMemoryError error = new OutOfMemoryError("a test");
      Cancellable once = virtual.once(1, () -> fail(error), executor);
      Cancellable job = virtual.atFixedRate(1, () -> fail(error), executor);
      virtual.advanceTicks(1);
      assertThatThrownBy(executor::runNext).isSameAs(error);
      assertThatThrownBy(executor::runNext).isSameAs(error);
      assertThat(once.state()).isEqualTo(TimerState.COMPLETED);
      assertThat(job.state()).isEqualTo(TimerState.CANCELLED);
      assertThat(virtual.warnings(HandlerFailed.class)).hasSize(2);
      assertThat(virtual.metrics().active()).isZero();
    }
  }

  @Test
  void vmError_onAnExecutorThatRunsAtOnce_isNoRefusalOfTheExecutor() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      OutOfMemoryError error = new OutOfMemoryError("a test");
      virtual.once(1, () -> fail(error), Runnable::run);
      virtual.atFixedRate(2, () -> fail(error), Runnable::run);
      virtual.withFixedDelay(3, () -> fail(error), Runnable::run);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> virtual.advanceTicks(1)).isSameAs(error);
      }
      virtual.advanceTicks(10);
      assertThat(virtual.warnings(HandlerFailed.class)).hasSize(3);
      assertThat(virtual.warnings(ExecutorRejected.class)).isEmpty();
      assertThat(virtual.metrics().active()).isZero();
    }
  }

  /// A task that cannot bear to hear that its timer is given up.
  private record Offended(List<CancelReason> heard, RuntimeException error) implements TimedTask {
    @Override
    public void run() {}

    @Override
    public void givenUp(CancelReason reason) {
      heard.add(reason);
      throw error;
    }
  }

  @Test
  @Requirement({"S4.6", "S8.2"})
  void givenUp_thatThrows_isPublishedAndDisturbsNobody() {
    SchedulerSettings narrow =
        SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlotCapacity(1));
    try (VirtualScheduler virtual = VirtualScheduler.start(narrow)) {
      Offended task = new Offended(new ArrayList<>(), new IllegalStateException("how dare you"));
      List<String> runs = new ArrayList<>();
      virtual.once(1, () -> runs.add("near"));
      Cancellable dropped = virtual.once(1, task);
      virtual.once(2, () -> runs.add("next"));
      Cancellable closed = virtual.atFixedRate(9, task, Scheduler.DIRECT);
      Cancellable last = virtual.once(10, () -> {});
      virtual.advanceTicks(2);
      assertThat(runs).containsExactly("near", "next");
      assertThat(virtual.scheduler.shutdown().cancelled()).isEqualTo(2);
      assertThat(last.isCancelled()).isTrue();
      assertThat(task.heard).containsExactly(CancelReason.DROPPED, CancelReason.CLOSED);
      assertThat(virtual.warnings(HandlerFailed.class))
          .containsExactly(
              new HandlerFailed(dropped.id(), task.error, ONCE),
              new HandlerFailed(
                  closed.id(), task.error, new ExecutionBatch(1, ExecutionMode.FIXED_RATE)));
    }
  }

  @Test
  @Requirement({"S8.2", "S9.1"})
  void givenUp_thatThrowsAtTheCloseOfThePlainScheduler_isPublishedAndTheCloseGoesOn() {
    List<HandlerFailed> failed = new ArrayList<>();
    JdkScheduler scheduler = JdkScheduler.start();
    scheduler.events().subscribe(HandlerFailed.class, failed::add);
    Offended task = new Offended(new ArrayList<>(), new IllegalStateException("how dare you"));
    Cancellable timer = scheduler.scheduleOnce(Duration.ofHours(1), task, Scheduler.DIRECT);
    Cancellable other = scheduler.scheduleOnce(Duration.ofHours(1), () -> {}, Scheduler.DIRECT);
    assertThat(scheduler.shutdown().cancelled()).isEqualTo(2);
    assertThat(other.isCancelled()).isTrue();
    assertThat(failed).containsExactly(new HandlerFailed(timer.id(), task.error, ONCE));
  }
}
