package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.driver.ExternalTickDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A timer of the plain scheduler, whose alarms come when the test says so.
@Requirement("S9.1")
final class JdkTimerTest {
  /// Alarms that a test lets go off.
  private static final class ManualAlarms extends ScheduledThreadPoolExecutor {
    private final List<Runnable> set = new ArrayList<>();

    /// In how many nanoseconds the last one was to go off.
    private long lastDelay;

    /// What it throws instead of setting one; null while it sets them.
    private @Nullable Error failure;

    ManualAlarms() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      if (failure != null) {
        throw failure;
      }
      set.add(command);
      lastDelay = unit.toNanos(delay);
      return super.schedule(() -> {}, 1, TimeUnit.DAYS);
    }

    /// Lets all go off that are set now.
    void goOff() {
      List<Runnable> due = List.copyOf(set);
      set.clear();
      due.forEach(Runnable::run);
    }
  }

  /// An adder that has no memory for a stripe while it is told so.
  private final class Adder extends LongAdder {
    private static final long serialVersionUID = 1;

    @Override
    public void increment() {
      if (noMemory != null) {
        throw noMemory;
      }
      super.increment();
    }
  }

  private @Nullable Error noMemory;
  private final SettableClock clock = SettableClock.likeHost();
  private final EventStream events = new EventStream();
  private final ManualAlarms alarms = new ManualAlarms();
  private final ManualExecutor executor = new ManualExecutor();
  private final List<Throwable> uncaught = new ArrayList<>();
  private final JdkEngine engine =
      new JdkEngine(
          SchedulerSettings.defaults(),
          RuntimeToolbox.of(clock, ExternalTickDriver.create()),
          events,
          alarms,
          new SchedulerCounters(Adder::new));

  JdkTimerTest() {
    Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> uncaught.add(error));
  }

  @AfterEach
  void end() {
    Thread.currentThread().setUncaughtExceptionHandler(null);
    alarms.shutdownNow();
  }

  private JdkTimer register(ExecutionMode mode, long periodNanos, Runnable task) {
    return register(mode, periodNanos, task, executor, null);
  }

  private JdkTimer register(
      ExecutionMode mode,
      long periodNanos,
      Runnable task,
      Executor where,
      @Nullable CompletableFuture<Void> promise) {
    JdkTimer timer =
        new JdkTimer(
            engine,
            mode,
            TimerPolicy.DEFAULT,
            task,
            where,
            clock.nanos() + periodNanos,
            periodNanos,
            promise);
    engine.register(timer, false);
    return timer;
  }

  private void alarmAt(long nanos) {
    clock.moveTo(nanos);
    alarms.goOff();
  }

  @Test
  @Requirement({"S1.1", "S8.2"})
  void vmError_ofAListenerToFired_losesNoTimer() {
    OutOfMemoryError error = new OutOfMemoryError("a passing lack of memory");
    events.subscribe(
        TimerDiagnostic.Fired.class,
        fired -> {
          throw error;
        });
    int[] runs = {0};
    JdkTimer once = register(ExecutionMode.ONE_SHOT, TICK_NANOS, () -> runs[0]++);
    JdkTimer fixed = register(ExecutionMode.FIXED_DELAY, TICK_NANOS, () -> runs[0]++);
    alarmAt(TICK_NANOS);
    executor.runAll();
    alarmAt(2 * TICK_NANOS);
    executor.runAll();
    assertThat(runs[0]).isEqualTo(3);
    assertThat(once.state()).isEqualTo(TimerState.COMPLETED);
    assertThat(fixed.state()).isEqualTo(TimerState.SCHEDULED);
    assertThat(uncaught).containsExactly(error, error, error);
  }

  @Test
  @Requirement({"S8.2", "S8.3"})
  void vmError_ofAListenerToCancelled_comesWhenTheCancellationIsComplete() {
    OutOfMemoryError error = new OutOfMemoryError("a passing lack of memory");
    events.subscribe(
        TimerDiagnostic.Cancelled.class,
        cancelled -> {
          throw error;
        });
    CompletableFuture<Void> promise = new CompletableFuture<>();
    JdkTimer timer = register(ExecutionMode.ONE_SHOT, TICK_NANOS, () -> {}, Runnable::run, promise);
    assertThatThrownBy(() -> timer.cancel(CancelReason.CLOSED)).isSameAs(error);
    assertThat(promise).isCompletedExceptionally();
  }

  @Test
  @Requirement({"S1.1", "S8.2"})
  void vmError_whereNoAlarmCanBeSetAgain_endsTheTimer() {
    List<CancelReason> heard = new ArrayList<>();
    events.subscribe(TimerDiagnostic.Cancelled.class, c -> heard.add(c.reason()));
    JdkTimer rate = register(ExecutionMode.FIXED_RATE, TICK_NANOS, () -> {});
    JdkTimer delay = register(ExecutionMode.FIXED_DELAY, TICK_NANOS, () -> {}, Runnable::run, null);
    CompletableFuture<Void> promise = new CompletableFuture<>();
    Executor refusing =
        task -> {
          throw new RejectedExecutionException("a test");
        };
    JdkTimer once = register(ExecutionMode.ONE_SHOT, TICK_NANOS, () -> {}, refusing, promise);
    OutOfMemoryError error = new OutOfMemoryError("no memory for an alarm");
    alarms.failure = error;
    alarmAt(TICK_NANOS);
    assertThat(uncaught).containsOnly(error).hasSize(3);
    assertThat(List.of(rate.state(), delay.state(), once.state()))
        .containsOnly(TimerState.CANCELLED);
    assertThat(heard).hasSize(3).containsOnly(CancelReason.DROPPED);
    assertThat(promise).isCompletedExceptionally();
    assertThat(engine.active).isEmpty();
    assertThat(engine.counters.dropped.sum()).isEqualTo(3);
  }

  @Test
  @Requirement({"S2.2", "S2.6", "R3"})
  void fixedRate_ofLessThanATick_foldsAndIsCancelledWhenItsTaskIsBehind() {
    List<SchedulerWarning> warnings = new ArrayList<>();
    events.subscribe(SchedulerWarning.class, warnings::add);
    List<Integer> batches = new ArrayList<>();
    long period = TICK_NANOS / 100;
    JdkTimer timer =
        register(
            ExecutionMode.FIXED_RATE,
            period,
            () -> batches.add(ExecutionBatch.current().orElseThrow().runs()));
    alarmAt(20 * period);
    executor.runAll();
    alarmAt(40 * period);
    alarmAt(60 * period);
    executor.runAll();
    assertThat(batches).containsExactly(20, 40);
    for (int i = 1; i <= 4; i++) {
      alarmAt((60 + 20 * i) * period);
    }
    assertThat(timer.isCancelled()).isTrue();
    assertThat(warnings).containsExactly(new SchedulerWarning.BacklogExceeded(timer.id(), 80, 64));
  }

  @Test
  @Requirement({"S2.5", "S2.6", "R6"})
  void fixedRate_alwaysLateWithATaskThatIsBehind_hasABoundedBacklog() {
    List<Integer> batches = new ArrayList<>();
    JdkTimer timer =
        register(
            ExecutionMode.FIXED_RATE,
            TICK_NANOS,
            () -> batches.add(ExecutionBatch.current().orElseThrow().runs()));
    for (int i = 1; i <= 3; i++) {
      alarmAt(1_000L * i * TICK_NANOS);
    }
    assertThat(timer.backlog()).isEqualTo(3_000);
    alarmAt(3_001L * TICK_NANOS);
    executor.runAll();
    assertThat(timer.isCancelled()).as("a burst cancels nothing by itself").isFalse();
    assertThat(batches).hasSize(1 + 2_000).startsWith(1_001, 1);
    for (int i = 1; i <= 2 + 64; i++) {
      alarmAt((3_001L + 100L * i) * TICK_NANOS);
    }
    assertThat(timer.isCancelled()).isFalse();
    alarmAt(10_000L * TICK_NANOS);
    assertThat(timer.isCancelled()).as("65 bursts more than may be owed").isTrue();
  }

  @Test
  @Requirement("S2.5")
  void fixedRate_withMoreDueTimesThanCanBeCounted_goesOn() {
    int[] runs = {0};
    register(ExecutionMode.FIXED_RATE, 1, () -> runs[0]++);
    for (int i = 1; i <= 3; i++) {
      alarmAt((long) i << 31);
    }
    for (int i = 1; i <= 5; i++) {
      executor.runNext();
    }
    assertThat(runs[0]).isEqualTo(5);
    assertThat(executor.waiting()).as("it goes on").isEqualTo(1);
  }

  @Test
  @Requirement({"S3.3", "R4"})
  void run_thatEndsWhileTheCloseStillDelivers_doesNotEndTheTimer() {
    int[] runs = {0};
    JdkTimer rate = register(ExecutionMode.FIXED_RATE, TICK_NANOS, () -> runs[0]++);
    JdkTimer delay = register(ExecutionMode.FIXED_DELAY, TICK_NANOS, () -> runs[0]++);
    alarmAt(TICK_NANOS);
    engine.refuseAll("The test closes it.");
    executor.runAll();
    assertThat(rate.isCancelled()).isFalse();
    assertThat(delay.isCancelled()).isFalse();
    executor.refuse(1);
    alarmAt(2 * TICK_NANOS);
    assertThat(rate.isCancelled()).as("its executor refused it").isFalse();
    alarmAt(3 * TICK_NANOS);
    engine.beQuiet();
    engine.cancelAll(new FirstError());
    executor.runAll();
    assertThat(runs[0]).isEqualTo(2 + 2);
    assertThat(rate.isCancelled()).isTrue();
    assertThat(delay.isCancelled()).isTrue();
    assertThat(engine.active).isEmpty();
  }

  @Test
  @Requirement({"S4.7", "S8.2"})
  void steps_thatCannotBeCounted_areDoneNevertheless() {
    int[] runs = {0};
    JdkTimer cancelled = register(ExecutionMode.ONE_SHOT, TICK_NANOS, () -> {});
    CompletableFuture<Void> promise = new CompletableFuture<>();
    JdkTimer dropped =
        register(ExecutionMode.ONE_SHOT, TICK_NANOS, () -> {}, Runnable::run, promise);
    noMemory = new OutOfMemoryError("no memory for a stripe");
    assertThatThrownBy(() -> NoLane.run(cancelled::cancel)).isSameAs(noMemory);
    assertThatThrownBy(() -> dropped.cancel(CancelReason.DROPPED)).isSameAs(noMemory);
    assertThat(promise).isCompletedExceptionally();
    assertThat(engine.active).isEmpty();
    noMemory = null;

    JdkTimer once = register(ExecutionMode.ONE_SHOT, TICK_NANOS, () -> runs[0]++);
    JdkTimer rate = register(ExecutionMode.FIXED_RATE, TICK_NANOS, () -> runs[0]++);
    JdkTimer delay = register(ExecutionMode.FIXED_DELAY, TICK_NANOS, () -> runs[0]++);
    alarmAt(TICK_NANOS);
    noMemory = new OutOfMemoryError("no memory for a stripe");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(executor::runNext).isSameAs(noMemory);
    }
    assertThat(once.state()).isEqualTo(TimerState.COMPLETED);
    assertThat(List.of(rate.state(), delay.state())).containsOnly(TimerState.SCHEDULED);
    assertThat(engine.active.values()).containsExactlyInAnyOrder(rate, delay);
    noMemory = null;
    alarmAt(2 * TICK_NANOS);
    executor.runAll();
    assertThat(runs[0]).isEqualTo(5);
  }

  @Test
  @Requirement({"S2.1", "S2.2", "R3"})
  void fixedRate_ofLessThanATick_comesOnceATickWithAllThatWasDue() {
    List<Integer> batches = new ArrayList<>();
    long period = TICK_NANOS / 100;
    JdkTimer timer =
        register(
            ExecutionMode.FIXED_RATE,
            period,
            () -> batches.add(ExecutionBatch.current().orElseThrow().runs()),
            Runnable::run,
            null);
    assertThat(alarms.lastDelay).isEqualTo(period);
    alarmAt(period);
    assertThat(alarms.lastDelay).isEqualTo(TICK_NANOS);
    alarmAt(TICK_NANOS + period);
    assertThat(batches).containsExactly(1, 100);
    // Late by less than a tick: that is as near as timers are.
    alarmAt(2 * TICK_NANOS + 51 * period);
    assertThat(alarms.lastDelay).isEqualTo(TICK_NANOS);
    assertThat(batches).containsExactly(1, 100, 150);
    assertThat(timer.backlog()).isZero();
    assertThat(engine.lateness().maxNanos()).isLessThan(TICK_NANOS);
  }

  @Test
  @Requirement("S2.4")
  void fixedDelay_ofLessThanATick_comesOnceATick() {
    JdkTimer timer = register(ExecutionMode.FIXED_DELAY, 1, () -> clock.moveTo(5));
    alarmAt(1);
    executor.runNext();
    assertThat(alarms.lastDelay).as("from the last alarm").isEqualTo(TICK_NANOS - 4);
    executor.refuse(1);
    alarmAt(TICK_NANOS + 1);
    assertThat(alarms.lastDelay).isEqualTo(TICK_NANOS);
    assertThat(timer.state()).isEqualTo(TimerState.SCHEDULED);
  }

  @Test
  @Requirement("S2.1")
  void fixedRate_ofMoreThanATick_comesWhenItIsDue() {
    long period = TICK_NANOS + 1;
    JdkTimer timer = register(ExecutionMode.FIXED_RATE, period, () -> {});
    alarmAt(period + TICK_NANOS / 2);
    assertThat(alarms.lastDelay).isEqualTo(period - TICK_NANOS / 2);
    assertThat(timer.backlog()).isEqualTo(1);
  }
}
