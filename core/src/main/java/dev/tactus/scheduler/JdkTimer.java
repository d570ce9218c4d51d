package dev.tactus.scheduler;

import dev.tactus.event.VmErrors;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// A timer of the [JdkScheduler]: its handle, and the task that its executor gets.
///
/// The states and what they mean are those of [Timer] and [PeriodicTimer]; here a monitor guards
/// them. What is owed is kept in two counts: due times to fold into one run, because the task is
/// behind, and due times with a run each, because the JDK's thread was.
///
/// Threads: any; `due` the one of the alarms; `run` those of the executor.
final class JdkTimer implements Cancellable, Runnable {
  private static final int EXECUTOR_REFUSALS_MAX = 2;

  /// So many due times are counted; the sum of two such counts is one, too.
  private static final int COUNT_MAX = Integer.MAX_VALUE >> 1;

  final ExecutionMode mode;
  final TimerPolicy policy;
  final long periodNanos;

  private final JdkEngine engine;
  private final @Nullable CompletableFuture<Void> promise;
  private final Runnable onDue = this::due;

  private volatile TimerState state = TimerState.PENDING;

  /// Given when it is registered; 0 before.
  private volatile long id;

  private volatile long lastFireNanos;

  // Under the monitor, from here. The first two are null once the timer has ended, so that a handle
  // which is kept does not keep what they hold; those of a one-shot once its run has begun.
  private @Nullable Runnable task;
  private @Nullable Executor executor;
  private @Nullable Future<?> alarm;
  private long dueNanos;

  /// When the alarm was to come: when it is due, or later where its period is shorter than a tick.
  private long alarmNanos;

  private int folded;
  private int oneEach;

  /// How many of the folded ones came late.
  private int lateFolded;

  /// How many bursts came since no run of one was owed.
  private int burstsOwed;

  /// Whether the executor has it, or had to take it and has not begun.
  private boolean busy;

  private int refusals;

  /// The thread of the alarms; null before the first.
  private @Nullable Thread alarmThread;

  /// How long the longest run since the last due time took, and whether the last one was on the
  /// thread of the alarms.
  private long ranNanos;

  private boolean ranThere;

  /// @param promise what a delay completes, and fails when it is given up; null for other timers
  JdkTimer(
      JdkEngine engine,
      ExecutionMode mode,
      TimerPolicy policy,
      Runnable task,
      Executor executor,
      long dueNanos,
      long periodNanos,
      @Nullable CompletableFuture<Void> promise) {
    this.engine = engine;
    this.mode = mode;
    this.policy = policy;
    this.task = task;
    this.executor = executor;
    this.dueNanos = dueNanos;
    this.periodNanos = periodNanos;
    this.promise = promise;
  }

