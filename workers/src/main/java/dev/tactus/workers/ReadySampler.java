package dev.tactus.workers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Measures how long a task waits, one task at a time, without a field in each task.
///
/// A worker asks for a sample now and then by a signal that each submitter reads anyway. The one
/// that takes the signal back notes its task and the time here, before the task can be seen by a
/// worker. Each worker compares the task that it is about to run with the noted one.
///
/// Invariant: a noted task is queued, or about to be; whoever runs it clears the note. So a task is
/// never taken for an earlier sample of itself.
final class ReadySampler extends SamplerLines.After {
  /// At most one sample in this time.
  private static final long PERIOD_NANOS = 1_000_000;

  private static final VarHandle NOTED;

  static {
    try {
      NOTED = MethodHandles.lookup().findVarHandle(SamplerLines.Noted.class, "noted", Task.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long notedAtNanos;

  /// When a sample was asked for last; racy, as it only spreads the samples over time.
  private long askedAtNanos;

  /// Whether it is time to ask for a sample. Threads: workers.
  boolean isDue(long nowNanos) {
    if (nowNanos - askedAtNanos < PERIOD_NANOS || noted != null) {
      return false;
    }
    askedAtNanos = nowNanos;
    return true;
  }

  /// Notes a task that is about to be queued. Threads: who took the signal back.
  void begin(Task task, long nowNanos) {
    notedAtNanos = nowNanos;
    NOTED.setRelease(this, task);
  }

  /// Forgets a task that was refused. Threads: who noted it. [Crew] does so without a call where
  /// there may be no room for one.
  void cancel(Task task) {
    if (noted == task) {
      noted = null;
    }
  }

  /// Whether this is the noted task. Threads: who is about to run it. A plain read is enough: the
  /// note was written before the task was queued, so the worker that got the task sees it.
  boolean isNoted(Task task) {
    return (Task) NOTED.get(this) == task;
  }

  /// Ends the sample. Threads: who is about to run the noted task.
  ///
  /// @return how long it has waited
  long end(long nowNanos) {
    long waited = nowNanos - notedAtNanos;
    NOTED.setRelease(this, null);
    return waited;
  }
}
