package dev.tactus.workers;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;

/// Tasks on an executor of somebody else's: a pool of threads, virtual threads, an event loop.
///
/// Each turn is one command of the executor. A task that wants another turn is handed to the
/// executor again, behind whatever waits there. The executor must run what it has accepted, and
/// must not run it within `execute`: the sender of a message would then run its receiver.
///
/// Threads: any may submit; turns run on the threads of the executor.
public final class ExecutorPool implements TaskPool {
  private final String name;
  private final Executor executor;
  private final Failures failures;
  private final LongAdder submitted = new LongAdder();
  private final LongAdder begun = new LongAdder();
  private final LongAdder failed = new LongAdder();

  private ExecutorPool(String name, Executor executor, FailureHandler failures) {
    this.name = name;
    this.executor = executor;
    this.failures = new Failures(failures);
  }

  /// A pool on this executor, which it never closes.
  ///
  /// @param name what the snapshot calls it
  public static ExecutorPool on(String name, Executor executor, FailureHandler failures) {
    return new ExecutorPool(name, executor, failures);
  }

  @Override
  public boolean trySubmit(Task task) {
    assert task.enters() : task + " was submitted, but it is queued already";
    submitted.increment();
    try {
      executor.execute(() -> turn(task));
      return true;
    } catch (RejectedExecutionException e) {
      submitted.decrement();
      assert task.leaves();
      return false;
    }
  }

  private void turn(Task task) {
    assert task.leaves() : task + " runs, but it waited nowhere";
    begun.increment();
    boolean again = false;
    try {
      again = task.run();
    } catch (Throwable e) {
      failed.increment();
      failures.report(task, e);
    }
    if (again && !trySubmit(task)) {
      task.refused();
    }
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
