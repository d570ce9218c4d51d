package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.event.VmErrors;
import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// What the timers of a [JdkScheduler] share: the alarms, the quota, the counters.
///
/// A lock makes the registration of a timer one step: its number, its place under the quota and its
/// place in the queue of the alarms.
///
/// Threads: any.
final class JdkEngine {
  final Clock clock;
  final TickScale scale;
  final EventStream events;
  final SchedulerCounters counters;
  final ConcurrentHashMap<Long, JdkTimer> active = new ConcurrentHashMap<>();
  final LongAdder handedOver = new LongAdder();

  private final ScheduledExecutorService alarms;
  private final Subscription gauge;
  private final long fullLimit;
  private final long adaptiveLimit;
  private final Object lock = new Object();
  private final LatenessHistogram lateness = new LatenessHistogram();

  /// Written under the lock, like the two below.
  private volatile long registered;

  private volatile boolean engaged;
  private volatile @Nullable String refusal;

  /// Whether what was due at the close has gone: no alarm does anything from then on.
  private volatile boolean isQuiet;

  /// Whether all that waits is being cancelled.
  private volatile boolean isCancellingAll;

  JdkEngine(
      SchedulerSettings settings,
      RuntimeToolbox toolbox,
      EventStream events,
      ScheduledExecutorService alarms) {
    this(settings, toolbox, events, alarms, new SchedulerCounters());
  }

  JdkEngine(
      SchedulerSettings settings,
      RuntimeToolbox toolbox,
      EventStream events,
      ScheduledExecutorService alarms,
      SchedulerCounters counters) {
    this.counters = counters;
    this.clock = toolbox.clock();
    this.scale = new TickScale(clock.nanos(), settings.resolution());
    this.events = events;
    this.alarms = alarms;
    this.fullLimit = settings.systemQuota();
    this.adaptiveLimit = Math.max(1, (long) (fullLimit * settings.adaptiveQuotaShare()));
    this.gauge = Quota.follow(toolbox.gauge(), this::pressure);
  }

  /// Takes a timer in.
  ///
  /// @param isBeyondQuota whether the quota does not concern it
  void register(JdkTimer timer, boolean isBeyondQuota) {
    Priority priority = timer.policy.priority();
    boolean pressed;
    long limit;
    long count;
    synchronized (lock) {
      String why = refusal;
      if (why != null) {
        throw new SchedulerClosedException(why);
      }
      pressed = engaged;
      limit = limit();
      count = active.size();
      boolean isWithin = count < limit && !(pressed && priority == Priority.LOW);
      if (isBeyondQuota || isWithin) {
        long number = registered + 1;
        active.put(number, timer);
        registered = number;
        try {
          timer.begin(number);
        } catch (Throwable e) { // there is no thread for the alarms: nothing is registered
          active.remove(number);
          registered = number - 1;
          throw e;
        }
        return;
      }
    }
    events.publish(new SchedulerWarning.QuotaReached(limit, pressed));
    throw new QuotaExceededException(priority, count, limit, pressed);
  }

  /// Lets something run after this time, on the thread of the alarms.
  ///
  /// @return null when the scheduler has ended
  @Nullable Future<?> alarm(Runnable task, long delayNanos) {
    try {
      return alarms.schedule(() -> runAlarm(task), delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return null; // whoever closes it cancels all timers
    }
  }

  /// What a task throws ends in a future that nobody looks at, unless it is told here.
  private void runAlarm(Runnable task) {
    if (isQuiet) {
      return;
    }
    try {
      task.run();
    } catch (Throwable error) {
      VmErrors.report(error);
    }
  }

  void pressure(boolean now) {
    long limit;
    synchronized (lock) {
      if (engaged == now) {
        return;
      }
      engaged = now;
      limit = limit();
    }
    events.publish(new SchedulerWarning.BackpressureState(now, limit));
  }

  /// The quota that is in force now.
  long limit() {
    return engaged ? adaptiveLimit : fullLimit;
  }

  void refuseAll(String why) {
    synchronized (lock) {
      refusal = why;
    }
  }

  /// Lets no more timers be due. Threads: the one of the alarms, after those that were due; or the
  /// closing one, which has waited for that in vain.
  void beQuiet() {
    isQuiet = true;
  }

  /// Cancels everything that its executor does not have. Threads: the closing one, after
  /// [#beQuiet].
  void cancelAll(FirstError first) {
    isCancellingAll = true;
    active.values().forEach(timer -> first.attempt(timer::cancelAtClose));
  }

  /// Whether nobody comes any more to cancel a timer that waits. Under the monitor of a timer it is
  /// true as soon as the close has passed over that one.
  boolean isCancellingAll() {
    return isCancellingAll;
  }

  /// Follows the gauge no more: it may live on, and would keep this for ever.
  void letGo() {
    gauge.close();
  }

  long registered() {
    return registered;
  }

  /// A timer is handed over. Threads: the one of the alarms.
  void fired(JdkTimer timer, Executor executor, long now, long dueNanos, int runs) {
    handedOver.increment();
    lateness.record(now - dueNanos, 1);
    if (events.wants(TimerDiagnostic.Fired.class)) {
      events.publish(
          new TimerDiagnostic.Fired(
              timer.id(), now, scale.tickNotBefore(dueNanos), runs, Diagnostics.nameOf(executor)));
    }
  }

  Lateness lateness() {
    return lateness.snapshot();
  }

  void completed(JdkTimer timer) {
    try {
      active.remove(timer.id());
    } finally {
      counters.completedElsewhere.increment();
    }
  }

  void countCancelled(JdkTimer timer, CancelReason reason) {
    boolean isDropped = reason == CancelReason.REJECTED || reason == CancelReason.DROPPED;
    try {
      active.remove(timer.id());
    } finally {
      if (isDropped) {
        counters.dropped.increment();
      } else {
        counters.addCancelled();
      }
    }
  }

  /// Tells a cancellation, which is complete by then: a listener may throw.
  void tellCancelled(JdkTimer timer, CancelReason reason) {
    if (events.wants(TimerDiagnostic.Cancelled.class)) {
      events.publish(new TimerDiagnostic.Cancelled(timer.id(), clock.nanos(), reason));
    }
  }
}
