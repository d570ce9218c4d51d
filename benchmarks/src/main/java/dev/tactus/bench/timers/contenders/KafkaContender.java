package dev.tactus.bench.timers.contenders;

import dev.tactus.bench.harness.HostTime;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.util.timer.SystemTimer;
import org.apache.kafka.server.util.timer.SystemTimerReaper;
import org.apache.kafka.server.util.timer.Timer;
import org.apache.kafka.server.util.timer.TimerTask;

/// Kafka's hierarchical `SystemTimer` with its default 20 slots a level, advanced by its reaper
/// thread; tasks run on the one thread of its executor.
///
/// It counts in milliseconds, and it has no periodic timers: each run schedules the next one.
public final class KafkaContender implements TimerContender<Long, TimerTask> {
  private static final int SLOTS = 20;

  private final Timer timer;

  public KafkaContender(long tickNanos) {
    long tickMillis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(tickNanos));
    timer =
        new SystemTimerReaper(
            "bench", new SystemTimer("bench", tickMillis, SLOTS, Time.SYSTEM.hiResClockMs()));
  }

  @Override
  public Long delay(long nanos) {
    return Math.ceilDiv(nanos, 1_000_000L);
  }

  @Override
  public TimerTask schedule(Long delay, FiringTask task) {
    TimerTask entry = new Entry(delay, task);
    timer.add(entry);
    return entry;
  }

  @Override
  public boolean cancel(TimerTask handle) {
    handle.cancel();
    return true;
  }

  @Override
  public void scheduleAtFixedRate(Long initialDelay, Long period, FiringTask task) {
    timer.add(
        new Rescheduled(
            initialDelay, HostTime.nanos() + initialDelay * 1_000_000, period * 1_000_000, task));
  }

  @Override
  public void close() {
    try {
      timer.close();
    } catch (Exception e) {
      throw new IllegalStateException("Kafka's timer could not be closed: " + e, e);
    }
  }

  private static final class Entry extends TimerTask {
    private final FiringTask task;

    Entry(long delayMillis, FiringTask task) {
      super(delayMillis);
      this.task = task;
    }

    @Override
    public void run() {
      task.run();
    }
  }

  private final class Rescheduled extends TimerTask {
    private final long dueNanos;
    private final long periodNanos;
    private final FiringTask task;

    Rescheduled(long delayMillis, long dueNanos, long periodNanos, FiringTask task) {
      super(delayMillis);
      this.dueNanos = dueNanos;
      this.periodNanos = periodNanos;
      this.task = task;
    }

    @Override
    public void run() {
      task.run();
      long nextNanos = dueNanos + periodNanos;
      long delayNanos = Math.max(0, nextNanos - HostTime.nanos());
      timer.add(new Rescheduled(delay(delayNanos), nextNanos, periodNanos, task));
    }
  }
}
