package dev.tactus.pekko;

import com.typesafe.config.Config;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.actor.SchedulerTask;
import org.apache.pekko.event.LoggingAdapter;
import org.apache.pekko.testkit.ExplicitlyTriggeredScheduler;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/// Time that stands still until a test moves it, for Pekko's `ManualTime`.
///
/// ```hocon
/// pekko.scheduler.implementation = "dev.tactus.pekko.TactusManualScheduler"
/// ```
///
/// Start the test kit with a configuration in which this line comes before what
/// `ManualTime.config()` says, or without the latter: it names Pekko's own scheduler.
///
/// It differs from Pekko's `ExplicitlyTriggeredScheduler` in what makes tests unreliable or slow:
/// timers of the same moment run in the order of their registration; time is exact to the
/// nanosecond; and before each step it waits until the actors have nothing more to do, instead of
/// for 100 milliseconds. For that the dispatchers have to run on our executor.
///
/// Tasks run on the thread that moves time.
///
/// Threads: any may schedule and cancel; one at a time moves time.
public final class TactusManualScheduler extends ExplicitlyTriggeredScheduler implements Closeable {
  private final Object lock = new Object();
  private final Settling settling;
  private final PriorityQueue<ManualTimer> timers = new PriorityQueue<>();
  private long nowNanos;
  private long ordered;
  private boolean isClosed;

  /// Made by Pekko.
  ///
  /// @param config the settings of the actor system
  /// @param log where warnings go
  /// @param threads not needed
  public TactusManualScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {
    super(config, log, threads);
    this.settling = new Settling(config, log);
  }

  private final class Handle implements Cancellable {
    private final ManualTimer timer;

    Handle(ManualTimer timer) {
      this.timer = timer;
    }

    @Override
    public boolean cancel() {
      synchronized (lock) {
        if (timer.isOver) {
          return false;
        }
        timer.isOver = true;
        timer.isCancelled = true;
        boolean unused = timers.remove(timer);
      }
      if (timer.task instanceof SchedulerTask told) {
        OneShot.tell(told, timer.context);
      }
      return true;
    }

    @Override
    public boolean isCancelled() {
      synchronized (lock) {
        return timer.isCancelled;
      }
    }
  }

  @Override
  public Cancellable scheduleOnce(FiniteDuration delay, Runnable task, ExecutionContext executor) {
    return add(delay.toNanos(), 0, task, executor);
  }

  /// The engine of the fixed-rate overloads.
  @Override
  @Deprecated
  public Cancellable schedule(
      FiniteDuration initialDelay,
      FiniteDuration interval,
      Runnable task,
      ExecutionContext executor) {
    return add(initialDelay.toNanos(), Repeating.checkedPeriod(interval), task, executor);
  }

  @Override
  public Cancellable scheduleWithFixedDelay(
      FiniteDuration initialDelay, FiniteDuration delay, Runnable task, ExecutionContext executor) {
    long unused = Repeating.checkedPeriod(delay);
    return super.scheduleWithFixedDelay(initialDelay, delay, task, executor);
  }

  private Cancellable add(
      long delayNanos, long periodNanos, Runnable task, ExecutionContext executor) {
    Objects.requireNonNull(task, "runnable: give what is to run");
    ManualTimer timer;
    synchronized (lock) {
      if (isClosed) {
        SchedulerException cause = new SchedulerException(TactusScheduler.CLOSED);
        throw new IllegalStateException(cause.getMessage(), cause);
      }
      long due = nowNanos + Math.clamp(delayNanos, 0, Long.MAX_VALUE - nowNanos);
      timer = new ManualTimer(task, executor, periodNanos, ordered++, due);
      if (delayNanos > 0) {
        timers.add(timer);
      }
    }
    if (delayNanos <= 0) {
      run(timer);
    }
    return new Handle(timer);
  }

  private void run(ManualTimer timer) {
    synchronized (lock) {
      if (timer.isOver) {
        return; // cancelled at the last moment
      }
      timer.isOver = timer.periodNanos == 0;
    }
    boolean again = timer.run();
    synchronized (lock) {
      if (!again) {
        timer.isOver = true;
      }
      if (!timer.isOver && timer.periodNanos <= Long.MAX_VALUE - timer.dueNanos) {
        timer.dueNanos += timer.periodNanos; // otherwise time ends before
        timers.add(timer);
      }
    }
  }

  /// Moves time and runs what falls due on the way, each at its own time; between two of them the
  /// actors get to do what follows from the first.
  ///
  /// @throws IllegalArgumentException when the amount is negative, or more than there is
  @Override
  public void timePasses(FiniteDuration amount) {
    long step = amount.toNanos();
    if (step < 0) {
      throw new IllegalArgumentException(
          "Time was to be moved by "
              + amount
              + "; it moves forward only, so that must be 0 or"
              + " more.");
    }
    settling.await();
    long target;
    synchronized (lock) {
      if (step > Long.MAX_VALUE - nowNanos) {
        throw new IllegalArgumentException(
            "Time was to be moved by "
                + amount
                + " when it was "
                + FiniteDuration.apply(nowNanos, TimeUnit.NANOSECONDS)
                + "; it ends 292 years after the start.");
      }
      target = nowNanos + step;
    }
    ManualTimer due = takeDue(target);
    while (due != null) {
      run(due);
      settling.await();
      due = takeDue(target);
    }
  }

  /// Takes the first timer up to this time, and moves time to it; where there is none, to the end.
  private @Nullable ManualTimer takeDue(long targetNanos) {
    synchronized (lock) {
      ManualTimer first = timers.peek();
      if (first == null || first.dueNanos > targetNanos) {
        nowNanos = targetNanos;
        return null;
      }
      nowNanos = Math.max(nowNanos, first.dueNanos);
      return timers.poll();
    }
  }

  @Override
  public long currentTimeMs() {
    return TimeUnit.NANOSECONDS.toMillis(currentTimeNanos());
  }

  /// The time since the start, exactly.
  public long currentTimeNanos() {
    synchronized (lock) {
      return nowNanos;
    }
  }

  @Override
  public double maxFrequency() {
    return TimeUnit.SECONDS.toNanos(1);
  }

  /// Runs what has to run at the close, as dispatchers rely on, and takes no more timers.
  @Override
  public void close() {
    List<ManualTimer> left;
    synchronized (lock) {
      isClosed = true;
      left = new ArrayList<>(timers);
      left.removeIf(timer -> !(timer.task instanceof Scheduler.TaskRunOnClose));
      left.forEach(timer -> timer.isOver = true);
      timers.clear();
    }
    left.sort(null);
    for (ManualTimer timer : left) {
      boolean unused = timer.run();
    }
  }
}
