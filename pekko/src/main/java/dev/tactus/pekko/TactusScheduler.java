package dev.tactus.pekko;

import com.typesafe.config.Config;
import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.event.VmErrors;
import dev.tactus.scheduler.CloseReport;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerClosedException;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.Clock;
import dev.tactus.time.Resolution;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.actor.AbstractScheduler;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.event.LoggingAdapter;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;
import scala.util.control.NonFatal;

/// Pekko's scheduler on our timer wheel.
///
/// ```hocon
/// pekko.scheduler.implementation = "dev.tactus.pekko.TactusScheduler"
/// ```
///
/// Pekko makes it by reflection when an actor system starts, and closes it when the system ends. It
/// keeps to the contract of Pekko's `LightArrayRevolverScheduler`, with the same settings,
/// exceptions and messages. What it adds: a timer fires within one tick, timers of one tick fire in
/// the order of their registration, a cancelled timer is let go of within a tick, and there is
/// [#dump()].
///
/// Threads: any.
public final class TactusScheduler extends AbstractScheduler implements Closeable {
  static final String CLOSED = "cannot enqueue after timer shutdown";

  private static final Cancellable NOT_CANCELLABLE =
      new Cancellable() {
        @Override
        public boolean cancel() {
          return false;
        }

        @Override
        public boolean isCancelled() {
          return false;
        }
      };

  private final LoggingAdapter log;
  private final WheelScheduler wheel;
  private final Clock clock;
  private final NamedThread tickingThread;
  private final long tickNanos;

  /// The longest delay that Pekko takes.
  private final long reachNanos;

  /// The longest delay that the wheel can wait for; only with ticks of several seconds is it less.
  private final long longestNanos;

  private final AtomicBoolean closed = new AtomicBoolean();

  /// What has to run when the scheduler is closed.
  private final Set<OneShot> forClose = ConcurrentHashMap.newKeySet();

  /// Made by Pekko.
  ///
  /// @param config the settings of the actor system
  /// @param log where warnings go
  /// @param threads makes the ticking thread
  public TactusScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {
    this(SchedulerConfig.of(config, log, SchedulerConfig.isOnWindows()), log, threads);
  }

  private TactusScheduler(SchedulerConfig config, LoggingAdapter log, ThreadFactory threads) {
    this(config, log, config.toolbox(), threads);
  }

  /// On a toolbox of the caller's, for example on virtual time.
  TactusScheduler(
      SchedulerConfig config, LoggingAdapter log, RuntimeToolbox toolbox, ThreadFactory threads) {
    this.log = log;
    this.clock = toolbox.clock();
    this.tickNanos = config.tickNanos();
    this.reachNanos =
        tickNanos > Long.MAX_VALUE / Integer.MAX_VALUE
            ? Long.MAX_VALUE
            : tickNanos * Integer.MAX_VALUE;
    this.longestNanos = new Resolution(tickNanos).longestDelay().toNanos();
    this.tickingThread = new NamedThread(threads);
    EventStream events = new EventStream();
    Subscription unused = events.subscribe(SchedulerWarning.class, this::warn);
    this.wheel =
        WheelScheduler.start(
            config.settings(NamedThread.nameOf(threads, "pekko-scheduler")),
            toolbox.withThreads(tickingThread),
            events);
  }

  private void warn(SchedulerWarning warning) {
    switch (warning) {
      case SchedulerWarning.DriftExceeded drift -> log.debug("scheduler: {}", drift);
      case SchedulerWarning.HandlerFailed failed -> {
        log.error(failed.error(), "exception on the scheduler's thread");
        if (!NonFatal.apply(failed.error())) {
          VmErrors.report(failed.error()); // as Pekko's own does: its handler ends the system
        }
      }
      case SchedulerWarning.DriverRetried retried ->
          log.error(retried.error(), "the scheduler's driver failed and is started again");
      case SchedulerWarning.DriverStopped stopped ->
          log.error(stopped.error(), "the scheduler's driver failed for good; no timer fires");
      default -> log.warning("scheduler: {}", warning);
    }
  }

  @Override
  public Cancellable scheduleOnce(FiniteDuration delay, Runnable task, ExecutionContext executor) {
    check(task, executor);
    try {
      return enqueue(delay.toNanos(), task, executor);
    } catch (SchedulerException refused) {
      throw new IllegalStateException(refused.getMessage(), refused);
    }
  }

  /// The engine of the fixed-rate overloads.
  @Override
  @Deprecated
  public Cancellable schedule(
      FiniteDuration initialDelay,
      FiniteDuration interval,
      Runnable task,
      ExecutionContext executor) {
    return repeat(Repeating.Mode.FIXED_RATE, initialDelay, interval, task, executor);
  }

