package dev.tactus.scheduler;

import dev.tactus.error.ErrorCode;
import dev.tactus.event.EventStream;
import dev.tactus.paging.NextByNumber;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.host.HostAlarms;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The plain scheduler: the same contract on the timers of the JDK, to fall back on or to compare
/// with.
///
/// It knows no ticks, slots or drivers: a timer is due at its own time, on the real clock. So there
/// is no drift to warn of, nothing is dropped for want of room, and its time cannot be advanced by
/// hand. When the machine itself stood still, due times of a task on [Scheduler#DIRECT] fold.
///
/// Threads: any.
public final class JdkScheduler implements SystemScheduler {
  private static final DriverStats NO_DRIVER = new DriverStats(0, 0, 0, 0, 0, 0, 0, 0);

  private final SchedulerSettings settings;
  private final EventStream events;
  private final JdkEngine engine;
  private final ScheduledExecutorService alarms;
  private final OnCloseTasks onClose;
  private final ClockKind clockKind;
  private final View view;

  /// The thread of the alarms; null before the first.
  private volatile @Nullable Thread thread;

  private final Object closeLock = new Object();
  private @Nullable CloseReport closed;
  private boolean closing;

  private JdkScheduler(SchedulerSettings settings, RuntimeToolbox toolbox, EventStream events) {
    this.settings = settings;
    this.events = events;
    this.clockKind = toolbox.clock().kind();
    this.alarms =
        HostAlarms.onThreadOf(
            run -> {
              Thread made = toolbox.threads().newThread(run);
              made.setName(settings.name() + "-alarms");
              thread = made;
              return made;
            });
    this.engine = new JdkEngine(settings, toolbox, events, alarms);
    this.onClose = new OnCloseTasks(events, toolbox.clock());
    this.view = new View(settings.policies().defaultPolicy(), false);
  }

  /// Starts a scheduler with the default settings.
  public static JdkScheduler start() {
    return start(SchedulerSettings.defaults(), RuntimeToolbox.host(), new EventStream());
  }

  /// Starts a scheduler that publishes to this stream. Of the toolbox it takes the clock, the
  /// threads and the gauge.
  ///
  /// @throws IllegalArgumentException when the clock is moved by hand
  public static JdkScheduler start(
      SchedulerSettings settings, RuntimeToolbox toolbox, EventStream events) {
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(events, "events");
    if (toolbox.clock().kind() == ClockKind.DETERMINISTIC) {
      throw new IllegalArgumentException(
          ErrorCode.CLOCK_MISMATCH.mark(
              "The scheduler of kind JDK was given a clock that is moved by hand; the timers of the"
                  + " JDK follow the real time only. Choose SchedulerKind.WHEEL, or"
                  + " RuntimeToolbox.host()."));
    }
    return new JdkScheduler(settings, toolbox, events);
  }

  /// The scheduler for timers of one policy.
  private final class View implements Scheduler {
    private final TimerPolicy policy;
    private final boolean isBeyondQuota;

    View(TimerPolicy policy, boolean isBeyondQuota) {
      this.policy = policy;
      this.isBeyondQuota = isBeyondQuota;
    }

    @Override
    public Cancellable scheduleOnce(Duration delay, Runnable task, Executor executor) {
      TimerFactory.check(task, executor);
      long delayNanos = engine.scale.checkedNanos("The delay", delay);
      return register(ExecutionMode.ONE_SHOT, delayNanos, 0, task, executor, null);
    }

    @Override
    public Cancellable scheduleAtFixedRate(
        Duration initialDelay, Duration interval, Runnable task, Executor executor) {
      TimerFactory.check(task, executor);
      long delayNanos = engine.scale.checkedNanos("The initial delay", initialDelay);
      long periodNanos = engine.scale.checkedNanos("The interval", interval);
      return register(ExecutionMode.FIXED_RATE, delayNanos, periodNanos, task, executor, null);
    }

    @Override
    public Cancellable scheduleWithFixedDelay(
        Duration initialDelay, Duration delay, Runnable task, Executor executor) {
      TimerFactory.check(task, executor);
      long delayNanos = engine.scale.checkedNanos("The initial delay", initialDelay);
      long periodNanos = engine.scale.checkedNanos("The delay between runs", delay);
      return register(ExecutionMode.FIXED_DELAY, delayNanos, periodNanos, task, executor, null);
    }

