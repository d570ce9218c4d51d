package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.wheel.WheelSettings;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/// Futures on the scheduler.
@Requirement("S8.3")
final class DelayProviderTest {
  private final ManualExecutor executor = new ManualExecutor();

  @Test
  void delay_completesAfterItsTime_onTheGivenExecutor() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(3), executor);
      List<Long> after = new ArrayList<>();
      CompletableFuture<Void> dependent = delay.thenRun(() -> after.add(virtual.tick()));
      virtual.advanceTicks(3);
      assertThat(delay).as("the executor has not run it yet").isNotDone();
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(delay).isCompletedWithValue(null);
      assertThat(dependent).isCompleted();
      assertThat(after).containsExactly(4L);
      assertThat(virtual.metrics().completed()).isEqualTo(1);
    }
  }

  @Test
  void delay_withoutAnExecutor_usesTheOneOfTheSettings() {
    try (VirtualScheduler virtual =
        VirtualScheduler.start(SchedulerSettings.defaults().withDelayExecutor(executor))) {
      CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(1));
      CompletableFuture<Void> view =
          virtual.scheduler.withAffinity(Affinity.subsystem("x")).delay(ticks(1));
      virtual.advanceTicks(1);
      assertThat(delay).isNotDone();
      assertThat(executor.runAll()).isEqualTo(2);
      assertThat(delay).isCompleted();
      assertThat(view).isCompleted();
    }
  }

  @Test
  void cancel_ofTheFuture_freesTheTimer() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      CompletableFuture<Void> pending = virtual.scheduler.delay(ticks(100_000));
      virtual.advanceTicks(1);
      CompletableFuture<Void> scheduled = virtual.scheduler.delay(ticks(50), executor);
      virtual.advanceTicks(1);
      assertThat(virtual.scheduler.dump().activeSlots()).isEqualTo(1);
      assertThat(pending.cancel(false)).isTrue();
      assertThat(scheduled.cancel(true)).isTrue();
      assertThat(virtual.metrics().active()).isZero();
      assertThat(virtual.metrics().cancelled()).isEqualTo(2);
      virtual.advanceTicks(1);
      assertThat(virtual.scheduler.dump().activeSlots()).isZero();
      assertThat(virtual.scheduler.dump().overflowSize()).isZero();
      virtual.advanceTicks(200_000);
      assertThat(executor.runAll()).isZero();
      assertThat(pending).isCancelled();
    }
  }

  @Test
  void completion_byHand_freesTheTimer() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      CompletableFuture<Void> done = virtual.scheduler.delay(ticks(5), executor);
      CompletableFuture<Void> failed = virtual.scheduler.delay(ticks(5), executor);
      IllegalStateException error = new IllegalStateException("answered otherwise");
      assertThat(done.complete(null)).isTrue();
      assertThat(failed.completeExceptionally(error)).isTrue();
      assertThat(virtual.metrics().active()).isZero();
      virtual.advanceTicks(10);
      assertThat(executor.runAll()).isZero();
      assertThat(failed).isCompletedExceptionally();
      assertThatThrownBy(failed::join).hasCause(error);
    }
  }

  @Test
  void cancel_whileItWaitsForItsExecutor_freesTheTimer() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(1), executor);
      virtual.advanceTicks(1);
      assertThat(delay.cancel(false)).isTrue();
      executor.runAll();
      assertThat(delay).isCancelled();
      assertThat(virtual.metrics().active()).isZero();
      assertThat(virtual.metrics().completed()).isZero();
    }
  }

  @Test
  void close_failsWhatHasNotPassed_onItsExecutor() {
    VirtualScheduler virtual = VirtualScheduler.start();
    CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(5), executor);
    virtual.close();
    assertThat(delay).isNotDone();
    executor.runAll();
    assertThatThrownBy(delay::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(SchedulerClosedException.class)
        .hasMessageContaining("closed before the delay of timer 1 had passed");
  }

  @Test
  void close_withAnExecutorThatRefuses_failsTheFutureNevertheless() {
    VirtualScheduler virtual = VirtualScheduler.start();
    CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(5), executor);
    executor.refuse(1);
    virtual.close();
    assertThat(delay).isCompletedExceptionally();
  }

  @Test
  void drop_failsTheFuture() {
    SchedulerSettings settings =
        SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlotCapacity(1));
    try (VirtualScheduler virtual = VirtualScheduler.start(settings)) {
      CompletableFuture<Void> kept = virtual.scheduler.delay(ticks(5), Scheduler.DIRECT);
      CompletableFuture<Void> dropped = virtual.scheduler.delay(ticks(5), Scheduler.DIRECT);
      virtual.advanceTicks(5);
      assertThat(kept).isCompletedWithValue(null);
      assertThat(failureOf(dropped))
          .isInstanceOf(CancellationException.class)
          .hasMessageContaining("given up by the scheduler: DROPPED");
    }
  }

  @Test
  void executor_thatRefusesThreeTimes_failsTheFuture() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(1), executor);
      executor.refuse(4);
      virtual.advanceTicks(3);
      assertThat(failureOf(delay))
          .isInstanceOf(CancellationException.class)
          .hasMessageContaining("REJECTED");
    }
  }

  @Test
  @Requirement({"S8.3", "S1.4"})
  void cancel_ofTheFuture_makesItUnreachableForTheScheduler() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      WeakReference<CompletableFuture<Void>> gone = cancelledDelay(virtual);
      for (int attempt = 0; attempt < 50 && !gone.refersTo(null); attempt++) {
        virtual.advanceTicks(1);
        System.gc();
      }
      assertThat(gone.refersTo(null)).isTrue();
    }
  }

  private static Throwable failureOf(CompletableFuture<Void> future) {
    assertThat(future).isDone();
    return future.handle((done, error) -> error).join();
  }

  private static WeakReference<CompletableFuture<Void>> cancelledDelay(VirtualScheduler virtual) {
    CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(100_000));
    delay.cancel(false);
    return new WeakReference<>(delay);
  }
}
