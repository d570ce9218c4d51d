package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.driver.DriverStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The close of a scheduler, in virtual time.
@Requirement({"S3.3", "R4"})
final class ShutdownTest {
  private final ManualExecutor executor = new ManualExecutor();
  private final List<String> log = new ArrayList<>();

  @Test
  void shutdown_deliversWhatWasDue_runsOnCloseTasks_cancelsTheRest_inThisOrder() {
    VirtualScheduler virtual = VirtualScheduler.start();
    virtual.once(3, () -> log.add("due"));
    virtual.atFixedRate(2, () -> log.add("job"), Scheduler.DIRECT);
    Cancellable elsewhere = virtual.once(4, () -> log.add("handed over"), executor);
    Cancellable far = virtual.once(6, () -> log.add("never"));
    virtual.scheduler.registerOnClose(
        () -> {
          log.add("on close, far timer " + far.state());
          assertThat(virtual.driver.status()).isInstanceOf(DriverStatus.Flushed.class);
        },
        OnClosePriority.USER);
    virtual.events.subscribe(
        TimerDiagnostic.Cancelled.class, c -> log.add("cancelled " + c.reason()));
    virtual.clock.moveTo(5 * TICK_NANOS); // time has passed, the driver has not noticed yet

    CloseReport report = virtual.scheduler.shutdown();
    assertThat(log)
        .containsExactly(
            "job",
            "due",
            "job",
            "on close, far timer SCHEDULED",
            "cancelled CLOSED",
            "cancelled CLOSED");
    assertThat(report.driver()).isEqualTo(new DriverStatus.Flushed(5, 0));
    assertThat(report.delivered()).isEqualTo(4);
    assertThat(report.onClose().succeeded()).isEqualTo(1);
    assertThat(report.cancelled()).isEqualTo(2);
    assertThat(report.forced()).isFalse();
    assertThat(far.isCancelled()).isTrue();

    assertThat(elsewhere.isCancelled()).as("it was due, so it is delivered").isFalse();
    executor.runAll();
    assertThat(log).last().isEqualTo("handed over");
    assertThat(virtual.metrics().active()).isZero();
  }

  @Test
  void shutdown_ofTimersNeverSeenByTheTickingThread_deliversOrCancelsThem() {
    VirtualScheduler virtual = VirtualScheduler.start();
    virtual.once(2, () -> log.add("due"));
    Cancellable far = virtual.once(1_000_000, () -> log.add("never"));
    virtual.clock.moveTo(2 * TICK_NANOS);
    virtual.once(1, () -> log.add("never"));
    CloseReport report = virtual.scheduler.shutdown();
    assertThat(log).containsExactly("due");
    assertThat(report.delivered()).isEqualTo(1);
    assertThat(report.cancelled()).isEqualTo(2);
    assertThat(far.isCancelled()).isTrue();
  }

  @Test
  void shutdown_ofASuspendedDriver_deliversWhatItHeldBack() {
    VirtualScheduler virtual = VirtualScheduler.start();
    virtual.once(5, () -> log.add("due"));
    virtual.driver.suspend();
    virtual.advanceTicks(5);
    assertThat(log).isEmpty();
    assertThat(virtual.scheduler.shutdown().delivered()).isEqualTo(1);
    assertThat(log).containsExactly("due");
  }

  @Test
  void shutdown_withAnExecutorThatRunsAtOnce_deliversEveryDueTimeOfAJob() {
    VirtualScheduler virtual = VirtualScheduler.start();
    Cancellable rate = virtual.atFixedRate(1, () -> log.add("rate"), Runnable::run);
    virtual.scheduler.registerOnClose(() -> log.add("on close"), OnClosePriority.USER);
    virtual.clock.moveTo(3 * TICK_NANOS);
    CloseReport report = virtual.scheduler.shutdown();
    assertThat(log).containsExactly("rate", "rate", "rate", "on close");
    assertThat(report.delivered()).isEqualTo(3);
    assertThat(report.cancelled()).isEqualTo(1);
    assertThat(rate.isCancelled()).isTrue();
    assertThat(virtual.metrics().active()).isZero();
  }

