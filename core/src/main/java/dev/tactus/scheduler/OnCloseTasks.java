package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.VmErrors;
import dev.tactus.time.Clock;
import java.time.Duration;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The tasks that run when the scheduler is closed, by priority, and in the order of registration
/// within one.
///
/// Threads: any; a lock guards the set, tasks run without it.
final class OnCloseTasks {
  private final class Registered implements OnCloseHandle, Comparable<Registered> {
    final Runnable task;
    final OnClosePriority priority;
    final long order;

    Registered(Runnable task, OnClosePriority priority, long order) {
      this.task = task;
      this.priority = priority;
      this.order = order;
    }

    @Override
    public boolean cancel() {
      synchronized (lock) {
        return waiting.remove(this);
      }
    }

    /// The one that runs first is the least.
    @Override
    public int compareTo(Registered other) {
      int byPriority = priority.compareTo(other.priority);
      return byPriority != 0 ? byPriority : Long.compare(order, other.order);
    }
  }

  private final Object lock = new Object();
  private final EventStream events;
  private final Clock clock;
  private final TreeSet<Registered> waiting = new TreeSet<>();
  private long registered;
  private boolean closing;

  OnCloseTasks(EventStream events, Clock clock) {
    this.events = events;
    this.clock = clock;
  }

  OnCloseHandle register(Runnable task, OnClosePriority priority) {
    synchronized (lock) {
      if (closing) {
        throw new SchedulerClosedException(
            "A task for the close of the scheduler came after closing had begun, so it would not"
                + " run. Register it earlier, or run it now.");
      }
      Registered added = new Registered(task, priority, ++registered);
      waiting.add(added);
      return added;
    }
  }

  /// Takes no more tasks.
  void refuseMore() {
    synchronized (lock) {
      closing = true;
    }
  }

  /// Runs what is registered. A task can still be taken back until its turn.
  ///
  /// @param first takes the errors of the virtual machine; the next tasks run all the same
  OnCloseReport run(FirstError first) {
    long begin = clock.nanos();
    int succeeded = 0;
    int failed = 0;
    Registered next;
    while ((next = takeFirst()) != null) {
      try {
        next.task.run();
        succeeded++;
      } catch (Throwable error) {
        failed++;
        if (VmErrors.isFatal(error)) {
          first.add(error);
        }
        SchedulerWarning warning =
            new SchedulerWarning.TaskRunFailed(next.priority, next.order, error);
        first.attempt(() -> events.publish(warning));
      }
    }
    return new OnCloseReport(succeeded, failed, Duration.ofNanos(clock.nanos() - begin));
  }

  private @Nullable Registered takeFirst() {
    synchronized (lock) {
      return waiting.pollFirst();
    }
  }
}
