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
  private final CompletableFuture<Void> deadline;
  private final long beginNanos;

  // Guarded by this.
  private final List<ProcessInfo> examples = new ArrayList<>();
  private CompletableFuture<StopReport> given = report.copy();
  private boolean isAsked;
  private long asked;
  private long evicted;

  /// Prepares a stop: the time runs, but nobody was asked yet.
  ///
  /// @throws dev.tactus.time.InvalidDelayException when the deadline is too long
  Stop(ProcessSystem system, ProcessTable table, Duration deadline) {
    this.system = system;
    this.table = table;
    this.beginNanos = system.toolbox().clock().nanos();
    this.deadline = after(deadline);
  }

  /// The report, for the system itself.
  CompletableFuture<StopReport> report() {
    return report;
  }

  /// The report for those who asked for the stop: the same future for all, unless one of them has
  /// given it up.
  synchronized CompletableFuture<StopReport> given() {
    if (given.isCompletedExceptionally()) {
      given = report.copy();
    }
    return given;
  }

  /// Gives up a stop that has not begun.
  void discard() {
    deadline.cancel(false);
  }

  /// Asks all to end. Threads: who stops the system, once.
  void begin() {
    Event cancel = new Event.CancelRequested("the system stops");
    long count = 0;
    for (ProcessTask task : table.all()) {
      if (task.deliver(new EventNode.Letter(cancel))) {
        count++;
      }
    }
    synchronized (this) {
      asked = count;
      isAsked = true;
    }
    report.whenComplete((made, failed) -> deadline.cancel(false));
    if (table.size() == 0) {
      allEnded();
    } else {
      deadline.whenComplete((nothing, closed) -> force());
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
    synchronized (this) {
      if (report.isDone()) {
        return;
      }
      evicted = left.size();
      for (ProcessTask task : left.subList(0, Math.min(left.size(), EXAMPLES_MAX))) {
        examples.add(task.info());
      }
    }
    ExitReason reason = new ExitReason.Terminated("the system stops, and its deadline has passed");
    for (ProcessTask task : left) {
      boolean unused = task.evict(reason);
    }
    system.refusedTurns().offer(); // those that the pool refuses end here
    CompletableFuture<Void> patience = after(system.settings().forceTimeout());
    report.whenComplete((made, failed) -> patience.cancel(false));
    patience.whenComplete((nothing, closed) -> complete(table.size()));
  }

  private void complete(long stuck) {
    StopReport made;
    synchronized (this) {
      if (!isAsked || report.isDone()) {
        return;
      }
      long tookNanos = system.toolbox().clock().nanos() - beginNanos;
      made =
          new StopReport(
              asked, Math.max(0, asked - evicted), evicted - stuck, stuck, examples, tookNanos);
    }
    if (report.complete(made) && !made.isGraceful()) {
      system.warn(new ProcessWarning.StopForced(made));
    }
  }

  /// A future of the end of a time; it is there at once where there is no time, or nobody who would
  /// tell it.
  private CompletableFuture<Void> after(Duration delay) {
    if (delay.isPositive()) {
      try {
        return system.ownTimers().delay(delay, Scheduler.DIRECT);
      } catch (SchedulerException refused) {
        // Without a scheduler the deadline would never come: better at once than never.
      }
    }
    return CompletableFuture.completedFuture(null);
  }
}