    private JdkTimer register(
        ExecutionMode mode,
        long delayNanos,
        long periodNanos,
        Runnable task,
        Executor executor,
        @Nullable CompletableFuture<Void> promise) {
      long now = engine.clock.nanos();
      long due = now + delayNanos;
      JdkTimer timer =
          new JdkTimer(engine, mode, policy, task, executor, due, periodNanos, promise);
      engine.register(timer, isBeyondQuota);
      try {
        tellScheduled(timer, now, delayNanos, due, executor);
      } catch (Throwable e) {
        takeBack(timer);
        throw e;
      }
      return timer;
    }

    private void tellScheduled(
        JdkTimer timer, long now, long delayNanos, long due, Executor executor) {
      if (events.wants(TimerDiagnostic.Scheduled.class)) {
        events.publish(
            new TimerDiagnostic.Scheduled(
                timer.id(),
                now,
                timer.mode,
                delayNanos,
                timer.periodNanos,
                engine.scale.tickNotBefore(due),
                policy.priority(),
                Diagnostics.nameOf(executor)));
      }
    }

    /// Cancels a timer that was taken in, as something was thrown before anybody has its handle.
    /// What the cancellation throws is of no interest beside that.
    private static void takeBack(JdkTimer timer) {
      try {
        boolean unused = timer.cancel();
      } catch (Throwable another) {
        // The first one is thrown.
      }
    }

    @Override
    public CompletableFuture<Void> delay(Duration delay) {
      return delay(delay, settings.delayExecutor());
    }

    @Override
    public CompletableFuture<Void> delay(Duration delay, Executor executor) {
      CompletableFuture<Void> future = new CompletableFuture<>();
      TimerFactory.check(future, executor);
      long delayNanos = engine.scale.checkedNanos("The delay", delay);
      Runnable task = () -> future.complete(null);
      JdkTimer timer = register(ExecutionMode.ONE_SHOT, delayNanos, 0, task, executor, future);
      try {
        // However the future ends, the timer is not needed any more; after firing this does
        // nothing.
        CompletableFuture<Void> unused = future.whenComplete((ok, error) -> timer.cancel());
      } catch (Throwable e) {
        takeBack(timer);
        throw e;
      }
      return future;
    }

    @Override
    public Scheduler withAffinity(Affinity affinity) {
      return new View(settings.policies().policyOf(affinity), affinity.equals(Affinity.RUNTIME));
    }

    @Override
    public Duration resolution() {
      return settings.resolution().asDuration();
    }

    @Override
    public double maxFrequency() {
      return settings.resolution().maxFrequencyHertz();
    }
  }

  @Override
  public Cancellable scheduleOnce(Duration delay, Runnable task, Executor executor) {
    return view.scheduleOnce(delay, task, executor);
  }

  @Override
  public Cancellable scheduleAtFixedRate(
      Duration initialDelay, Duration interval, Runnable task, Executor executor) {
    return view.scheduleAtFixedRate(initialDelay, interval, task, executor);
  }

  @Override
  public Cancellable scheduleWithFixedDelay(
      Duration initialDelay, Duration delay, Runnable task, Executor executor) {
    return view.scheduleWithFixedDelay(initialDelay, delay, task, executor);
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay) {
    return view.delay(delay);
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay, Executor executor) {
    return view.delay(delay, executor);
  }

  @Override
  public Scheduler withAffinity(Affinity affinity) {
    return view.withAffinity(affinity);
  }

  @Override
  public Duration resolution() {
    return view.resolution();
  }

  @Override
  public double maxFrequency() {
    return view.maxFrequency();
  }

  @Override
  public SchedulerSettings settings() {
    return settings;
  }

  @Override
  public EventStream events() {
    return events;
  }

  @Override
  public SchedulerMetrics metrics() {
    long completed = engine.counters.completed();
    long cancelled = engine.counters.cancelled();
    long dropped = engine.counters.dropped.sum();
    long registered = engine.registered();
    return new SchedulerMetrics(
        registered,
        registered - completed - cancelled - dropped,
        engine.active.values().stream().filter(JdkTimer::isPeriodic).count(),
        engine.counters.fired(),
        completed,
        cancelled,
        dropped,
        engine.limit(),
        0,
        0,
        0,
        engine.lateness());
  }

