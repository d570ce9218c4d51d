package dev.tactus.scheduler.log;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.BackpressureSwitch;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.PolicyRegistry;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.TimerPolicy;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.concurrent.Executor;

/// The scheduler of a replay: it gives timers the numbers and priorities that they had.
///
/// Resolution and slots are those of the recording. Nothing is refused or dropped by itself: how
/// full the wheel was when depends on how often the driver looked at it, which no log tells. So
/// what the recording dropped, the replay cancels.
///
/// It starts no thread and holds nothing outside of the heap, so it is not closed at the end.
final class ReplayScheduler {
  private static final TimerPolicy PATIENT =
      TimerPolicy.DEFAULT.withBacklogLimit(Integer.MAX_VALUE).withBurstThreshold(Integer.MAX_VALUE);

  private final BackpressureSwitch gauge = BackpressureSwitch.released();
  private final WheelScheduler scheduler;
  private long numbered;

  ReplayScheduler(
      LogHeader header, ManualClock clock, ManualTickDriver driver, EventStream events) {
    PolicyRegistry policies = PolicyRegistry.DEFAULT.withDefault(PATIENT);
    for (Priority priority : Priority.values()) {
      policies = policies.with(affinity(priority), PATIENT.withPriority(priority));
    }
    WheelSettings roomy =
        header.wheel().withSlotCapacity(Integer.MAX_VALUE).withOverflowCapacity(Integer.MAX_VALUE);
    SchedulerSettings settings =
        SchedulerSettings.defaults()
            .withName(header.name())
            .withResolution(header.resolution().asDuration())
            .withWheel(roomy)
            .withPolicies(policies)
            .withSystemQuota(Integer.MAX_VALUE);
    RuntimeToolbox toolbox = RuntimeToolbox.of(clock, driver).withGauge(gauge);
    scheduler = WheelScheduler.start(settings, toolbox, events);
  }

  private static Affinity affinity(Priority priority) {
    return Affinity.subsystem(priority.name());
  }

  /// Schedules a timer as recorded, but with this delay and executor, and with a task that does
  /// nothing.
  Cancellable schedule(LogEntry.Scheduled recorded, long delayNanos, Executor executor) {
    skipTo(recorded.timerId());
    Scheduler timers = scheduler.withAffinity(affinity(recorded.priority()));
    Duration delay = Duration.ofNanos(delayNanos);
    Duration period = Duration.ofNanos(recorded.periodNanos());
    numbered++;
    return switch (recorded.mode()) {
      case ONE_SHOT -> timers.scheduleOnce(delay, ReplayScheduler::doNothing, executor);
      case FIXED_RATE ->
          timers.scheduleAtFixedRate(delay, period, ReplayScheduler::doNothing, executor);
      case FIXED_DELAY ->
          timers.scheduleWithFixedDelay(delay, period, ReplayScheduler::doNothing, executor);
    };
  }

  private static void doNothing() {}

  /// Uses up the numbers below this one. A registration that is refused has taken a number, as the
  /// recorded one had whose number is missing; under pressure low priority is always refused.
  private void skipTo(long timerId) {
    if (numbered + 1 >= timerId) {
      return;
    }
    Scheduler low = scheduler.withAffinity(affinity(Priority.LOW));
    gauge.engage();
    while (numbered + 1 < timerId) {
      try {
        Cancellable taken =
            low.scheduleOnce(Duration.ofNanos(1), ReplayScheduler::doNothing, Scheduler.DIRECT);
        throw new IllegalStateException("Timer " + taken.id() + " was not refused.");
      } catch (QuotaExceededException expected) {
        numbered++;
      }
    }
    gauge.release();
  }

  void close() {
    scheduler.close();
  }
}
