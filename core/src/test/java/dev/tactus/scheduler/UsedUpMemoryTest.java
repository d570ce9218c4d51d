package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Steps that end for want of memory, or of stack, where a timer has changed its state and the
/// change is not counted yet.
@Requirement({"S4.7", "S8.2"})
final class UsedUpMemoryTest {
  private static final long FAR_TICK = 1_000_000;

  private final OutOfMemoryError error = new OutOfMemoryError("no memory for a stripe");

  /// Throws while it is told to.
  private final class Adder extends LongAdder {
    private static final long serialVersionUID = 1;

    @Override
    public void add(long x) {
      check();
      super.add(x);
    }

    @Override
    public void increment() {
      check();
      super.increment();
    }

    @Override
    public long sum() {
      check();
      return super.sum();
    }
  }

  private boolean isUsedUp;
  private final LincheckEngine lab = new LincheckEngine(new SchedulerCounters(Adder::new));
  private final TickEngine engine = lab.engine;

  private final ManualExecutor executor = new ManualExecutor();
  private final int[] runs = {0};

  private void check() {
    if (isUsedUp) {
      throw error;
    }
  }

  private Timer registered() {
    Timer timer = new Timer(engine, FAR_TICK, 1, () -> {}, Scheduler.DIRECT);
    engine.register(timer);
    return timer;
  }

  @Test
  void registration_thatEndsAtTheQuota_isCountedAsRefused() {
    isUsedUp = true;
    assertThatThrownBy(this::registered).isSameAs(error);
    isUsedUp = false;
    assertThat(engine.quota.taken()).isZero();
    assertThat(engine.pendingCommands()).isZero();
    assertThat(registered().id()).isEqualTo(2);
    assertThat(engine.quota.taken()).isEqualTo(1);
  }

  private PeriodicTimer registered(ExecutionMode mode, long tick, Runnable task) {
    PeriodicTimer timer =
        new PeriodicTimer(
            engine, tick, TimerPolicy.DEFAULT, task, executor, mode, tick * TICK_NANOS, TICK_NANOS);
    engine.register(timer);
    engine.list(timer);
    return timer;
  }

  @Test
  @Requirement("S1.4")
  void cancellation_thatCannotBeCounted_isTakenOutNevertheless() {
    Timer once = registered();
    PeriodicTimer periodic = registered(ExecutionMode.FIXED_RATE, FAR_TICK, () -> {});
    lab.step();
    assertThat(engine.wheel.size()).isEqualTo(2);
    isUsedUp = true;
    assertThatThrownBy(() -> NoLane.run(once::cancel)).isSameAs(error);
    assertThatThrownBy(() -> NoLane.run(periodic::cancel)).isSameAs(error);
    isUsedUp = false;
    assertThat(engine.periodic).isEmpty();
    lab.step();
    assertThat(engine.wheel.size()).isZero();
    assertThat(once.isCancelled()).isTrue();
    assertThat(periodic.isCancelled()).isTrue();
  }

  @Test
  void cancellation_thatCannotBeCounted_isToldToWhoeverWaits() {
    CompletableFuture<Void> future = new CompletableFuture<>();
    Timer delay = new DelayTimer(engine, 2, 1, Runnable::run, future);
    engine.register(delay);
    isUsedUp = true;
    assertThatThrownBy(() -> NoLane.run(() -> delay.cancel(CancelReason.CLOSED))).isSameAs(error);
    assertThat(future).isCompletedExceptionally();
  }

  @Test
  @Requirement("S1.1")
  void run_thatCannotBeCounted_isDoneAndCompleted() {
    Timer once = new Timer(engine, 1, 1, () -> runs[0]++, executor);
    engine.register(once);
    lab.step();
    isUsedUp = true;
    assertThatThrownBy(executor::runNext).isSameAs(error);
    assertThat(runs[0]).isEqualTo(1);
    assertThat(once.state()).isEqualTo(TimerState.COMPLETED);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_RATE", "FIXED_DELAY"})
  @Requirement("S2.1")
  void run_ofAPeriodicTimerThatCannotBeCounted_isDoneAndNotTheLast(ExecutionMode mode) {
    PeriodicTimer timer = registered(mode, 2, () -> runs[0]++);
    lab.step();
    lab.step();
    isUsedUp = true;
    assertThatThrownBy(executor::runNext).isSameAs(error);
    isUsedUp = false;
    assertThat(runs[0]).isEqualTo(1);
    assertThat(timer.state()).isEqualTo(TimerState.SCHEDULED);
    lab.step();
    lab.step();
    executor.runNext();
    assertThat(runs[0]).isEqualTo(2);
  }
}
