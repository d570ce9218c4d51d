package dev.tactus.mailbox.inbox;

import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.TimerState;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/// A scheduler that keeps what is to run once until it is told that the time has come. What is to
/// run every so often never does: to it, no such time passes. It is small enough for the model
/// checker.
final class HeldScheduler implements Scheduler {
  private static final class Handle implements Cancellable {
    @Override
    public boolean cancel() {
      return false;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public long id() {
      return 0;
    }

    @Override
    public TimerState state() {
      return TimerState.SCHEDULED;
    }
  }

  private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();

  /// Whether there is no memory for a timer.
  boolean isExhausted;

  private void checkMemory() {
    if (isExhausted) {
      throw new OutOfMemoryError("as if");
    }
  }

  /// Runs the oldest task that it holds.
  ///
  /// @return false when it holds none
  boolean runOne() {
    Runnable task = held.poll();
    if (task == null) {
      return false;
    }
    task.run();
    return true;
  }

  @Override
  public Cancellable scheduleOnce(Duration delay, Runnable task, Executor executor) {
    checkMemory();
    held.add(() -> executor.execute(task));
    return new Handle();
  }

  @Override
  public Cancellable scheduleAtFixedRate(
      Duration initialDelay, Duration interval, Runnable task, Executor executor) {
    throw new UnsupportedOperationException("not needed by mailboxes");
  }

  @Override
  public Cancellable scheduleWithFixedDelay(
      Duration initialDelay, Duration delay, Runnable task, Executor executor) {
    checkMemory();
    return new Handle();
  }

  @Override
  public Scheduler withAffinity(Affinity affinity) {
    return this;
  }

  @Override
  public Duration resolution() {
    return Duration.ofMillis(10);
  }

  @Override
  public double maxFrequency() {
    return 100;
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay) {
    throw new UnsupportedOperationException("not needed by mailboxes");
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay, Executor executor) {
    throw new UnsupportedOperationException("not needed by mailboxes");
  }
}
