package dev.tactus.workers;

import dev.tactus.time.host.StackProbe;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/// Tasks that wait until the caller runs them, in its own loop: a game, a user interface, a test.
///
/// Threads: any may submit; [#runOne()] and [#runAll(long)] one at a time.
public final class PumpPool implements TaskPool {
  private final String name;
  private final Runnable onReady;
  private final Failures failures;
  private final Queue<Task> ready = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;
  private final LongAdder turns = new LongAdder();
  private final LongAdder failed = new LongAdder();

  private PumpPool(String name, Runnable onReady, FailureHandler failures) {
    this.name = name;
    this.onReady = onReady;
    this.failures = new Failures(failures);
  }

  /// A pool without threads.
  ///
  /// @param name what the snapshot calls it
  /// @param onReady called after each submission, on the thread that submits: it may wake the loop
  public static PumpPool of(String name, Runnable onReady, FailureHandler failures) {
    return new PumpPool(name, onReady, failures);
  }

  @Override
  public boolean trySubmit(Task task) {
    return add(task, true);
  }

  /// @param mustTell whether the task must not be in if the loop cannot be told of it for want of
  ///   stack; the loop itself comes to it anyway
  private boolean add(Task task, boolean mustTell) {
    if (closed) {
      return false;
    }
    if (mustTell) {
      StackProbe.tryIt(); // to be thrown at further down would leave open whether the task is in
    }
    assert task.enters() : task + " was submitted, but it is queued already";
    ready.add(task);
    try {
      onReady.run();
    } catch (StackOverflowError e) {
      boolean isOut = false;
      try {
        isOut = mustTell && isTakenBack(task);
      } catch (StackOverflowError again) {
        // It stays in.
      }
      if (isOut) {
        throw e;
      }
    } catch (Throwable e) {
      failures.report(task, e); // the task is in, and its sender did nothing wrong
    }
    return true;
  }

  /// Takes a task out again whose loop could not be woken for want of stack. That needs no more of
  /// it than to put it in did.
  ///
  /// @return false when somebody runs it already, or it stays in because the stack has no room
  private boolean isTakenBack(Task task) {
    try {
      if (!ready.remove(task)) {
        return false;
      }
    } catch (StackOverflowError e) {
      return false;
    }
    assert task.leaves();
    return true;
  }

  /// Runs one turn of the task that waits longest.
  ///
  /// @return false when none waits
  public boolean runOne() {
    Task task = ready.poll();
    if (task == null) {
      return false;
    }
    assert task.leaves() : task + " runs, but it waited nowhere";
    turns.increment();
    boolean again = false;
    try {
      again = task.run();
    } catch (Throwable e) {
      try { // the adder may find no memory for another stripe
        failed.increment();
      } finally {
        failures.report(task, e);
      }
    }
    if (again && !add(task, false) && failures.isRefusalThrown(task)) {
      failed.increment();
    }
    return true;
  }

  /// Runs turns until no task waits.
  ///
  /// @param turnsMax how many turns at most
  /// @return how many turns it took
  public long runAll(long turnsMax) {
    long count = 0;
    while (count < turnsMax && runOne()) {
      count++;
    }
    return count;
  }

  /// Refuses whatever is submitted from now on. What waits can still be run.
  public void close() {
    closed = true;
  }

  @Override
  public PoolSnapshot snapshot() {
    WorkerSnapshot all = WorkerSnapshot.outside(turns.sum(), failed.sum());
    return new PoolSnapshot(name, List.of(all), ready.size(), 0, 0, ReadyLatency.NONE, 0);
  }
}