  @Test
  void shutdown_withRunsInTheExecutor_letsThemFinishAndThenEndsTheJob() {
    VirtualScheduler virtual = VirtualScheduler.start();
    Cancellable rate = virtual.atFixedRate(1, () -> log.add("rate"), executor);
    Cancellable delay = virtual.withFixedDelay(3, () -> log.add("delay"), executor);
    virtual.stallTicks(3);
    CloseReport report = virtual.scheduler.shutdown();
    assertThat(report.cancelled()).as("what is due is not cancelled").isZero();
    assertThat(rate.isCancelled()).isFalse();
    executor.runAll();
    assertThat(log).containsExactlyInAnyOrder("rate", "rate", "rate", "delay");
    assertThat(rate.isCancelled()).isTrue();
    assertThat(delay.isCancelled()).isTrue();
    assertThat(virtual.metrics().active()).isZero();
    assertThat(virtual.metrics().periodic()).isZero();
  }

  @Test
  void shutdown_withAnExecutorThatRefusesAfterwards_endsTheJobAsWell() {
    VirtualScheduler virtual = VirtualScheduler.start();
    Cancellable rate = virtual.atFixedRate(1, () -> log.add("rate"), executor);
    virtual.stallTicks(3);
    virtual.close();
    executor.refuse(1);
    executor.runAll();
    assertThat(log).containsExactly("rate");
    assertThat(rate.isCancelled()).isTrue();
    assertThat(virtual.metrics().active()).isZero();
  }

  @Test
  void shutdown_withAnExecutorThatRefuses_cancelsWhatCouldNotBeDelivered() {
    VirtualScheduler virtual = VirtualScheduler.start();
    List<Cancellable> timers =
        List.of(
            virtual.once(1, () -> {}, executor),
            virtual.atFixedRate(1, () -> {}, executor),
            virtual.withFixedDelay(1, () -> {}, executor));
    executor.refuse(Integer.MAX_VALUE);
    virtual.clock.moveTo(TICK_NANOS);
    virtual.close();
    assertThat(timers).allMatch(Cancellable::isCancelled);
    assertThat(virtual.metrics().active()).isZero();
  }

  @Test
  void shutdown_again_givesTheSameReportAndDoesNothing() {
    VirtualScheduler virtual = VirtualScheduler.start();
    virtual.once(5, () -> {});
    virtual.scheduler.registerOnClose(() -> log.add("once"), OnClosePriority.USER);
    CloseReport report = virtual.scheduler.shutdown();
    virtual.close();
    assertThat(virtual.scheduler.shutdown()).isSameAs(report);
    assertThat(log).containsExactly("once");
    assertThat(virtual.scheduler.advance(ticks(100))).as("no ticks any more").isZero();
  }

  @Test
  void shutdown_fromTwoThreads_letsTheSecondWaitForTheFirst() throws Exception {
    VirtualScheduler virtual = VirtualScheduler.start();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    virtual.scheduler.registerOnClose(
        () -> {
          begun.countDown();
          await(goOn);
        },
        OnClosePriority.USER);
    CompletableFuture<CloseReport> first =
        CompletableFuture.supplyAsync(virtual.scheduler::shutdown, Thread::startVirtualThread);
    await(begun);
    CompletableFuture<CloseReport> second = new CompletableFuture<>();
    Thread waiting = Thread.ofPlatform().start(() -> second.complete(virtual.scheduler.shutdown()));
    while (waiting.getState() != Thread.State.BLOCKED && waiting.isAlive()) {
      Thread.onSpinWait();
    }
    assertThat(second).isNotDone();
    goOn.countDown();
    CloseReport report = first.get(60, TimeUnit.SECONDS);
    assertThat(second.get(60, TimeUnit.SECONDS)).isSameAs(report);
    assertThat(report.onClose().succeeded()).isEqualTo(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void close_byADirectTask_isRefusedWithTheWayOut() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Throwable> refusals = new ArrayList<>();
      virtual.once(
          1,
          () -> {
            try {
              virtual.scheduler.close();
            } catch (IllegalStateException e) {
              refusals.add(e);
            }
          });
      virtual.advanceTicks(1);
      assertThat(refusals).hasSize(1);
      assertThat(refusals.getFirst())
          .hasMessageContainingAll(
              "by a task that runs on its ticking thread",
              "CompletableFuture.runAsync(scheduler::close)");
      virtual.once(1, () -> log.add("still open"));
      virtual.advanceTicks(1);
      assertThat(log).containsExactly("still open");
    }
  }

  @Test
  void close_byATaskOnAnExecutor_isFine() {
    VirtualScheduler virtual = VirtualScheduler.start();
    Cancellable self = virtual.once(1, virtual.scheduler::close, executor);
    Cancellable other = virtual.once(5, () -> {});
    virtual.advanceTicks(1);
    executor.runAll();
    assertThat(self.state()).isEqualTo(TimerState.COMPLETED);
    assertThat(other.isCancelled()).isTrue();
  }

