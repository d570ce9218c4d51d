package dev.tactus.workers;

import dev.tactus.time.host.HostClock;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tasks on an executor of somebody else's: a pool of threads, virtual threads, an event loop.
///
/// Each turn is one command of the executor. A task that wants another turn is handed to the
/// executor again, behind whatever waits there. The executor must run what it has accepted.
///
/// ## What counts as a refusal
///
/// An executor refuses by throwing, whatever it throws; and by running the command within
/// `execute`, as a pool that is full may do: the sender of a message would run its receiver. Since
/// an executor may also throw after it has taken a command in, each turn can be claimed once: by
/// the thread that runs it, or by the one that takes it back.
///
/// Threads: any may submit; turns run on the threads of the executor.
public final class ExecutorPool implements TaskPool {
  private final String name;
  private final Executor executor;
  private final Failures failures;
  private final LongAdder submitted;
  private final LongAdder begun;
  private final LongAdder failed;
  private volatile boolean isMeasuring;

  /// @param adders makes those that count, which throw where there is no memory for another stripe
  ExecutorPool(
      String name, Executor executor, FailureHandler failures, Supplier<LongAdder> adders) {
    this.name = name;
    this.executor = executor;
    this.failures = new Failures(failures);
    this.submitted = adders.get();
    this.begun = adders.get();
    this.failed = adders.get();
  }

  /// A pool on this executor, which it never closes.
  ///
  /// @param name what the snapshot calls it
  public static ExecutorPool on(String name, Executor executor, FailureHandler failures) {
    return new ExecutorPool(name, executor, failures, LongAdder::new);
  }

  /// One turn of a task, until somebody claims it.
  private final class Turn implements Runnable {
    private final Task task;
    private final AtomicBoolean claimed = new AtomicBoolean();

    /// Who is about to submit it; null as soon as that is done. Other threads may see either, and
    /// neither is themselves.
    private @Nullable Thread submitter = Thread.currentThread();

    private boolean ranWithin;
    private boolean isCounted;

    Turn(Task task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (submitter == Thread.currentThread()) {
        ranWithin = true; // whoever submits takes it back
      } else if (claimed.compareAndSet(false, true)) {
        turn(task);
      }
    }

    /// @return whether it was accepted
    boolean submit() {
      submitted.increment();
      isCounted = true;
      executor.execute(this);
      submitter = null;
      return !ranWithin;
    }

    /// @return false when it was accepted, whatever the executor said
    boolean takeBack() {
      if (!claimed.compareAndSet(false, true)) {
        return false;
      }
      if (isCounted) {
        submitted.decrement();
      }
      return true;
    }
  }

  @Override
  public boolean trySubmit(Task task) {
    assert task.enters() : task + " was submitted, but it is queued already";
    Turn turn = null;
    Throwable failure = null;
    try {
      turn = new Turn(task);
      if (turn.submit()) {
        return true;
      }
    } catch (RejectedExecutionException e) {
      // as refusals are meant to be
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    // Before it is told: who hears of it may throw, and the executor may have the turn all the
    // same.
    boolean isTaken = turn != null && !turn.takeBack();
    if (failure != null) {
      failures.report(task, failure);
    }
    if (isTaken) {
      return true;
    }
    assert task.leaves() : task + " was refused, but it waited nowhere";
    return false;
  }

  // An adder may find no memory for a stripe of its own: what it counts is done all the same.

  private void turn(Task task) {
    assert task.leaves() : task + " runs, but it waited nowhere";
    try {
      begun.increment();
    } finally {
      run(task);
    }
  }

  private void run(Task task) {
    boolean isMeasured = isMeasuring;
    long begin = isMeasured ? HostClock.instance().nanos() : 0;
    boolean again = false;
    try {
      again = task.run();
    } catch (Throwable e) {
      try {
        failed.increment();
      } finally {
        failures.report(task, e);
      }
    }
    if (isMeasured) {
      long nanos = HostClock.instance().nanos() - begin;
      if (failures.isTimeThrown(task, nanos)) {
        failed.increment();
      }
    }
    if (again && !trySubmit(task) && failures.isRefusalThrown(task)) {
      failed.increment();
    }
  }

  /// Measures every turn: an executor costs more than the look at the clock.
  @Override
  public void measureTurns(boolean isWanted) {
    isMeasuring = isWanted;
  }

  /// What was run and what waits; the executor's own threads are not shown.
  @Override
  public PoolSnapshot snapshot() {
    long turns = begun.sum();
    WorkerSnapshot all = WorkerSnapshot.outside(turns, failed.sum());
    return new PoolSnapshot(
        name, List.of(all), Math.max(0, submitted.sum() - turns), 0, 0, ReadyLatency.NONE, 0);
  }
}
