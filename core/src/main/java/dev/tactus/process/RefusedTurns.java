package dev.tactus.process;

import dev.tactus.refusal.RetryPause;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.workers.ChoosingPool;
import dev.tactus.workers.ExecutorPool;
import dev.tactus.workers.PumpPool;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.TaskPool;
import dev.tactus.workers.WorkerPool;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Processes that the pool has refused to run. Each of them is READY, and nobody else has it.
///
/// A pool that may recover, as an executor that is full, is asked again: after 10 ms at first, then
/// after twice the pause before, up to a second. If it cannot, or if the scheduler is closed, they
/// end here: better than waiting for ever. They end one after another and not within each other,
/// since each end may end those that are linked to it.
///
/// Threads: any; nothing is done under the lock but keeping the books.
final class RefusedTurns {
  private final ProcessSystem system;
  private final boolean mayRecover;
  private ArrayDeque<ProcessTask> waiting = new ArrayDeque<>();
  private RetryPause pause = RetryPause.FIRST;

  /// Whether a timer or a thread sees to those that wait.
  private boolean isAttended;

  RefusedTurns(ProcessSystem system) {
    this.system = system;
    this.mayRecover = mayRecover(system.pool());
  }

  /// Whether a refusal may be for a while only. The others refuse when they are closed.
  private static boolean mayRecover(TaskPool pool) {
    return switch (pool) {
      case ExecutorPool executor -> true;
      case ChoosingPool choosing -> true;
      case WorkerPool workers -> false;
      case SteppedPool stepped -> false;
      case PumpPool pump -> false;
    };
  }

  /// Takes a process that was refused.
  void add(ProcessTask task) {
    synchronized (this) {
      waiting.add(task);
      if (isAttended) {
        return;
      }
      isAttended = true;
    }
    if (mayRecover) {
      system.warn(new ProcessWarning.TurnRefused(task.self()));
      retryLater();
    } else {
      endAll();
    }
  }

  private void retryLater() {
    Duration delay;
    synchronized (this) {
      delay = pause.length();
    }
    CompletableFuture<Void> over;
    try {
      over = system.ownTimers().delay(delay, Scheduler.DIRECT);
    } catch (SchedulerException refused) {
      endAll();
      return;
    }
    over.whenComplete((nothing, closed) -> retry());
  }

  private void retry() {
    offer();
    synchronized (this) {
      isAttended = !waiting.isEmpty();
      pause = isAttended ? pause.next() : RetryPause.FIRST;
      if (!isAttended) {
        return;
      }
    }
    retryLater();
  }

  /// Offers them to the pool again. Of those that it refuses, the ones that must not step any more
  /// end.
  void offer() {
    ArrayDeque<ProcessTask> all;
    synchronized (this) {
      all = waiting;
      waiting = new ArrayDeque<>();
    }
    List<ProcessTask> ending = new ArrayList<>();
    ArrayDeque<ProcessTask> left = new ArrayDeque<>();
    for (ProcessTask task : all) {
      if (!system.pool().trySubmit(task)) {
        (task.isEvicted() ? ending : left).add(task);
      }
    }
    synchronized (this) {
      left.addAll(waiting);
      waiting = left;
    }
    ending.forEach(ProcessTask::endRefused);
  }

  private void endAll() {
    ProcessTask task = next();
    while (task != null) {
      task.endRefused();
      task = next();
    }
  }

  /// The next one that is to end; null when there is none, and then nobody sees to them any more.
  private synchronized @Nullable ProcessTask next() {
    ProcessTask next = waiting.poll();
    isAttended = next != null;
    return next;
  }
}
