package dev.tactus.scheduler;

import dev.tactus.event.VmErrors;
import dev.tactus.time.wheel.WheelEntry;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// A timer, its handle and the task that its executor gets: one object of 56 bytes.
///
/// ## State
///
/// | from | to | who, by CAS | what follows |
/// |---|---|---|---|
/// | PENDING | SCHEDULED | ticking thread, when it drains the intake | goes into the wheel |
/// | PENDING | CANCELLED | any | taken back from the intake, or the drain passes over it |
/// | SCHEDULED | EXECUTING | whoever runs it: the executor, or the ticking thread | the task runs |
/// | SCHEDULED | CANCELLED | any | the ticking thread takes it out: see [CancelLane] |
/// | EXECUTING | COMPLETED | whoever runs it (a plain release: nobody else leaves EXECUTING) | |
///
/// A timer that is due stays SCHEDULED while it waits for its executor, so it can be cancelled
/// until its task begins. A periodic timer differs, see [PeriodicTimer].
///
/// Whoever brings the timer out of a state for good clears the task and the executor, so that a
/// handle that somebody keeps does not keep what these hold.
sealed class Timer extends WheelEntry implements Cancellable, Runnable
    permits PeriodicTimer, DelayTimer {
  static final byte PENDING = 0;
  static final byte SCHEDULED = 1;
  static final byte EXECUTING = 2;
  static final byte COMPLETED = 3;
  static final byte CANCELLED = 4;

  private static final TimerState[] STATES = TimerState.values();

  static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Timer.class, "state", byte.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  volatile byte state;

  /// How often the executor refused it. Ticking thread only.
  byte refusals;

  final TickEngine engine;

  /// Null once the timer has ended, or its last run has begun: whoever needs it reads it once,
  /// before that.
  @Nullable Executor executor;

  /// Null once the timer has ended. Read before the CAS to EXECUTING, cleared after a CAS to a
  /// final state.
  @Nullable Runnable task;

  Timer(TickEngine engine, long deadlineTick, int rank, Runnable task, Executor executor) {
    super(deadlineTick, rank);
    this.engine = engine;
    this.executor = executor;
    this.task = task;
  }

  ExecutionMode mode() {
    return ExecutionMode.ONE_SHOT;
  }

  Priority priority() {
    return Priority.ofRank(rank());
  }

  @Override
  public long id() {
    return order();
  }

  @Override
  public TimerState state() {
    return STATES[state];
  }

  @Override
  public boolean isCancelled() {
    return state == CANCELLED;
  }

  @Override
  public boolean cancel() {
    return cancel(CancelReason.REQUESTED);
  }

  /// Cancels for this reason; true for the one call that did it. Threads: any.
  boolean cancel(CancelReason reason) {
    while (true) {
      byte seen = state;
      if (seen > SCHEDULED) {
        return false;
      }
      Runnable lost = task;
      Executor where = executor;
      boolean isLeft = seen == SCHEDULED && engine.tryLeave(this);
      if (STATE.compareAndSet(this, seen, CANCELLED)) {
        task = null;
        executor = null;
        try {
          leave(seen, isLeft, reason);
        } finally {
          if (reason != CancelReason.REQUESTED) {
            givenUp(lost, where, reason);
          }
        }
        engine.tellCancelled(this, reason);
        return true;
      }
    }
  }

  /// Takes the cancelled timer out and then counts it, whatever the one or the other throws for
  /// want of memory or of stack.
  private void leave(byte seen, boolean isLeft, CancelReason reason) {
    try {
      if (seen == SCHEDULED) {
        engine.takeOut(this, isLeft);
      }
    } finally {
      engine.countCancelled(this, reason, seen == PENDING);
    }
  }

  /// Tells whoever waits for the timer that it does not come. Threads: the one that gave it up.
  ///
  /// @param lost its task, and its executor beside it; null where the timer had ended
  void givenUp(@Nullable Runnable lost, @Nullable Executor where, CancelReason reason) {
    Diagnostics.tellGivenUp(this, lost, reason);
  }

  /// Whether the timer was not cancelled on its way in. Threads: the ticking one.
  final boolean admit() {
    return STATE.compareAndSet(this, PENDING, SCHEDULED);
  }

  /// Runs the task if the timer was not cancelled. Threads: one of the executor's.
  @Override
  public void run() {
    Runnable running = begin();
    if (running != null) {
      try {
        countAndExecute(running);
      } finally {
        countAndComplete();
      }
    }
  }

  // An adder may find no memory for a stripe of its own: what it counts is done all the same.

  private void countAndExecute(Runnable running) {
    try {
      engine.counters.ranElsewhere.increment();
    } finally {
      execute(BatchScope.ofThisThread(), running);
    }
  }

  private void countAndComplete() {
    try {
      engine.counters.completedElsewhere.increment();
    } finally {
      complete();
    }
  }

  /// The same on the ticking thread.
  void runDirect(BatchScope scope, SchedulerCounters counters) {
    Runnable running = begin();
    if (running != null) {
      counters.addRanDirect();
      try {
        execute(scope, running);
      } finally {
        counters.addCompletedDirect();
        complete();
      }
    }
  }

  /// Claims the run; null when the timer was cancelled.
  private @Nullable Runnable begin() {
    Runnable claimed = task;
    if (claimed != null && STATE.compareAndSet(this, SCHEDULED, EXECUTING)) {
      task = null;
      executor = null;
      return claimed;
    }
    return null;
  }

  private void execute(BatchScope scope, Runnable running) {
    long outer = scope.enter(BatchScope.ONE_SHOT);
    try {
      running.run();
    } catch (Throwable error) {
      engine.handlerFailed(this, error, new ExecutionBatch(1, ExecutionMode.ONE_SHOT));
      VmErrors.throwIfFatal(error);
    } finally {
      scope.leave(outer);
    }
  }

  private void complete() {
    // release: whoever sees COMPLETED sees what the task wrote, and that the timer's place is free.
    STATE.setRelease(this, COMPLETED);
  }
}
