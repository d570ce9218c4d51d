package dev.tactus.actor.shutdown;

import dev.tactus.actor.shutdown.ShutdownSummary.Outcome;
import dev.tactus.actor.shutdown.ShutdownSummary.PhaseSummary;
import dev.tactus.actor.shutdown.ShutdownSummary.TaskSummary;
import dev.tactus.event.VmErrors;
import dev.tactus.scheduler.DelayProvider;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.time.Clock;
import dev.tactus.time.InvalidDelayException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/// One phase that runs.
///
/// Threads: one starts it; any may end its tasks.
final class PhaseRun {
  private final Phase phase;
  private final List<PhaseTask> tasks;
  private final Clock clock;
  private final List<CompletableFuture<?>> ends = new ArrayList<>();
  private final CompletableFuture<PhaseSummary> over = new CompletableFuture<>();

  PhaseRun(Phase phase, List<PhaseTask> tasks, Clock clock) {
    this.phase = phase;
    this.tasks = tasks;
    this.clock = clock;
  }

  /// Starts all tasks.
  ///
  /// @return completes when they have ended, or their time is over; never fails
  CompletableFuture<PhaseSummary> start(DelayProvider delays, Executor executor) {
    long begin = clock.nanos();
    for (PhaseTask task : tasks) {
      ends.add(end(task));
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
    if (!all.isDone()) {
      limit(all, begin, delays, executor);
    }
    var unused = all.whenComplete((nothing, error) -> over.complete(summary(begin)));
    return over;
  }

  private static CompletableFuture<?> end(PhaseTask task) {
    try {
      return task.start().toCompletableFuture();
    } catch (Throwable e) {
      if (VmErrors.isFatal(e)) {
        VmErrors.report(e); // not through here: the other tasks and phases still have to come
      }
      return CompletableFuture.failedFuture(e);
    }
  }

  private void limit(
      CompletableFuture<Void> all, long begin, DelayProvider delays, Executor executor) {
    CompletableFuture<Void> limit;
    try {
      limit = delays.delay(phase.timeout(), executor);
    } catch (InvalidDelayException e) {
      return; // longer than any timer can wait: then it takes as long as it takes
    } catch (SchedulerException e) {
      over.complete(summary(begin)); // nobody would tell when the time is over
      return;
    }
    // Also when it fails: a scheduler that was closed meanwhile tells no time any more.
    var unused = limit.whenComplete((nothing, error) -> over.complete(summary(begin)));
    var unusedToo = all.whenComplete((nothing, error) -> limit.cancel(false));
  }

  private PhaseSummary summary(long begin) {
    List<TaskSummary> summaries = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      summaries.add(summary(tasks.get(i).name, ends.get(i)));
    }
    return new PhaseSummary(
        phase.name(), false, Duration.ofNanos(clock.nanos() - begin), summaries);
  }

  private static TaskSummary summary(String name, CompletableFuture<?> end) {
    if (!end.isDone()) {
      return new TaskSummary(name, Outcome.TIMED_OUT, Optional.empty());
    }
    if (!end.isCompletedExceptionally()) {
      return new TaskSummary(name, Outcome.DONE, Optional.empty());
    }
    Throwable error = end.handle((nothing, failure) -> failure).join();
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return new TaskSummary(
        name, Outcome.FAILED, Optional.ofNullable(cause == null ? error : cause));
  }
}
