package dev.tactus.bench.timers.contenders;

import dev.tactus.bench.harness.HostTime;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.TimeUnit;

/// Netty's `HashedWheelTimer` with its default 512 slots; tasks run on its worker thread.
///
/// It has no periodic timers: each run schedules the next one, at the time that a fixed rate asks
/// for.
public final class NettyContender implements TimerContender<Long, Timeout> {
  private static final int SLOTS = 512;

  private final HashedWheelTimer timer;
  private volatile boolean closed;

  public NettyContender(long tickNanos) {
    timer =
        new HashedWheelTimer(
            Thread.ofPlatform().name("netty-timer").daemon().factory(),
            tickNanos,
            TimeUnit.NANOSECONDS,
            SLOTS,
            false);
    timer.start();
  }

  @Override
  public Long delay(long nanos) {
    return nanos;
  }

  @Override
  public Timeout schedule(Long delay, FiringTask task) {
    return timer.newTimeout(task, delay, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean cancel(Timeout handle) {
    return handle.cancel();
  }

  @Override
  public void scheduleAtFixedRate(Long initialDelay, Long period, FiringTask task) {
    schedule(initialDelay, new Rescheduled(task, HostTime.nanos() + initialDelay, period));
  }

  @Override
  public void close() {
    closed = true;
    timer.stop();
  }

  private final class Rescheduled extends FiringTask {
    private final FiringTask task;
    private final long periodNanos;
    private long dueNanos;

    Rescheduled(FiringTask task, long dueNanos, long periodNanos) {
      this.task = task;
      this.dueNanos = dueNanos;
      this.periodNanos = periodNanos;
    }

    @Override
    public void run() {
      task.run();
      dueNanos += periodNanos;
      try {
        timer.newTimeout(this, dueNanos - HostTime.nanos(), TimeUnit.NANOSECONDS);
      } catch (IllegalStateException e) {
        if (!closed) {
          throw e;
        }
      }
    }
  }
}
