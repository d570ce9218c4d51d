package dev.tactus.bench.timers.contenders;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The JDK's `ScheduledThreadPoolExecutor`: a binary heap under a lock, one thread.
public final class StpeContender implements TimerContender<Long, ScheduledFuture<?>> {
  private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);

  public StpeContender() {
    executor.setRemoveOnCancelPolicy(true);
    executor.prestartAllCoreThreads();
  }

  @Override
  public Long delay(long nanos) {
    return nanos;
  }

  @Override
  public ScheduledFuture<?> schedule(Long delay, FiringTask task) {
    return executor.schedule((Runnable) task, delay, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean cancel(ScheduledFuture<?> handle) {
    return handle.cancel(false);
  }

  @Override
  public void scheduleAtFixedRate(Long initialDelay, Long period, FiringTask task) {
    executor.scheduleAtFixedRate(task, initialDelay, period, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