  @Override
  public Cancellable scheduleWithFixedDelay(
      FiniteDuration initialDelay, FiniteDuration delay, Runnable task, ExecutionContext executor) {
    return repeat(Repeating.Mode.FIXED_DELAY, initialDelay, delay, task, executor);
  }

  private Cancellable repeat(
      Repeating.Mode mode,
      FiniteDuration initialDelay,
      FiniteDuration period,
      Runnable task,
      ExecutionContext executor) {
    long periodNanos = Repeating.checkedPeriod(period);
    checkReach(periodNanos);
    check(task, executor);
    Repeating repeating = new Repeating(this, mode, periodNanos, task, executor);
    try {
      repeating.begin(initialDelay.toNanos());
    } catch (SchedulerException refused) {
      throw new IllegalStateException(refused.getMessage(), refused);
    }
    return repeating;
  }

  private static void check(Runnable task, ExecutionContext executor) {
    Objects.requireNonNull(task, "runnable: give what is to run");
    Objects.requireNonNull(executor, "executor: say where the runnable runs");
  }

  private void checkReach(long delayNanos) {
    if (delayNanos > reachNanos) {
      long rounded = Math.ceilDiv(delayNanos, tickNanos) * tickNanos;
      long seconds = TimeUnit.NANOSECONDS.toSeconds(rounded < 0 ? delayNanos : rounded);
      long most = TimeUnit.NANOSECONDS.toSeconds(reachNanos) - 1;
      throw new IllegalArgumentException(
          "Task scheduled with ["
              + seconds
              + "] seconds delay, which is too far in future, maximum delay is ["
              + most
              + "] seconds");
    }
  }

  /// Takes a task in; one without a delay goes to its context at once.
  ///
  /// @throws SchedulerException when the scheduler is closed
  Cancellable enqueue(long delayNanos, Runnable task, ExecutionContext executor) {
    if (closed.get()) {
      throw new SchedulerException(CLOSED);
    }
    if (delayNanos <= 0) {
      executor.execute(task);
      return NOT_CANCELLABLE;
    }
    checkReach(delayNanos);
    OneShot shot = new OneShot(this, task, executor);
    if (shot.isForClose()) {
      forClose.add(shot);
    }
    @Nullable SchedulerException refused = register(shot, Math.min(delayNanos, longestNanos));
    // After the addition to forClose: either this look sees the close, or the close sees the task.
    if ((refused != null || closed.get()) && shot.take() != null) {
      throw refused != null ? refused : new SchedulerException(CLOSED);
    }
    return shot;
  }

  private @Nullable SchedulerException register(OneShot shot, long delayNanos) {
    try {
      shot.waitsFor(wheel.scheduleOnce(Duration.ofNanos(delayNanos), shot, Scheduler.DIRECT));
      return null;
    } catch (SchedulerClosedException refused) {
      return new SchedulerException(closed.get() ? CLOSED : String.valueOf(refused.getMessage()));
    }
  }

  @Override
  public double maxFrequency() {
    return wheel.maxFrequency();
  }

  /// What it looks like inside at this moment.
  public SchedulerDump dump() {
    return wheel.dump();
  }

  /// What it did so far.
  public SchedulerMetrics metrics() {
    return wheel.metrics();
  }

  /// Moves virtual time, where it runs on that.
  void advance(Duration duration) {
    long unused = wheel.advance(duration);
  }

  long nanos() {
    return clock.nanos();
  }

  boolean isClosed() {
    return closed.get();
  }

  /// A task for the close ran or was cancelled.
  void forget(OneShot shot) {
    forClose.remove(shot);
  }

  /// Closes the scheduler: the ticking thread is waited for, at most for `shutdown-timeout`; then
  /// what has to run at the close runs here, each task once. Nothing else runs any more, and
  /// nothing is taken. A second call does nothing.
  ///
  /// On the ticking thread itself it does not wait.
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (tickingThread.isCurrent()) {
      tickingThread.another(wheel::close).start();
    } else {
      CloseReport report = wheel.shutdown();
      if (report.forced()) {
        log.warning(
            "the scheduler's thread did not end within pekko.scheduler.shutdown-timeout, {};"
                + " a task on it does not return",
            wheel.settings().shutdownTimeout());
      }
    }
    for (OneShot shot : new ArrayList<>(forClose)) {
      runAtClose(shot);
    }
  }

  private void runAtClose(OneShot shot) {
    Runnable task = shot.take();
    if (task == null) {
      return;
    }
    try {
      task.run();
    } catch (SchedulerException ended) {
      return; // its actor is gone
    } catch (Throwable error) {
      if (!NonFatal.apply(error)) {
        throw error;
      }
      log.error(error, "exception while executing timer task");
    }
  }
}
