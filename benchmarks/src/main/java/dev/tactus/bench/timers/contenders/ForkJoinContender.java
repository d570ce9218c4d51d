package dev.tactus.bench.timers.contenders;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// The delay scheduler of JDK 25's `ForkJoinPool`: a 4-ary heap owned by one thread, which hands
/// what is due to the pool. The pool has one worker, so that tasks run on a single thread as they
/// do with the others; scheduling and cancelling do not involve the worker.
public final class ForkJoinContender implements TimerContender<Long, ScheduledFuture<?>> {
  private final ForkJoinPool pool =
      new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);

  public ForkJoinContender() {
    pool.cancelDelayedTasksOnShutdown();
  }

  @Override
  public Long delay(long nanos) {
    return nanos;
  }

  @Override
  public ScheduledFuture<?> schedule(Long delay, FiringTask task) {
    return pool.schedule((Runnable) task, delay, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean cancel(ScheduledFuture<?> handle) {
    return handle.cancel(false);
  }

  @Override
  public void scheduleAtFixedRate(Long initialDelay, Long period, FiringTask task) {
    pool.scheduleAtFixedRate(task, initialDelay, period, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
