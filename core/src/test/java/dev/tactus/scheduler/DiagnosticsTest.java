package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.Subscription;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.TimerDiagnostic.Cancelled;
import dev.tactus.scheduler.TimerDiagnostic.Fired;
import dev.tactus.scheduler.TimerDiagnostic.Scheduled;
import dev.tactus.time.wheel.WheelSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/// What timers do is told, by kind, to whoever listens.
@Requirement("S5.3")
final class DiagnosticsTest {
  private final List<TimerDiagnostic> told = new ArrayList<>();
  private final ManualExecutor executor = new ManualExecutor();

  @Test
  void oneShot_isToldWhenScheduledAndWhenFired() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      virtual.events.subscribe(TimerDiagnostic.class, told::add);
      virtual.advanceTicks(2);
      virtual.once(3, () -> {}, executor);
      virtual.advanceTicks(3);
      assertThat(told)
          .containsExactly(
              new Scheduled(
                  1,
                  2 * TICK_NANOS,
                  ExecutionMode.ONE_SHOT,
                  3 * TICK_NANOS,
                  0,
                  5,
                  Priority.NORMAL,
                  "ManualExecutor"),
              new Fired(1, 5 * TICK_NANOS, 5, 1, "ManualExecutor"));
    }
  }

  @Test
  void jobs_areToldWithPeriodModeAndRuns() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      virtual.events.subscribe(TimerDiagnostic.class, told::add);
      virtual.scheduler.scheduleAtFixedRate(ticks(2), ticks(1), () -> {}, Scheduler.DIRECT);
      virtual
          .scheduler
          .withAffinity(Affinity.subsystem("x"))
          .scheduleWithFixedDelay(ticks(3), ticks(9), () -> {}, executor);
      virtual.advanceTicks(3);
      assertThat(told)
          .containsExactly(
              new Scheduled(
                  1,
                  0,
                  ExecutionMode.FIXED_RATE,
                  2 * TICK_NANOS,
                  TICK_NANOS,
                  2,
                  Priority.NORMAL,
                  "direct"),
              new Scheduled(
                  2,
                  0,
                  ExecutionMode.FIXED_DELAY,
                  3 * TICK_NANOS,
                  9 * TICK_NANOS,
                  3,
                  Priority.NORMAL,
                  "ManualExecutor"),
              new Fired(1, 2 * TICK_NANOS, 2, 1, "direct"),
              new Fired(1, 3 * TICK_NANOS, 3, 1, "direct"),
              new Fired(2, 3 * TICK_NANOS, 3, 1, "ManualExecutor"));
    }
  }

  @Test
  void cancellations_areToldWithTheirReasons() {
    WheelSettings wheel = WheelSettings.DEFAULT.withSlotCapacity(1);
    VirtualScheduler virtual =
        VirtualScheduler.start(
            SchedulerSettings.defaults()
                .withWheel(wheel)
                .withPolicies(
                    PolicyRegistry.DEFAULT.withDefault(TimerPolicy.DEFAULT.withBacklogLimit(1))));
    virtual.events.subscribe(Cancelled.class, told::add);
    virtual.once(100, () -> {}).cancel(); // 1
    virtual.once(50, () -> {}); // 2
    virtual.once(50, () -> {}); // 3
    virtual.advanceTicks(1);
    executor.refuse(3);
    virtual.once(1, () -> {}, executor); // 4
    virtual.advanceTicks(3);
    virtual.once( // 5
        1, () -> {}, executor);
    virtual.scheduler.scheduleAtFixedRate( // 6
        ticks(3),
        ticks(3),
        () -> {
          throw new IllegalStateException("no");
        },
        Scheduler.DIRECT);
    virtual.advanceTicks(5);
    virtual.scheduler.scheduleAtFixedRate(ticks(2), ticks(2), () -> {}, executor); // 7
    for (int i = 0; i < 10; i++) {
      virtual.advanceTicks(1);
    }
    virtual.close();
    assertThat(told)
        .extracting(d -> d.timerId() + " " + ((Cancelled) d).reason())
        .containsExactly(
            "1 REQUESTED", "3 DROPPED", "4 REJECTED", "6 FAILED", "7 BACKLOG", "2 CLOSED");
    assertThat(told.get(2).atNanos()).isEqualTo(4 * TICK_NANOS);
  }

  @Test
  void subscription_byKind_getsThatKindOnly_untilItIsClosed() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Subscription fired = virtual.events.subscribe(Fired.class, told::add);
      virtual.once(1, () -> {});
      virtual.once(9, () -> {}).cancel();
      virtual.advanceTicks(1);
      assertThat(told).hasSize(1).allMatch(Fired.class::isInstance);
      fired.close();
      virtual.once(1, () -> {});
      virtual.advanceTicks(1);
      assertThat(told).hasSize(1);
    }
  }

  @Test
  void cancelledTimer_isNotToldToFire() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Cancellable> victims = new ArrayList<>();
      virtual.once(1, () -> victims.forEach(Cancellable::cancel));
      victims.add(virtual.once(1, () -> {}));
      victims.add(virtual.once(1, () -> {}, executor));
      victims.add(virtual.atFixedRate(1, () -> {}, executor));
      virtual.events.subscribe(Fired.class, told::add);
      virtual.advanceTicks(2);
      assertThat(told).extracting(TimerDiagnostic::timerId).containsExactly(1L);
    }
  }

  @Test
  void nameOfAnExecutor_isTheSameInEveryRun() {
    Executor lambda = task -> {};
    assertThat(Diagnostics.nameOf(Scheduler.DIRECT)).isEqualTo("direct");
    assertThat(Diagnostics.nameOf(executor)).isEqualTo("ManualExecutor");
    assertThat(Diagnostics.nameOf(lambda)).isEqualTo("DiagnosticsTest$$Lambda");
    assertThat(
            Diagnostics.nameOf(
                new Executor() {
                  @Override
                  public void execute(Runnable task) {}
                }))
        .isEqualTo("anonymous");
  }

  @Test
  @Requirement({"S1.1", "S8.2"})
  void vmError_ofAListenerToFired_losesNoTimer() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      OutOfMemoryError error = new OutOfMemoryError("a passing lack of memory");
      int[] left = {5};
      virtual.events.subscribe(
          Fired.class,
          fired -> {
            if (left[0]-- > 0) {
              throw error;
            }
          });
      List<String> runs = new ArrayList<>();
      virtual.once(1, () -> runs.add("direct"));
      virtual.once(1, () -> runs.add("once"), executor);
      CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(1), executor);
      virtual.withFixedDelay(1, () -> runs.add("fixed delay"), executor);
      virtual.atFixedRate(1, () -> runs.add("fixed rate"), executor);
      assertThatThrownBy(() -> virtual.advanceTicks(1)).isSameAs(error);
      for (int i = 0; i < 4; i++) {
        assertThatThrownBy(() -> virtual.advanceTicks(0)).isSameAs(error);
      }
      executor.runAll();
      assertThat(runs).containsExactly("direct", "once", "fixed delay", "fixed rate");
      assertThat(delay).isCompleted();
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(runs).hasSize(6).endsWith("fixed delay", "fixed rate");
    }
  }

  @Test
  @Requirement({"S1.4", "S8.2"})
  void vmError_ofAListenerToCancelled_comesWhenTheCancellationIsComplete() {
    OutOfMemoryError error = new OutOfMemoryError("a passing lack of memory");
    VirtualScheduler virtual = VirtualScheduler.start();
    List<CancelReason> heard = new ArrayList<>();
    TimedTask task =
        new TimedTask() {
          @Override
          public void run() {}

          @Override
          public void givenUp(CancelReason reason) {
            heard.add(reason);
          }
        };
    Cancellable once = virtual.once(100_000, () -> {});
    Cancellable job = virtual.atFixedRate(100_000, () -> {}, executor);
    Cancellable refused = virtual.once(1, task, executor);
    CompletableFuture<Void> delay = virtual.scheduler.delay(ticks(1), executor);
    executor.refuse(8);
    virtual.advanceTicks(2);
    Subscription listening =
        virtual.events.subscribe(
            Cancelled.class,
            cancelled -> {
              throw error;
            });
    assertThatThrownBy(once::cancel).isSameAs(error);
    assertThatThrownBy(job::cancel).isSameAs(error);
    assertThatThrownBy(() -> virtual.advanceTicks(1)).isSameAs(error);
    assertThatThrownBy(() -> virtual.advanceTicks(0)).isSameAs(error);
    listening.close();
    assertThat(refused.isCancelled()).isTrue();
    assertThat(heard).containsExactly(CancelReason.REJECTED);
    assertThat(delay).isCompletedExceptionally();
    virtual.advanceTicks(1);
    assertThat(virtual.scheduler.dump().overflowSize()).as("taken out").isZero();
    virtual.close();
  }
}
