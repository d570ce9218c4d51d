package dev.tactus.bench.timers.contenders;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import java.time.Duration;

/// Ours: the wheel scheduler with default settings but for the tick; tasks run on the tick thread.
///
/// Ticks of a millisecond and less come from the kernel's driver, as our guide to the drivers
/// recommends, where there is one; otherwise from the host's.
public final class TactusContender implements TimerContender<Duration, Cancellable> {
  private static final long SHORT_TICK_NANOS_MAX = 1_000_000;

  private final WheelScheduler scheduler;

  public TactusContender(long tickNanos) {
    scheduler =
        WheelScheduler.start(
            SchedulerSettings.defaults().withResolution(Duration.ofNanos(tickNanos)),
            tickNanos > SHORT_TICK_NANOS_MAX ? RuntimeToolbox.host() : RuntimeToolbox.kernel());
  }

  @Override
  public Duration delay(long nanos) {
    return Duration.ofNanos(nanos);
  }

  @Override
  public Cancellable schedule(Duration delay, FiringTask task) {
    return scheduler.scheduleOnce(delay, task, Scheduler.DIRECT);
  }

  @Override
  public boolean cancel(Cancellable handle) {
    return handle.cancel();
  }

  @Override
  public void scheduleAtFixedRate(Duration initialDelay, Duration period, FiringTask task) {
    scheduler.scheduleAtFixedRate(initialDelay, period, task, Scheduler.DIRECT);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
