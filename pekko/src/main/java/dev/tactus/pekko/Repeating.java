package dev.tactus.pekko;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.actor.SchedulerTask;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/// A task that runs again and again: after each run the next one is scheduled, so runs never
/// overlap.
///
/// At a fixed rate the next time is counted from the time before, so lateness does not add up; what
/// was missed is made up for, a run on each tick. With a fixed delay it is counted from the end of
/// the run.
///
/// The repetition ends when the task throws, when it is cancelled, or when the scheduler is closed.
/// A [SchedulerException] says that the actor it sends to is gone, or that the scheduler is closed,
/// and ends it silently; anything else goes to the execution context.
final class Repeating implements Cancellable, SchedulerTask {
  /// How the next time is found.
  enum Mode {
    /// From the time before.
    FIXED_RATE,
    /// From the end of the run.
    FIXED_DELAY
  }

  private static final Cancellable NONE_YET =
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

  private final TactusScheduler owner;
  private final Mode mode;
  private final long periodNanos;
  private final Runnable task;
  private final ExecutionContext context;

  /// The run that waits, or was the last to wait; null when it was cancelled.
  private final AtomicReference<@Nullable Cancellable> waiting = new AtomicReference<>(NONE_YET);

  /// When the next run is due. Written by one run after another.
  private long dueNanos;

  Repeating(
      TactusScheduler owner, Mode mode, long periodNanos, Runnable task, ExecutionContext context) {
    this.owner = owner;
    this.mode = mode;
    this.periodNanos = periodNanos;
    this.task = task;
    this.context = context;
  }

  /// The length of a period, refused as Pekko does when it is zero or less.
  static long checkedPeriod(FiniteDuration period) {
    long nanos = period.toNanos();
    if (nanos <= 0) {
      throw new IllegalArgumentException(
          "Task scheduled with ["
              + period.toSeconds()
              + "] seconds delay, which means creating an infinite loop. "
              + "The expected delay must be greater than 0.");
    }
    return nanos;
  }

  /// Schedules the first run; a delay of zero or less runs it at once.
  void begin(long initialDelayNanos) {
    dueNanos = owner.nanos() + initialDelayNanos;
    Cancellable first = owner.enqueue(initialDelayNanos, this, context);
    // If it ran meanwhile, the run after it waits there already.
    boolean unused = waiting.compareAndSet(NONE_YET, first);
  }

  @Override
  public void run() {
    try {
      task.run();
      if (waiting.get() != null) {
        waitFor(owner.enqueue(nextDelayNanos(), this, context));
      }
    } catch (SchedulerException ended) {
      return;
    } catch (IllegalStateException refused) {
      boolean isEnd = refused.getCause() instanceof SchedulerException;
      if (mode == Mode.FIXED_RATE || !isEnd) {
        throw refused;
      }
    }
  }

  private long nextDelayNanos() {
    if (mode == Mode.FIXED_DELAY) {
      return periodNanos;
    }
    dueNanos += periodNanos;
    return Math.max(1, dueNanos - owner.nanos());
  }

  private void waitFor(Cancellable next) {
    Cancellable before = waiting.get();
    while (before != null && !waiting.compareAndSet(before, next)) {
      before = waiting.get();
    }
    if (before == null) {
      boolean unused = next.cancel(); // somebody was faster
    }
  }

  /// Told by the run that waited when it was cancelled.
  @Override
  public void cancelled() {
    if (task instanceof SchedulerTask told) {
      told.cancelled();
    }
  }

  @Override
  public boolean cancel() {
    Cancellable before = waiting.get();
    while (before != null) {
      boolean unused = before.cancel();
      if (waiting.compareAndSet(before, null)) {
        return true;
      }
      before = waiting.get();
    }
    return false;
  }

  @Override
  public boolean isCancelled() {
    return waiting.get() == null;
  }
}
