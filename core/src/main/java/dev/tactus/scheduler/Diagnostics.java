package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.event.VmErrors;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Makes diagnostic events while somebody listens, and costs one look at a field while nobody does.
final class Diagnostics {
  private final EventStream events;
  private final Subscription changes;

  // Plain: a thread that sees a change late tells an event more or less, which nobody can notice.
  private boolean scheduled;
  private boolean fired;
  private boolean cancelled;

  Diagnostics(EventStream events) {
    this.events = events;
    changes = events.onChange(this::look);
  }

  /// Looks no more for listeners.
  void close() {
    changes.close();
  }

  private void look() {
    scheduled = events.wants(TimerDiagnostic.Scheduled.class);
    fired = events.wants(TimerDiagnostic.Fired.class);
    cancelled = events.wants(TimerDiagnostic.Cancelled.class);
  }

  boolean wantsScheduled() {
    return scheduled;
  }

  boolean wantsFired() {
    return fired;
  }

  boolean wantsCancelled() {
    return cancelled;
  }

  /// @param executor where its task runs; the timer may have ended meanwhile, and knows it no more
  void scheduled(
      Timer timer,
      Executor executor,
      long atNanos,
      long delayNanos,
      long periodNanos,
      long deadlineTick) {
    events.publish(
        new TimerDiagnostic.Scheduled(
            timer.id(),
            atNanos,
            timer.mode(),
            delayNanos,
            periodNanos,
            deadlineTick,
            timer.priority(),
            nameOf(executor)));
  }

  void fired(Timer timer, Executor executor, long atNanos, long deadlineTick, int runs) {
    events.publish(
        new TimerDiagnostic.Fired(timer.id(), atNanos, deadlineTick, runs, nameOf(executor)));
  }

  void cancelled(Timer timer, long atNanos, CancelReason reason) {
    events.publish(new TimerDiagnostic.Cancelled(timer.id(), atNanos, reason));
  }

  /// Tells a task that its timer is given up, if it wants to know.
  ///
  /// @param task null when the timer had ended
  static void tellGivenUp(Timer timer, @Nullable Runnable task, CancelReason reason) {
    if (reason != CancelReason.REQUESTED && task instanceof TimedTask timed) {
      tellGivenUp(timed, reason, timer.engine.events, timer.id(), timer.mode());
    }
  }

  /// Tells a task that its timer is given up. What it throws must not reach whoever gives it up:
  /// the ticking thread, or the one that closes the scheduler.
  static void tellGivenUp(
      TimedTask task, CancelReason reason, EventStream events, long timerId, ExecutionMode mode) {
    try {
      task.givenUp(reason);
    } catch (Throwable error) {
      events.publish(
          new SchedulerWarning.HandlerFailed(timerId, error, new ExecutionBatch(1, mode)));
      VmErrors.throwIfFatal(error);
    }
  }

  /// A name for an executor that is the same in every run: never one with an address or a hash in
  /// it.
  ///
  /// @param executor null for that of a timer which has ended
  static String nameOf(@Nullable Executor executor) {
    if (executor == null) {
      return "none";
    }
    if (executor == Scheduler.DIRECT) {
      return "direct";
    }
    String name = executor.getClass().getSimpleName();
    int lambda = name.indexOf("$$Lambda");
    if (lambda >= 0) {
      return name.substring(0, lambda) + "$$Lambda";
    }
    return name.isEmpty() ? "anonymous" : name;
  }
}
