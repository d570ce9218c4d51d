package dev.tactus.scheduler;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/// A view of a scheduler whose timers have the policy of one affinity.
final class AffinityScheduler implements Scheduler {
  private final WheelScheduler scheduler;
  private final TimerFactory timers;

  AffinityScheduler(WheelScheduler scheduler, TimerFactory timers) {
    this.scheduler = scheduler;
    this.timers = timers;
  }

  @Override
  public Cancellable scheduleOnce(Duration delay, Runnable task, Executor executor) {
    return timers.once(delay, task, executor);
  }

  @Override
  public Cancellable scheduleAtFixedRate(
      Duration initialDelay, Duration interval, Runnable task, Executor executor) {
    return timers.periodic(ExecutionMode.FIXED_RATE, initialDelay, interval, task, executor);
  }

  @Override
  public Cancellable scheduleWithFixedDelay(
      Duration initialDelay, Duration delay, Runnable task, Executor executor) {
    return timers.periodic(ExecutionMode.FIXED_DELAY, initialDelay, delay, task, executor);
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay) {
    return timers.delay(delay, scheduler.settings().delayExecutor());
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay, Executor executor) {
    return timers.delay(delay, executor);
  }

  @Override
  public Scheduler withAffinity(Affinity affinity) {
    return scheduler.withAffinity(affinity);
  }

  @Override
  public Duration resolution() {
    return scheduler.resolution();
  }

  @Override
  public double maxFrequency() {
    return scheduler.maxFrequency();
  }
}
