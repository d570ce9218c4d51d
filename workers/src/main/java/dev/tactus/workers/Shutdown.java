package dev.tactus.workers;

import dev.tactus.time.Clock;
import dev.tactus.time.Parker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The end of a pool: refuse what comes from outside, let the tasks finish or the time run out,
/// stop the workers, collect what is left.
///
/// A task is in one of three places when the workers are stopped: queued, and then it is in the
/// report; run to its end; or in a turn that does not end, or the next one of a worker that is
/// between two turns and does not get on. What such a worker leaves behind later goes to the
/// failure handler, by its thread: whether the report was made before the worker's last look at
/// [#reported] decides who takes it; for the task in its slot see [RunNext].
final class Shutdown {
  private static final long NEVER = Long.MAX_VALUE;

  /// Nobody tells of a wake-up that fails for want of stack while the pool is closed, so it looks
  /// whether there was one.
  private static final long LOOK_NANOS = 50_000_000;

  private final Crew crew;
  private final Clock clock;
  private final Parker parker;
  private final AtomicInteger running;

  /// 1 for each worker whose loop has ended.
  private final AtomicIntegerArray ended;

  private volatile boolean reported;
  private @Nullable ShutdownReport report;

  Shutdown(Crew crew) {
    this.crew = crew;
    this.clock = crew.settings.host().clock();
    this.parker = crew.settings.host().parkers().get();
    this.running = new AtomicInteger(crew.size());
    this.ended = new AtomicIntegerArray(crew.seats());
  }

  /// Counts a worker that is about to start. Threads: any, before [#run].
  void workerStarts() {
    running.incrementAndGet();
  }

  /// Takes that back. Threads: the same.
  void workerDidNotStart() {
    running.decrementAndGet();
  }

  /// Shuts down. Threads: any but a worker; a second call waits for the first one's report.
  synchronized ShutdownReport run(Duration timeout, List<Thread> threads) {
    ShutdownReport before = report;
    if (before != null) {
      return before;
    }
    crew.close(parker::unpark);
    boolean interrupted = await(crew::isQuiet, timeout);
    crew.stop();
    interrupted |= await(() -> running.get() == 0, crew.settings.joinTimeout());
    List<String> stuck = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      if (ended.get(i) == 0) {
        stuck.add(threads.get(i).getName());
      } else {
        interrupted |= join(threads.get(i));
      }
    }
    reported = true;
    ShutdownReport after = new ShutdownReport(crew.takeAll(), stuck);
    report = after;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return after;
  }

  /// Waits for a condition; an interrupt ends the wait as if the time were over.
  ///
  /// @return whether there was an interrupt
  private boolean await(BooleanSupplier condition, Duration timeout) {
    long since = clock.nanos();
    long limit = nanos(timeout);
    while (!condition.getAsBoolean()) {
      long left = limit == NEVER ? NEVER : limit - (clock.nanos() - since);
      if (left <= 0) {
        return false;
      }
      if (parker.park(Math.min(left, LOOK_NANOS))) {
        return true;
      }
      crew.makeUp();
    }
    return false;
  }

  /// Waits for a thread whose loop has ended.
  ///
  /// @return whether there was an interrupt
  private boolean join(Thread thread) {
    try {
      boolean unused = thread.join(crew.settings.joinTimeout());
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofNanos(NEVER)) >= 0 ? NEVER : duration.toNanos();
  }

  /// Called by each worker's thread when its loop has ended.
  void workerEnded(Worker worker) {
    if (reported) {
      List<Task> late = new ArrayList<>();
      Crew.takeAll(worker, late);
      crew.takeQueued(late);
      for (Task task : late) {
        crew.failures.report(
            task,
            new PoolClosedException(
                "The pool '"
                    + crew.settings.name()
                    + "' has stopped, and worker "
                    + worker.number
                    + " came out of a turn after the report was made, leaving "
                    + task
                    + ". Give the shutdown more time, or let turns end sooner."));
      }
    }
    ended.set(worker.number, 1);
    running.decrementAndGet();
    parker.unpark();
  }
}
