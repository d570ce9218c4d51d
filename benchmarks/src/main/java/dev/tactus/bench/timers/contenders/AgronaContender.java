package dev.tactus.bench.timers.contenders;

import dev.tactus.bench.harness.HostTime;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

/// Agrona's `DeadlineTimerWheel`: for one thread, which schedules, cancels and polls.
///
/// Nobody polls it here: it takes part only where nothing fires. It knows timers by numbers, not by
/// tasks, so the task given is not kept; its ticks are powers of two, so a tick is the next power
/// below the one asked for.
public final class AgronaContender implements TimerContender<Long, Long> {
  private static final int SLOTS = 512;

  private final DeadlineTimerWheel wheel;

  public AgronaContender(long tickNanos) {
    wheel =
        new DeadlineTimerWheel(
            TimeUnit.NANOSECONDS, HostTime.nanos(), Long.highestOneBit(tickNanos), SLOTS);
  }

  @Override
  public Long delay(long nanos) {
    return nanos;
  }

  @Override
  public Long schedule(Long delay, FiringTask task) {
    return wheel.scheduleTimer(HostTime.nanos() + delay);
  }

  @Override
  public boolean cancel(Long handle) {
    return wheel.cancelTimer(handle);
  }

  @Override
  public boolean scheduleAndCancel(Long delay, FiringTask task) {
    // As schedule and cancel, without a box for the number.
    return wheel.cancelTimer(wheel.scheduleTimer(HostTime.nanos() + delay));
  }

  @Override
  public void scheduleAtFixedRate(Long initialDelay, Long period, FiringTask task) {
    throw new UnsupportedOperationException(
        "Agrona's wheel has no periodic timers and takes part in no workload that fires");
  }

  @Override
  public void close() {
    wheel.clear();
  }
}
