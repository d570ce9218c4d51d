package dev.tactus.pekko;

import dev.tactus.workers.Task;
import dev.tactus.workers.WorkerPool;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// Workers that stand in for others that block, so that as many run tasks as the dispatcher's
/// parallelism says.
///
/// A task that says that it blocks calls for one more worker: one that is resting, or else one
/// whose thread was never started. When it is done, there is one worker too many, and a [Rest] is
/// submitted: whichever worker comes across it rests until it is called. So the number of workers
/// that run tasks is restored without a thread ending, and the one that blocked goes on with its
/// turn.
///
/// Threads: any.
final class Reserve {
  /// A turn that lasts until the worker is needed again.
  private final class Rest extends Task {
    @Override
    protected boolean run() {
      if (hasWork((WorkerThread) Thread.currentThread())) {
        return true; // what waits at this worker would wait until somebody steals it
      }
      calls.acquireUninterruptibly();
      return false;
    }
  }

  private final WorkerPool pool;
  private final List<WorkerThread> reserve;

  /// Workers that are to rest and were not called since. Some may still be on their way to it; a
  /// call that comes sooner lets them pass.
  private final AtomicInteger resting = new AtomicInteger();

  private final AtomicInteger summoned = new AtomicInteger();
  private final Semaphore calls = new Semaphore(0);

  Reserve(WorkerPool pool, List<WorkerThread> reserve) {
    this.pool = pool;
    this.reserve = List.copyOf(reserve);
  }

  /// Calls a worker, if there is one left.
  ///
  /// @return whether there was
  boolean standIn() {
    int seen = resting.get();
    while (seen > 0) {
      if (resting.compareAndSet(seen, seen - 1)) {
        calls.release();
        return true;
      }
      seen = resting.get();
    }
    int next = summoned.get();
    while (next < reserve.size()) {
      if (summoned.compareAndSet(next, next + 1)) {
        return reserve.get(next).summon();
      }
      next = summoned.get();
    }
    return false;
  }

  /// Lets a worker rest, because one that blocked is back. Threads: that worker.
  void stepBack() {
    resting.incrementAndGet();
    if (!pool.trySubmit(new Rest())) {
      resting.decrementAndGet(); // the pool ends, and all its workers with it
    }
  }

  private boolean hasWork(WorkerThread worker) {
    return pool.snapshot().workers().get(worker.number).waiting() > 0;
  }

  /// How many workers stand in at present.
  int standingIn() {
    return Math.max(0, summoned.get() - resting.get());
  }

  /// Lets all that rest go on, because the pool ends.
  void dismiss() {
    calls.release(reserve.size());
  }
}
