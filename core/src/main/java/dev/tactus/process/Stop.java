package dev.tactus.process;

import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The stop of a system, from the first request to the report.
///
/// Nobody waits in it: the end of the last process completes it, or the deadline, which is a timer.
/// So it works in virtual time too. A process that waits for an answer is left alone until the
/// deadline; if the answer comes in time, it ends by itself.
final class Stop {
  private static final int EXAMPLES_MAX = 100;

  private final ProcessSystem system;
  private final ProcessTable table;
  private final CompletableFuture<StopReport> report = new CompletableFuture<>();
  private final long beginNanos;

  /// Guarded by this.
  private long asked;

  private long evicted;
  private boolean isForced;
  private final List<ProcessInfo> examples = new ArrayList<>();

  Stop(ProcessSystem system, ProcessTable table, long beginNanos) {
    this.system = system;
    this.table = table;
    this.beginNanos = beginNanos;
  }

  CompletableFuture<StopReport> report() {
    return report;
  }

  /// Asks all to end. Threads: who stops the system, once.
  void begin(Duration deadline) {
    Event cancel = new Event.CancelRequested("the system stops");
    long count = 0;
    for (ProcessTask task : table.all()) {
      if (task.deliver(new EventNode.Letter(cancel))) {
        count++;
      }
    }
    synchronized (this) {
      asked = count;
    }
    if (table.size() == 0) {
      allEnded();
    } else {
      after(deadline, this::force);
    }
  }

  /// Called when no process is left. Threads: any.
  void allEnded() {
    complete(0);
  }

  /// Ends those that are left. Threads: the ticking thread, or who stops the system.
  private void force() {
    List<ProcessTask> left = new ArrayList<>(table.all());
    left.sort(Comparator.comparingLong(task -> task.self().number()));
    ExitReason reason = new ExitReason.Terminated("the system stops, and its deadline has passed");
    synchronized (this) {
      if (report.isDone()) {
        return;
      }
      isForced = true;
      evicted = left.size();
      for (ProcessTask task : left.subList(0, Math.min(left.size(), EXAMPLES_MAX))) {
        examples.add(task.info());
      }
    }
    for (ProcessTask task : left) {
      boolean unused = task.evict(reason);
    }
    if (!report.isDone()) {
      after(system.settings().forceTimeout(), () -> complete(table.size()));
    }
  }

  private void complete(long stuck) {
    StopReport made;
    synchronized (this) {
      if (report.isDone()) {
        return;
      }
      long ended = Math.max(0, asked - evicted);
      long tookNanos = system.toolbox().clock().nanos() - beginNanos;
      made = new StopReport(asked, ended, evicted - stuck, stuck, examples, tookNanos);
    }
    if (report.complete(made) && isForced) {
      system.warn(new ProcessWarning.StopForced(made));
    }
  }

  /// Does something after a time; at once where there is no time, or nobody who would tell it.
  private void after(Duration delay, Runnable action) {
    if (!delay.isPositive()) {
      action.run();
      return;
    }
    try {
      CompletableFuture<Void> timer = system.toolbox().scheduler().delay(delay, Scheduler.DIRECT);
      timer.whenComplete((nothing, closed) -> action.run());
      report.whenComplete((made, failed) -> timer.cancel(false));
    } catch (SchedulerException refused) {
      action.run();
    }
  }
}
