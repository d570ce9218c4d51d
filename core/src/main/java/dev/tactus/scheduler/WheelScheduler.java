package dev.tactus.scheduler;

import dev.tactus.error.ErrorCode;
import dev.tactus.event.EventStream;
import dev.tactus.paging.NextByNumber;
import dev.tactus.time.Parker;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.LoopingTickDriver;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.time.driver.TickDriver;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The scheduler on a timer wheel: start it, schedule, close it.
///
/// ```java
/// try (var scheduler = WheelScheduler.start()) {
///   scheduler.scheduleOnce(Duration.ofSeconds(1), () -> System.out.println("now"), executor);
/// }
/// ```
///
/// Threads: any.
public final class WheelScheduler implements SystemScheduler {
  /// How often a close looks whether what it waits for has come.
  private static final long LOOK_NANOS = 1_000_000;

  private final SchedulerSettings settings;
  final TickEngine engine;
  private final TickDriver driver;
  private final EventStream events;
  private final OnCloseTasks onClose;
  private final TimerFactory timers;
  private final RuntimeToolbox toolbox;
  private final @Nullable DriverRunner runner;

  /// The thread that moves virtual time at present; null for nobody.
  private final AtomicReference<@Nullable Thread> advancing = new AtomicReference<>();

  private final Object closeLock = new Object();
  private @Nullable CloseReport closed;
  private boolean closing;

  private WheelScheduler(SchedulerSettings settings, RuntimeToolbox toolbox, EventStream events) {
    this.settings = settings;
    this.toolbox = toolbox;
    this.events = events;
    this.driver = toolbox.driver();
    this.engine = new TickEngine(settings, toolbox, events);
    this.onClose = new OnCloseTasks(events, toolbox.clock());
    this.timers = new TimerFactory(engine, settings.policies().defaultPolicy());
    try {
      driver.attach(engine, toolbox.clock(), engine.scale);
      this.runner =
          driver instanceof LoopingTickDriver looping
              ? new DriverRunner(looping, settings, toolbox, events, engine)
              : null;
      toolbox.fallback().ifPresent(events::publish);
      if (runner != null) {
        runner.start();
      }
    } catch (Throwable e) { // nobody would close what is not started
      engine.letGo();
      throw e;
    }
  }

  /// Starts a scheduler with the default settings on the time of this machine.
  public static WheelScheduler start() {
    return start(SchedulerSettings.defaults());
  }

  /// Starts a scheduler on the time of this machine.
  public static WheelScheduler start(SchedulerSettings settings) {
    return start(settings, RuntimeToolbox.host());
  }

  /// Starts a scheduler on a toolbox of its own.
  public static WheelScheduler start(SchedulerSettings settings, RuntimeToolbox toolbox) {
    return start(settings, toolbox, new EventStream());
  }

  /// Starts a scheduler that publishes to this stream.
  public static WheelScheduler start(
      SchedulerSettings settings, RuntimeToolbox toolbox, EventStream events) {
    return new WheelScheduler(
        Objects.requireNonNull(settings, "settings"),
        Objects.requireNonNull(toolbox, "toolbox"),
        Objects.requireNonNull(events, "events"));
  }

  @Override
  public Cancellable scheduleOnce(Duration delay, Runnable task, Executor executor) {
    return timers.once(delay, task, executor);
  }

  @Override
  public Cancellable scheduleAtFixedRate(
      Duration initialDelay, Duration interval, Runnable task, Executor executor) {
    return timers.periodic(ExecutionMode.FIXED_RATE, initialDelay, interval, task, executor);
  }

  @Override
  public Cancellable scheduleWithFixedDelay(
      Duration initialDelay, Duration delay, Runnable task, Executor executor) {
    return timers.periodic(ExecutionMode.FIXED_DELAY, initialDelay, delay, task, executor);
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay) {
    return timers.delay(delay, settings.delayExecutor());
  }

  @Override
  public CompletableFuture<Void> delay(Duration delay, Executor executor) {
    return timers.delay(delay, executor);
  }

  @Override
  public Scheduler withAffinity(Affinity affinity) {
    return new AffinityScheduler(
        this,
        new TimerFactory(
            engine, settings.policies().policyOf(affinity), affinity.equals(Affinity.RUNTIME)));
  }

  @Override
  public Duration resolution() {
    return settings.resolution().asDuration();
  }

  @Override
  public double maxFrequency() {
    return settings.resolution().maxFrequencyHertz();
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
    long taken = engine.quota.taken(); // after those that ended, so that it is never less
    return new SchedulerMetrics(
        engine.counters.registered(taken),
        taken - completed - cancelled - dropped,
        engine.periodic.size(),
        engine.counters.fired(),
        completed,
        cancelled,
        dropped,
        engine.quota.limit(),
        engine.drift.lastNanos(),
        engine.drift.maxNanos(),
        engine.drift.warnings(),
        engine.firing.lateness.snapshot());
  }

  @Override
  public SchedulerDump overview() {
    return SchedulerDump.of(settings, toolbox, engine, metrics());
  }

  @Override
  public List<SchedulerDump.PeriodicJob> periodicJobs(long after, int max) {
    return NextByNumber.of(engine.periodic.values(), PeriodicTimer::id, after, max).stream()
        .map(SchedulerDump::job)
        .toList();
  }

