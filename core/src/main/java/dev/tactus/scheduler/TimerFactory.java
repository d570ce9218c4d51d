package dev.tactus.scheduler;

import dev.tactus.time.driver.VouchedTick;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/// Makes timers of one policy and registers them. Checks come before anything is made. Whatever is
/// thrown after a timer was taken in, by a listener or for want of memory, cancels it: the caller
/// gets no handle, and could not stop it.
///
/// Threads: any.
final class TimerFactory {
  private final TickEngine engine;
  private final TimerPolicy policy;
  private final int rank;
  private final boolean isBeyondQuota;

  /// Whether they are registered in another way than most.
  private final boolean isSpecial;

  TimerFactory(TickEngine engine, TimerPolicy policy) {
    this(engine, policy, false);
  }

  TimerFactory(TickEngine engine, TimerPolicy policy, boolean isBeyondQuota) {
    this.engine = engine;
    this.policy = policy;
    this.rank = policy.priority().rank();
    this.isBeyondQuota = isBeyondQuota;
    this.isSpecial = isBeyondQuota || policy.priority() == Priority.LOW;
  }

  Timer once(Duration delay, Runnable task, Executor executor) {
    check(task, executor);
    long delayNanos = engine.scale.checkedNanos("The delay", delay);
    long vouched = engine.vouched.tick();
    if (vouched != VouchedTick.NONE && !engine.diagnostics.wantsScheduled()) {
      long ticks = engine.scale.wholeTicks(delayNanos);
      if (ticks > 0) {
        return once(vouched, ticks, task, executor);
      }
    }
    long now = engine.clock.nanos();
    long deadline = engine.scale.deadlineTick("The delay", now, delayNanos);
    Timer timer = new Timer(engine, deadline, rank, task, executor);
    register(timer, executor, now, delayNanos, deadline);
    return timer;
  }

  /// The same for a delay of whole ticks, without a look at the clock.
  private Timer once(long vouched, long ticks, Runnable task, Executor executor) {
    // It may be any moment of the tick: its end is the first boundary that is not before it.
    Timer timer = new Timer(engine, vouched + 1 + ticks, rank, task, executor);
    timer.stamp(VouchedTick.stamp(vouched));
    takeIn(timer);
    try {
      engine.vouched.numbered(vouched, timer.order());
    } catch (Throwable e) {
      engine.takeBack(timer);
      throw e;
    }
    return timer;
  }

  PeriodicTimer periodic(
      ExecutionMode mode,
      Duration initialDelay,
      Duration period,
      Runnable task,
      Executor executor) {
    check(task, executor);
    long delayNanos = engine.scale.checkedNanos("The initial delay", initialDelay);
    String name = mode == ExecutionMode.FIXED_RATE ? "The interval" : "The delay between runs";
    long periodNanos = engine.scale.checkedNanos(name, period);
    long now = engine.clock.nanos();
    long deadline = engine.scale.deadlineTick("The initial delay", now, delayNanos);
    PeriodicTimer timer =
        new PeriodicTimer(
            engine, deadline, policy, task, executor, mode, now + delayNanos, periodNanos);
    takeIn(timer);
    try {
      engine.list(timer);
      if (engine.diagnostics.wantsScheduled()) {
        engine.diagnostics.scheduled(timer, executor, now, delayNanos, periodNanos, deadline);
      }
    } catch (Throwable e) {
      engine.takeBack(timer);
      throw e;
    }
    return timer;
  }

  CompletableFuture<Void> delay(Duration delay, Executor executor) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    check(future, executor);
    long delayNanos = engine.scale.checkedNanos("The delay", delay);
    long now = engine.clock.nanos();
    long deadline = engine.scale.deadlineTick("The delay", now, delayNanos);
    Timer timer = new DelayTimer(engine, deadline, rank, executor, future);
    register(timer, executor, now, delayNanos, deadline);
    try {
      // However the future ends, the timer is not needed any more; after firing this does nothing.
      CompletableFuture<Void> unused = future.whenComplete((ok, error) -> timer.cancel());
    } catch (Throwable e) {
      engine.takeBack(timer);
      throw e;
    }
    return future;
  }

  private void register(Timer timer, Executor executor, long now, long delayNanos, long deadline) {
    takeIn(timer);
    if (engine.diagnostics.wantsScheduled()) {
      try {
        engine.diagnostics.scheduled(timer, executor, now, delayNanos, 0, deadline);
      } catch (Throwable e) {
        engine.takeBack(timer);
        throw e;
      }
    }
  }

  private void takeIn(Timer timer) {
    if (!isSpecial) {
      engine.register(timer);
    } else if (isBeyondQuota) {
      engine.registerBeyondQuota(timer);
    } else {
      engine.registerLow(timer);
    }
  }

  /// Checks that both are there, before anything is made.
  static void check(Object task, Executor executor) {
    Objects.requireNonNull(task, "task: give what is to run");
    Objects.requireNonNull(
        executor, "executor: say where the task runs; Scheduler.DIRECT is the ticking thread");
  }
}
