package dev.tactus.scheduler;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The plain scheduler keeps the contract.
@Requirement("S9.1")
final class JdkSchedulerContractTest extends SchedulerContract {
  @Override
  SchedulerKind kind() {
    return SchedulerKind.JDK;
  }

  @Test
  void start_onVirtualTime_isRefusedAndSaysWhatToChoose() {
    SchedulerSettings settings = SchedulerSettings.defaults().withKind(SchedulerKind.JDK);
    assertThatThrownBy(
            () -> SystemScheduler.start(settings, RuntimeToolbox.manual(), new EventStream()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Choose SchedulerKind.WHEEL");
  }

  @Test
  @Requirement({"S1.5", "S4.7"})
  void schedule_withoutAThreadForTheAlarms_registersNothing() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
    boolean[] failing = {true};
    RuntimeToolbox toolbox =
        RuntimeToolbox.host()
            .withThreads(
                task -> {
                  if (failing[0]) {
                    throw error;
                  }
                  return Thread.ofPlatform().daemon().unstarted(task);
                });
    List<String> runs = new CopyOnWriteArrayList<>();
    CountDownLatch ran = new CountDownLatch(1);
    try (JdkScheduler scheduler =
        JdkScheduler.start(SchedulerSettings.defaults(), toolbox, new EventStream())) {
      assertThatThrownBy(
              () -> scheduler.scheduleOnce(ofMillis(1), () -> runs.add("refused"), Runnable::run))
          .isSameAs(error);
      assertThat(scheduler.metrics().registered()).isZero();
      assertThat(scheduler.metrics().active()).isZero();
      failing[0] = false;
      scheduler.scheduleOnce(
          ofMillis(20),
          () -> {
            runs.add("taken");
            ran.countDown();
          },
          Runnable::run);
      assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(runs).containsExactly("taken");
  }

  /// One of each mode, whose executor throws when the close has given up to wait for it.
  @ParameterizedTest
  @EnumSource(ExecutionMode.class)
  @Requirement({"S3.3", "S4.7"})
  void close_beforeTheExecutorThrows_leavesNoTimerBehind(ExecutionMode mode) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    Executor slow =
        task -> {
          begun.countDown();
          awaitQuietly(closed);
          throw new RejectedExecutionException("full");
        };
    EventStream events = new EventStream();
    events.subscribe(TimerDiagnostic.Cancelled.class, event -> cancelled.countDown());
    JdkScheduler scheduler =
        JdkScheduler.start(
            SchedulerSettings.defaults().withShutdownTimeout(ofMillis(1)),
            RuntimeToolbox.host(),
            events);
    Cancellable timer =
        switch (mode) {
          case ONE_SHOT -> scheduler.scheduleOnce(ofMillis(1), () -> {}, slow);
          case FIXED_RATE -> scheduler.scheduleAtFixedRate(ofMillis(1), ofHours(1), () -> {}, slow);
          case FIXED_DELAY ->
              scheduler.scheduleWithFixedDelay(ofMillis(1), ofHours(1), () -> {}, slow);
        };
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(scheduler.shutdown().forced()).isTrue();
    closed.countDown();
    assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(timer.isCancelled()).isTrue();
    assertThat(scheduler.metrics().active()).isZero();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