  @Override
  public List<SchedulerDump.PeriodicJob> periodicJobs(long after, int max) {
    Iterable<JdkTimer> periodic =
        () -> engine.active.values().stream().filter(JdkTimer::isPeriodic).iterator();
    return NextByNumber.of(periodic, JdkTimer::id, after, max).stream()
        .map(JdkScheduler::job)
        .toList();
  }

  @Override
  public List<Integer> slotSizes() {
    return List.of();
  }

  @Override
  public SchedulerDump overview() {
    long tick = engine.scale.tickAt(engine.clock.nanos());
    DriverStatus status =
        alarms.isShutdown() ? new DriverStatus.Flushed(0, 0) : new DriverStatus.Ok();
    return new SchedulerDump(
        settings.name(),
        clockKind,
        DriverKind.HOST,
        status,
        NO_DRIVER,
        Optional.of("a driver: the timers of the JDK need none"),
        Optional.empty(),
        settings.resolution().nanos(),
        tick,
        tick,
        0,
        0,
        engine.active.size(),
        settings.systemQuota(),
        0,
        metrics(),
        List.of());
  }

  private static SchedulerDump.PeriodicJob job(JdkTimer timer) {
    return new SchedulerDump.PeriodicJob(
        timer.id(),
        timer.mode,
        timer.periodNanos,
        timer.state(),
        timer.backlog(),
        timer.lastFireNanos(),
        timer.policy.priority(),
        timer.executorName());
  }

  @Override
  public long advance(Duration duration, Runnable between) {
    throw new ManualTickRefusedException(DriverKind.HOST);
  }

  @Override
  public OnCloseHandle registerOnClose(Runnable task, OnClosePriority priority) {
    return onClose.register(
        Objects.requireNonNull(task, "task"), Objects.requireNonNull(priority, "priority"));
  }

  @Override
  public boolean isTickingThread() {
    return Thread.currentThread() == thread;
  }

  @Override
  public CloseReport shutdown() {
    if (isTickingThread()) {
      throw WheelScheduler.closedByItsOwnThread();
    }
    synchronized (closeLock) {
      if (closed == null) {
        if (closing) {
          throw WheelScheduler.closedWhileClosing();
        }
        closing = true;
        FirstError first = new FirstError();
        try {
          closed = closeNow(first);
        } finally {
          closing = false;
        }
        first.throwIfAny();
      }
      return closed;
    }
  }

  /// Takes all steps, whatever one of them throws.
  private CloseReport closeNow(FirstError first) {
    engine.refuseAll("The scheduler '" + settings.name() + "' is closed. Start a new one.");
    onClose.refuseMore();
    long before = engine.handedOver.sum();
    boolean ended = first.attempt(this::flush, false);
    engine.beQuiet();
    long delivered = engine.handedOver.sum() - before;
    OnCloseReport tasks = onClose.run(first);
    long cancelledBefore = engine.counters.cancelled();
    engine.cancelAll(first);
    long cancelled = engine.counters.cancelled() - cancelledBefore;
    alarms.shutdown();
    first.attempt(engine::letGo);
    return new CloseReport(new DriverStatus.Flushed(0, 0), delivered, tasks, cancelled, !ended);
  }

  /// Waits for an alarm that is due now: all that were due before it go first, and none after it.
  ///
  /// @return false when they did not end in time
  private boolean flush() {
    Future<?> last = engine.alarm(engine::beQuiet, 0);
    boolean interrupted = false;
    try {
      while (last != null) {
        try {
          long timeout =
              TimeUnit.NANOSECONDS.convert(settings.shutdownTimeout()); // as far as it goes
          Object unused = last.get(timeout, TimeUnit.NANOSECONDS);
          return true;
        } catch (TimeoutException e) {
          return false;
        } catch (InterruptedException e) {
          interrupted = true; // closing is finished first
        } catch (ExecutionException e) {
          throw new IllegalStateException("an alarm that does almost nothing failed", e);
        }
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
