package dev.tactus.pekko;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerTask;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.util.control.NonFatal;

/// A task that waits for its time: Pekko's handle on the outside, the task of one of our timers on
/// the inside.
///
/// The field `task` is the state, as its last value tells who has won:
///
/// | from | to | who, by CAS |
/// |---|---|---|
/// | the task | EXECUTED | the ticking thread when it is due, or whoever closes the scheduler |
/// | the task | CANCELLED | any thread, by [#cancel()] |
///
/// So a cancel that comes after the hand-over to the execution context fails, which is Pekko's
/// contract.
final class OneShot implements Runnable, Cancellable {
  private enum End implements Runnable {
    EXECUTED,
    CANCELLED;

    @Override
    public void run() {}
  }

  private static final VarHandle TASK;

  static {
    try {
      TASK = MethodHandles.lookup().findVarHandle(OneShot.class, "task", Runnable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TactusScheduler owner;
  private final ExecutionContext context;
  private volatile Runnable task;

  /// Null before the timer is registered, and after a cancel. A reader that sees null too soon
  /// leaves the timer where it is; it will find nothing to run.
  private dev.tactus.scheduler.@Nullable Cancellable timer;

  OneShot(TactusScheduler owner, Runnable task, ExecutionContext context) {
    this.owner = owner;
    this.task = task;
    this.context = context;
  }

  /// Ties it to its timer. Threads: the one that made it, before it gives it away.
  void waitsFor(dev.tactus.scheduler.Cancellable registered) {
    timer = registered;
  }

  /// Whether it has to run when the scheduler is closed, if it did not before.
  boolean isForClose() {
    return task instanceof Scheduler.TaskRunOnClose;
  }

  /// Hands the task to its context. Threads: the ticking one.
  @Override
  public void run() {
    if (owner.isClosed()) {
      return; // who closes decides what still runs
    }
    Runnable claimed = claim(End.EXECUTED);
    if (claimed == null) {
      return;
    }
    try {
      context.execute(claimed);
    } catch (Throwable error) {
      report(error, context);
    }
  }

  private static void report(Throwable error, ExecutionContext context) {
    if (error instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    } else if (NonFatal.apply(error)) {
      context.reportFailure(error);
    } else {
      throw Sneaky.rethrow(error);
    }
  }

  /// Takes the task, for whoever runs it instead of the context.
  ///
  /// @return null when it ran already or was cancelled
  @Nullable Runnable take() {
    return claim(End.EXECUTED);
  }

  @Override
  public boolean cancel() {
    Runnable claimed = claim(End.CANCELLED);
    if (claimed == null) {
      return false;
    }
    dev.tactus.scheduler.Cancellable registered = timer;
    if (registered != null) {
      timer = null;
      boolean unused = registered.cancel();
    }
    if (claimed instanceof SchedulerTask told) {
      tell(told, context);
    }
    return true;
  }

  /// Tells a task that it was cancelled, on its context. Threads: who cancelled it.
  static void tell(SchedulerTask cancelled, ExecutionContext context) {
    try {
      context.execute(cancelled::cancelled);
    } catch (Throwable error) {
      report(error, context);
    }
  }

  @Override
  public boolean isCancelled() {
    return task == End.CANCELLED;
  }

  private @Nullable Runnable claim(End end) {
    Runnable seen = task;
    if (seen instanceof End || !TASK.compareAndSet(this, seen, end)) {
      return null; // the field changes once only, so losing the CAS is being too late
    }
    if (seen instanceof Scheduler.TaskRunOnClose) {
      owner.forget(this);
    }
    return seen;
  }
}
