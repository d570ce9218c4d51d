package dev.tactus.pekko;

import dev.tactus.workers.WorkerPool;
import dev.tactus.workers.WorkerSnapshot;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// Workers that stand in for others that block, so that as many run tasks as the dispatcher's
/// parallelism says.
///
/// A task that says that it blocks calls for one more worker. When it is done, there is one too
/// many: not the one that blocked, which is in the middle of a turn, but any. So a surplus is
/// noted, and the next worker that ends a turn and has nothing waiting rests, until it is called
/// again. No thread ends for it.
///
/// | count | who adds | who takes |
/// |---|---|---|
/// | `surplus`: too many, still running | who blocked and goes on | who blocks, or who rests |
/// | `resting` | who rests | who blocks |
///
/// Threads: any.
final class Reserve {
  private final WorkerPool pool;
  private final int reserveMax;
  private final AtomicInteger surplus = new AtomicInteger();
  private final AtomicInteger resting = new AtomicInteger();
  private final AtomicInteger started = new AtomicInteger();
  private final Semaphore calls = new Semaphore(0);

  Reserve(WorkerPool pool, int reserveMax) {
    this.pool = pool;
    this.reserveMax = reserveMax;
  }

  /// Sees to it that one more worker runs tasks, if there is one left: one that was too many, one
  /// that rests, or one whose thread was never started.
  ///
  /// @return whether there was
  boolean standIn() {
    if (takeOne(surplus)) {
      return true;
    }
    if (takeOne(resting)) {
      calls.release();
      return true;
    }
    if (started.get() < reserveMax && pool.startSpare()) {
      started.incrementAndGet();
      return true;
    }
    return false;
  }

  private static boolean takeOne(AtomicInteger count) {
    int seen = count.get();
    while (seen > 0) {
      if (count.compareAndSet(seen, seen - 1)) {
        return true;
      }
      seen = count.get();
    }
    return false;
  }

  /// Notes that one worker is too many, because one that blocked goes on.
  void stepBack() {
    surplus.incrementAndGet();
  }

  /// Whether some worker should rest.
  boolean isOneTooMany() {
    return surplus.get() > 0;
  }

  /// Rests, if nothing waits at this worker; it would wait for as long. Threads: a worker at the
  /// end of a turn.
  void restIfPossible(WorkerThread worker) {
    if (!hasWork(worker) && takeOne(surplus)) {
      resting.incrementAndGet();
      calls.acquireUninterruptibly();
    }
  }

  private boolean hasWork(WorkerThread worker) {
    List<WorkerSnapshot> all = pool.snapshot().workers();
    // One that has just been started may not be listed yet; it rests another time.
    return worker.number >= all.size() || all.get(worker.number).waiting() > 0;
  }

  /// How many workers stand in at present.
  int standingIn() {
    return Math.max(0, started.get() - surplus.get() - resting.get());
  }

  /// Lets all that rest go on, because the pool ends.
  void dismiss() {
    calls.release(reserveMax);
  }
}