  boolean isPeriodic() {
    return mode != ExecutionMode.ONE_SHOT;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public TimerState state() {
    return state;
  }

  @Override
  public boolean isCancelled() {
    return state == TimerState.CANCELLED;
  }

  long lastFireNanos() {
    return lastFireNanos;
  }

  /// A name for its executor. Threads: any.
  synchronized String executorName() {
    return Diagnostics.nameOf(executor);
  }

  synchronized long backlog() {
    return (long) folded + oneEach;
  }

  /// Begins to wait. Threads: who registers it, in the order of the numbers.
  synchronized void begin(long number) {
    id = number;
    if (state == TimerState.PENDING) {
      state = TimerState.SCHEDULED;
      try {
        arm();
      } catch (Throwable e) { // the alarm may be set all the same
        state = TimerState.CANCELLED;
        task = null;
        executor = null;
        throw e;
      }
    }
  }

  /// Sets the alarm for the time at which it is due. Under the monitor.
  private void arm() {
    armAt(dueNanos);
  }

  private void armAt(long nanos) {
    alarmNanos = nanos;
    alarm = engine.alarm(onDue, nanos - engine.clock.nanos());
  }

  /// Sets the next alarm of a fixed rate. As in the wheel, that comes once a tick at most, and
  /// brings all due times until then: those of a shorter period would keep the thread of the alarms
  /// busy. Under the monitor.
  ///
  /// @param now when the present alarm came
  private void armAgain(long now) {
    long tickNanos = engine.scale.resolution().nanos();
    boolean isSoon = periodNanos < tickNanos && dueNanos - now < tickNanos;
    armAt(isSoon ? now + tickNanos : dueNanos);
  }

  /// When a run of fixed delay is due after one that is over, or that its executor refused: not
  /// within a tick of the last alarm. Under the monitor.
  private long dueAfter(long endNanos) {
    long due = endNanos + periodNanos;
    long soonest = lastFireNanos + engine.scale.resolution().nanos();
    return due - soonest < 0 ? soonest : due;
  }

  /// No alarm could be set for want of memory, so that it would wait for ever. Not under the
  /// monitor.
  private void unarmed() {
    boolean unused = cancel(CancelReason.DROPPED);
  }

  @Override
  public boolean cancel() {
    return cancel(CancelReason.REQUESTED);
  }

  boolean cancel(CancelReason reason) {
    Future<?> set;
    Runnable lost;
    Executor where;
    synchronized (this) {
      boolean isOver =
          switch (state) {
            case PENDING, SCHEDULED -> false;
            case EXECUTING -> !isPeriodic();
            case COMPLETED, CANCELLED -> true;
          };
      if (isOver) {
        return false;
      }
      state = TimerState.CANCELLED;
      lost = task;
      task = null;
      where = executor;
      executor = null;
      set = alarm;
      alarm = null;
    }
    try {
      leave(set, reason);
    } finally {
      failPromise(reason, where);
      if (reason != CancelReason.REQUESTED && lost instanceof TimedTask timed) {
        Diagnostics.tellGivenUp(timed, reason, engine.events, id, mode);
      }
    }
    engine.tellCancelled(this, reason);
    return true;
  }

  /// Takes the alarm back and then counts the cancelled timer, whatever the one or the other throws
  /// for want of memory or of stack.
  private void leave(@Nullable Future<?> set, CancelReason reason) {
    try {
      if (set != null) {
        set.cancel(false);
      }
    } finally {
      engine.countCancelled(this, reason);
    }
  }

  private void failPromise(CancelReason reason, @Nullable Executor where) {
    CompletableFuture<Void> waiting = promise;
    if (waiting == null || where == null || waiting.isDone()) {
      return;
    }
    Throwable why =
        reason == CancelReason.CLOSED
            ? new SchedulerClosedException(
                "The scheduler was closed before the delay of timer " + id + " had passed.")
            : new CancellationException(
                "The delay of timer " + id + " was given up by the scheduler: " + reason + ".");
    try {
      where.execute(() -> waiting.completeExceptionally(why));
    } catch (Throwable refused) {
      waiting.completeExceptionally(why); // better here than never
      VmErrors.throwIfFatal(refused);
    }
  }

  /// Ends it with the scheduler, unless its executor has it: what was due is delivered.
  void cancelAtClose() {
    boolean isDelivered;
    synchronized (this) {
      isDelivered = busy;
    }
    if (!isDelivered) {
      boolean unused = cancel(CancelReason.CLOSED);
    }
  }

  /// Its time has come. Threads: the one of the alarms.
  private void due() {
    long now = engine.clock.nanos();
    long wasDue;
    int count = 1;
    boolean isSubmitted;
    boolean isFolded;
    boolean isLate;
    long pending;
    Executor where;
    try {
      synchronized (this) {
        where = executor;
        if (state == TimerState.CANCELLED || where == null) {
          return;
        }
        alarmThread = Thread.currentThread();
        isFolded = holdsUpTheAlarms();
        wasDue = alarmNanos;
        lastFireNanos = now;
        if (mode == ExecutionMode.FIXED_RATE) {
          count = (int) Math.min(1 + (now - dueNanos) / periodNanos, COUNT_MAX);
          dueNanos += count * periodNanos;
          armAgain(now);
        }
        // Less than a tick is as near as timers are; shorter periods fold, as they do in the wheel.
        isLate = !isFolded && count > 1 && now - wasDue > engine.scale.resolution().nanos();
        pending = owe(count, isFolded, isLate);
        ranNanos = 0;
        isSubmitted = pending >= 0 && !busy;
        busy |= isSubmitted;
      }
    } catch (Throwable e) {
      unarmed();
      throw e;
    }
    try {
      engine.fired(this, where, now, wasDue, count);
      if (isLate && count - 1 > policy.burstThreshold()) {
        engine.events.publish(
            new SchedulerWarning.BurstFire(id, count - 1, policy.burstThreshold()));
      }
    } finally { // no alarm is set for it any more: it is handed over whatever a listener throws
      if (pending < 0) {
        backlogExceeded(-pending);
      } else if (isSubmitted && !submit(where)) {
        engine.handedOver.decrement();
      }
    }
  }

  /// Whether it runs on the thread of the alarms: it is meant to, or its executor ran it there at
  /// once and it took longer than its period. Under the monitor.
  private boolean holdsUpTheAlarms() {
    return executor == Scheduler.DIRECT || (isPeriodic() && ranThere && ranNanos > periodNanos);
  }

  /// Adds due times. On the thread of the alarms itself only tasks hold it up, so there they fold;
  /// one that is seen to take longer than its backlog allows is over. Elsewhere those that come
  /// late get a run each, unless the runs of earlier bursts are still owed. Under the monitor.
  ///
  /// @return how many runs wait; as a negative number when these are too many
  private long owe(int count, boolean isFolded, boolean isLate) {
    if (oneEach == 0) {
      burstsOwed = 0;
    }
    if (isLate && burstsOwed < PeriodicTimer.BURSTS_OWED_MAX) {
      burstsOwed++;
      oneEach = sum(oneEach, count);
      return backlog();
    }
    if (isFolded) {
      boolean overran = isPeriodic() && ranNanos / periodNanos > policy.backlogLimit();
      if (overran && count > policy.backlogLimit()) {
        return -count;
      }
    } else if (busy || folded + oneEach > 0) {
      long waiting = (long) folded - lateFolded + (isLate ? 1 : count);
      if (waiting > policy.backlogLimit()) {
        return -waiting;
      }
    }
    folded = sum(folded, count);
    lateFolded = isLate ? sum(lateFolded, count - 1) : lateFolded; // a burst cancels nothing
    return backlog();
  }

  private static int sum(int waiting, int count) {
    return (int) Math.min((long) waiting + count, COUNT_MAX);
  }

  private void backlogExceeded(long pending) {
    if (cancel(CancelReason.BACKLOG)) {
      engine.events.publish(
          new SchedulerWarning.BacklogExceeded(id, pending, policy.backlogLimit()));
    }
  }

  /// Gives it to its executor.
  ///
  /// @return false when the executor refused it
  private boolean submit(Executor where) {
    try {
      where.execute(this);
      return true;
    } catch (Throwable error) {
      boolean isRefused = refused(where, error);
      VmErrors.throwIfFatal(error);
      return !isRefused;
    }
  }

  private boolean refused(Executor where, Throwable error) {
    boolean isGivenUp = false;
    boolean isOver = false;
    try {
      synchronized (this) {
        if (state != TimerState.SCHEDULED || !busy) {
          return false; // the executor ran it, or does; or it was cancelled
        }
        busy = false;
        isOver = engine.isCancellingAll();
        if (mode != ExecutionMode.FIXED_RATE) { // such a one is tried again by its next due time
          isGivenUp = !isOver && !isPeriodic() && ++refusals > EXECUTOR_REFUSALS_MAX;
          folded = 0;
          lateFolded = 0;
          oneEach = 0;
          if (!isGivenUp && !isOver) {
            long now = engine.clock.nanos();
            dueNanos = isPeriodic() ? dueAfter(now) : now + engine.scale.resolution().nanos();
            arm();
          }
        }
      }
    } catch (Throwable e) {
      unarmed();
      throw e;
    }
    if (isGivenUp || isOver) {
      boolean unused = cancel(isOver ? CancelReason.CLOSED : CancelReason.REJECTED);
    }
    engine.events.publish(
        new SchedulerWarning.ExecutorRejected(id, Diagnostics.nameOf(where), error, isGivenUp));
    return true;
  }

  @Override
  public void run() {
    BatchScope scope = BatchScope.ofThisThread();
    if (scope.resubmitting == this) {
      scope.runAgain = true; // the executor runs at once what it is given: the loop below goes on
      return;
    }
    Executor where = executor();
    boolean more = runOnce(scope);
    while (more && where != null) {
      Runnable outer = scope.resubmitting;
      boolean outerAgain = scope.runAgain;
      boolean again = false;
      scope.resubmitting = this;
      scope.runAgain = false;
      try {
        boolean unused = submit(where);
      } finally {
        again = scope.runAgain;
        scope.resubmitting = outer;
        scope.runAgain = outerAgain; // the executor may have run others here, which ask for it, too
      }
      more = again && runOnce(scope);
    }
  }

  private synchronized @Nullable Executor executor() {
    return executor;
  }

  /// Does one of the runs that are owed.
  ///
  /// @return whether more are owed, so that it has to go to its executor again
  private boolean runOnce(BatchScope scope) {
    long begin = engine.clock.nanos(); // before a run is claimed, should it throw
    Runnable running;
    int runs;
    synchronized (this) {
      running = task;
      if (state != TimerState.SCHEDULED || running == null || folded + oneEach == 0) {
        return false;
      }
      runs = folded > 0 ? folded : 1;
      if (folded > 0) {
        folded = 0;
        lateFolded = 0;
      } else {
        oneEach--;
      }
      state = TimerState.EXECUTING;
      ranThere = Thread.currentThread() == alarmThread;
      if (!isPeriodic()) {
        task = null;
        executor = null;
      }
    }
    boolean more = false;
    try {
      countAndExecute(scope, running, runs);
    } finally {
      more = finish(engine.clock.nanos() - begin);
    }
    return more;
  }

  /// The adder may find no memory for a stripe of its own: the run that it counts is done all the
  /// same.
  private void countAndExecute(BatchScope scope, Runnable running, int runs) {
    try {
      engine.counters.ranElsewhere.increment();
    } finally {
      execute(scope, running, runs);
    }
  }

  private void execute(BatchScope scope, Runnable running, int runs) {
    int stoodFor = mode == ExecutionMode.FIXED_RATE ? runs : 1;
    long outer = scope.enter(BatchScope.packed(mode, stoodFor));
    try {
      running.run();
    } catch (Throwable error) {
      if (isPeriodic()) {
        boolean unused = cancel(CancelReason.FAILED);
      }
      engine.events.publish(
          new SchedulerWarning.HandlerFailed(id, error, new ExecutionBatch(stoodFor, mode)));
      VmErrors.throwIfFatal(error);
    } finally {
      scope.leave(outer);
    }
  }

  /// Ends a run.
  ///
  /// @return whether more are owed
  private boolean finish(long took) {
    boolean isOver = false;
    try {
      synchronized (this) {
        ranNanos = Math.max(ranNanos, took);
        if (!isPeriodic()) {
          try {
            engine.completed(this);
          } finally {
            state = TimerState.COMPLETED;
          }
          return false;
        }
        boolean isOn = state == TimerState.EXECUTING;
        if (isOn) {
          state = TimerState.SCHEDULED;
          if (folded + oneEach > 0) {
            return true;
          }
          busy = false;
          // Not as soon as the close begins: the alarms may still bring due times.
          isOver = engine.isCancellingAll();
          if (mode == ExecutionMode.FIXED_DELAY && !isOver) {
            dueNanos = dueAfter(engine.clock.nanos());
            arm();
          }
        }
      }
    } catch (Throwable e) {
      unarmed();
      throw e;
    }
    if (isOver) {
      boolean unused = cancel(CancelReason.CLOSED); // it was left to do what was due
    }
    return false;
  }
}
