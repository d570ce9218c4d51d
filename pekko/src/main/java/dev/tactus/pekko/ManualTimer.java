package dev.tactus.pekko;

import org.apache.pekko.actor.SchedulerException;
import scala.concurrent.ExecutionContext;
import scala.util.control.NonFatal;

/// A timer of a [TactusManualScheduler]: when, in which order, and what.
///
/// The scheduler's lock guards what changes.
final class ManualTimer implements Comparable<ManualTimer> {
  final Runnable task;
  final ExecutionContext context;

  /// Zero for a timer that runs once.
  final long periodNanos;

  /// Timers of the same moment run in this order.
  final long order;

  long dueNanos;

  /// Whether it ran for the last time or was cancelled.
  boolean isOver;

  boolean isCancelled;

  ManualTimer(
      Runnable task, ExecutionContext context, long periodNanos, long order, long dueNanos) {
    this.task = task;
    this.context = context;
    this.periodNanos = periodNanos;
    this.order = order;
    this.dueNanos = dueNanos;
  }

  /// Runs the task on the thread of the caller, who moves time.
  ///
  /// @return whether it may run again
  boolean run() {
    try {
      task.run();
      return true;
    } catch (SchedulerException ended) {
      return false; // its actor is gone
    } catch (Throwable error) {
      if (!NonFatal.apply(error)) {
        throw error;
      }
      context.reportFailure(error);
      return false;
    }
  }

  @Override
  public int compareTo(ManualTimer other) {
    int byTime = Long.compare(dueNanos, other.dueNanos);
    return byTime != 0 ? byTime : Long.compare(order, other.order);
  }
}
