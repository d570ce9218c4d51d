package dev.tactus.pekko;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadFactory;
import scala.Function0;
import scala.concurrent.BlockContext;
import scala.concurrent.CanAwait;

/// The thread of a worker. It counts what passes through it, and tells the executor when a task
/// says that it blocks.
final class WorkerThread extends Thread implements BlockContext {
  private static final VarHandle SUBMITTED;
  private static final VarHandle COMPLETED;
  private static final VarHandle BUSY;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SUBMITTED = lookup.findVarHandle(WorkerThread.class, "submitted", long.class);
      COMPLETED = lookup.findVarHandle(WorkerThread.class, "completed", long.class);
      BUSY = lookup.findVarHandle(WorkerThread.class, "busy", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// While a worker is too many, each looks this often whether it can rest: the look is not cheap.
  private static final int TURNS_PER_LOOK = 32;

  final TactusExecutor executor;
  final int number;

  private final String name;
  private boolean isBlocking;
  private int turnsUntilLook;

  // Written by this thread alone, read by any.
  @SuppressWarnings("unused") // accessed through SUBMITTED
  private long submitted;

  @SuppressWarnings("unused") // accessed through COMPLETED
  private long completed;

  @SuppressWarnings("unused") // accessed through BUSY
  private boolean busy;

  private WorkerThread(TactusExecutor executor, int number, Thread model, Runnable work) {
    super(model.getThreadGroup(), work, model.getName());
    this.executor = executor;
    this.number = number;
    this.name = model.getName();
    setDaemon(model.isDaemon());
    setContextClassLoader(model.getContextClassLoader());
    setUncaughtExceptionHandler(model.getUncaughtExceptionHandler());
  }

  /// A thread like those of this factory.
  static WorkerThread like(
      ThreadFactory factory, TactusExecutor executor, int number, Runnable work) {
    Thread model = factory.newThread(() -> {});
    return new WorkerThread(executor, number, model, work);
  }

  @Override
  public void run() {
    setName(name); // the pool has a name of its own for it; people look for Pekko's
    super.run();
  }

  /// Counts a task that a turn here has submitted. Threads: this one.
  void countSubmitted() {
    SUBMITTED.setRelease(this, (long) SUBMITTED.get(this) + 1);
  }

  /// Begins a turn. Threads: this one.
  void beginTurn() {
    BUSY.setOpaque(this, true);
  }

  /// Ends a turn. Threads: this one.
  void endTurn() {
    BUSY.setOpaque(this, false);
    // release: who sees this completion sees the submissions that the turn has counted before it.
    COMPLETED.setRelease(this, (long) COMPLETED.get(this) + 1);
  }

  /// Rests between two turns, if there are more workers than there should be. Threads: this one.
  void restIfTooMany() {
    if (executor.reserve().isOneTooMany() && --turnsUntilLook <= 0) {
      turnsUntilLook = TURNS_PER_LOOK;
      executor.reserve().restIfPossible(this);
    }
  }

  /// How many tasks were submitted by turns here. Threads: any.
  long submitted() {
    return (long) SUBMITTED.getAcquire(this);
  }

  /// How many turns have ended here. Threads: any.
  long completed() {
    return (long) COMPLETED.getAcquire(this);
  }

  /// Whether it is in a turn. Threads: any.
  boolean isBusy() {
    return (boolean) BUSY.getOpaque(this);
  }

  /// Called by `scala.concurrent.blocking` and `Await` inside of a task.
  @Override
  public <T> T blockOn(Function0<T> thunk, CanAwait permission) {
    if (isBlocking) {
      return thunk.apply(); // inside of another one: somebody stands in already
    }
    isBlocking = true;
    boolean replaced = executor.reserve().standIn();
    try {
      return thunk.apply();
    } finally {
      isBlocking = false;
      if (replaced) {
        executor.reserve().stepBack();
      }
    }
  }
}