  @Test
  @Requirement("S3.7")
  void schedule_afterTheClose_isRefusedEverywhere() {
    SchedulerSettings settings =
        SchedulerSettings.defaults().withName("billing").withSystemQuota(1);
    VirtualScheduler virtual = VirtualScheduler.start(settings);
    virtual.once(1, () -> {}, executor);
    virtual.advanceTicks(1); // waits for its executor, and so uses up the quota
    virtual.pressure.engage();
    virtual.close();
    Scheduler view = virtual.scheduler.withAffinity(Affinity.subsystem("x"));
    List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls =
        List.of(
            () -> virtual.once(1, () -> {}),
            () -> virtual.atFixedRate(1, () -> {}, executor),
            () -> virtual.withFixedDelay(1, () -> {}, executor),
            () -> virtual.scheduler.delay(ticks(1)),
            () -> view.scheduleOnce(ticks(1), () -> {}, executor));
    for (var call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(SchedulerClosedException.class)
          .hasMessage("The scheduler 'billing' is closed. Start a new one. [TAC-0102]");
    }
    assertThat(virtual.metrics().registered()).isEqualTo(1);
    assertThat(virtual.metrics().periodic()).isZero();
  }

  @Test
  @Requirement({"S3.3", "S4.7"})
  void shutdown_withAnExecutorThatRefuses_countsNoTimerTwice() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      ManualExecutor executor = new ManualExecutor();
      virtual.driver.suspend();
      virtual.once(1, () -> {}, executor);
      virtual.atFixedRate(1, () -> {}, executor);
      virtual.once(1, () -> {});
      virtual.advanceTicks(1);
      executor.refuse(Integer.MAX_VALUE);
      CloseReport report = virtual.scheduler.shutdown();
      assertThat(report.delivered()).isEqualTo(1);
      assertThat(report.cancelled()).isEqualTo(2);
    }
  }

  @Test
  @Requirement({"S3.3", "S3.6", "S8.2", "S8.3"})
  void shutdown_withVmErrorsOfTasksThatWereDue_takesAllStepsAndThrowsTheFirst() {
    VirtualScheduler virtual = VirtualScheduler.start();
    OutOfMemoryError error = new OutOfMemoryError("a test");
    for (int tick = 1; tick <= 3; tick++) {
      virtual.once(
          tick,
          () -> {
            throw error;
          });
      virtual.once(tick, () -> log.add("due"));
    }
    CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(9), Scheduler.DIRECT);
    virtual.scheduler.registerOnClose(() -> log.add("on close"), OnClosePriority.USER);
    virtual.clock.moveTo(3 * TICK_NANOS);
    assertThatThrownBy(virtual.scheduler::shutdown).isSameAs(error);
    assertThat(log).containsExactly("due", "due", "due", "on close");
    assertThat(delay).isCompletedExceptionally();
    CloseReport report = virtual.scheduler.shutdown();
    assertThat(report.driver().pending()).isZero();
    assertThat(report.delivered()).isEqualTo(6);
    assertThat(report.onClose().succeeded()).isEqualTo(1);
    assertThat(report.cancelled()).isEqualTo(1);
    assertThat(virtual.metrics().active()).isZero();
  }

  @Test
  @Requirement({"S3.3", "S8.2"})
  void shutdown_withVmErrorsOfListeners_cancelsEverything() {
    for (SchedulerKind kind : SchedulerKind.values()) {
      OutOfMemoryError error = new OutOfMemoryError("a test");
      EventStream events = new EventStream();
      events.subscribe(
          TimerDiagnostic.Cancelled.class,
          cancelled -> {
            throw error;
          });
      SystemScheduler scheduler =
          SystemScheduler.start(
              SchedulerSettings.defaults().withKind(kind), RuntimeToolbox.host(), events);
      List<Cancellable> timers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        timers.add(scheduler.scheduleOnce(Duration.ofHours(1), () -> {}, executor));
        timers.add(
            scheduler.scheduleAtFixedRate(
                Duration.ofHours(1), Duration.ofHours(1), () -> {}, executor));
      }
      assertThatThrownBy(scheduler::shutdown).isSameAs(error);
      assertThat(timers).allMatch(Cancellable::isCancelled);
      assertThat(scheduler.shutdown().cancelled()).isEqualTo(6);
    }
  }
}