  @Override
  public List<Integer> slotSizes() {
    return IntStream.range(0, settings.wheel().slots()).mapToObj(engine.wheel::slotSize).toList();
  }

  @Override
  public long advance(Duration duration, Runnable between) {
    if (engine.isTickingHere()) {
      throw advancedFromWithin();
    }
    if (driver.kind() != DriverKind.MANUAL || !(driver instanceof ManualTickDriver manual)) {
      throw new ManualTickRefusedException(driver.kind());
    }
    Thread current = Thread.currentThread();
    Thread before = advancing.compareAndExchange(null, current);
    if (before == current) { // what happens between two ticks may advance as well
      return manual.advance(duration, between);
    }
    if (before != null) {
      throw advancedFromWithin();
    }
    try {
      return manual.advance(duration, between);
    } finally {
      advancing.set(null);
    }
  }

  private static IllegalStateException advancedFromWithin() {
    return new IllegalStateException(
        ErrorCode.ADVANCED_FROM_WITHIN.mark(
            "Time was to be advanced by a task that runs because time is being advanced, or by"
                + " another thread meanwhile. Schedule what is to happen later instead, and let one"
                + " thread advance."));
  }

  @Override
  public OnCloseHandle registerOnClose(Runnable task, OnClosePriority priority) {
    return onClose.register(
        Objects.requireNonNull(task, "task"), Objects.requireNonNull(priority, "priority"));
  }

  @Override
  public boolean isTickingThread() {
    return engine.isTickingHere();
  }

  @Override
  public CloseReport shutdown() {
    if (isTickingThread()) {
      throw closedByItsOwnThread();
    }
    synchronized (closeLock) {
      if (closed == null) {
        if (closing) {
          throw closedWhileClosing();
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

  static IllegalStateException closedByItsOwnThread() {
    return new IllegalStateException(
        ErrorCode.SCHEDULER_CLOSED_FROM_WITHIN.mark(
            "The scheduler was to be closed by a task that runs on its ticking thread, which would"
                + " wait for itself. Close it from another thread, for example with"
                + " CompletableFuture.runAsync(scheduler::close)."));
  }

  static IllegalStateException closedWhileClosing() {
    return new IllegalStateException(
        ErrorCode.SCHEDULER_CLOSED_FROM_WITHIN.mark(
            "The scheduler was to be closed by a task that runs because it is being closed already."
                + " Leave the call out."));
  }

  /// Takes all steps, whatever one of them throws.
  private CloseReport closeNow(FirstError first) {
    engine.refuseAll("The scheduler '" + settings.name() + "' is closed. Start a new one.");
    onClose.refuseMore();
    boolean ended =
        first.attempt(() -> runner == null || runner.stop(settings.shutdownTimeout()), false);
    long firedBefore = engine.firing.handedOver();
    DriverStatus.Flushed flushed = flush(ended, first);
    long delivered = engine.firing.handedOver() - firedBefore;
    OnCloseReport tasks = onClose.run(first);
    long cancelledBefore = engine.counters.cancelled();
    first.attempt(this::awaitAdvance);
    boolean done = engine.cancelAll(first);
    first.attempt(engine::letGo);
    long cancelled = engine.counters.cancelled() - cancelledBefore;
    return new CloseReport(flushed, delivered, tasks, cancelled, !ended || !done);
  }

  /// Another thread that advances looks into the wheel between two ticks. It ends as soon as it
  /// sees that the driver has stopped.
  private void awaitAdvance() {
    Thread mover = advancing.get();
    if (mover != null && mover != Thread.currentThread()) {
      awaitFor(() -> advancing.get() != mover);
    }
  }

  /// Looks again and again whether something holds, for as long as a close may take.
  private void awaitFor(BooleanSupplier condition) {
    Parker parker = toolbox.parkers().get();
    Duration left = settings.shutdownTimeout();
    boolean isInterrupted = false;
    boolean holds = false;
    while (left.isPositive() && !holds) {
      isInterrupted |= parker.park(LOOK_NANOS); // closing is finished first
      left = left.minusNanos(LOOK_NANOS);
      holds = condition.getAsBoolean();
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Stops the driver. Where a loop of somebody else's is in the middle of a tick, that is waited
  /// for: what has passed since is due as well.
  private DriverStatus.Flushed flush(boolean ended, FirstError first) {
    DriverStatus.Flushed[] latest = {stopAndFlush(first)};
    if (latest[0].pending() > 0 && ended) {
      awaitFor(
          () -> {
            latest[0] = stopAndFlush(first);
            return latest[0].pending() == 0;
          });
    }
    return latest[0];
  }

  /// Where a task on this thread throws, the flush goes on with the timer after it.
  private DriverStatus.Flushed stopAndFlush(FirstError first) {
    while (true) {
      long progress = engine.progress();
      try {
        return driver.stopAndFlush();
      } catch (Throwable error) {
        first.add(error);
        if (engine.progress() == progress) {
          return driver.status() instanceof DriverStatus.Flushed flushed
              ? flushed
              : new DriverStatus.Flushed(0, 0);
        }
      }
    }
  }
}
