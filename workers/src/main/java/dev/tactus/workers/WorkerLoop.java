package dev.tactus.workers;

import dev.tactus.time.Clock;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// What the thread of a worker does: it runs tasks as long as there are any, then searches, then
/// sleeps.
///
/// ## Without work
///
/// A worker that finds nothing at its own place or in the global queue searches all workers, if not
/// enough of the others do. It goes through up to `parkRounds` rounds: after the first of them it
/// spins, with an eye on the global queue, then it yields. After the last one, or sooner if others
/// need the processor, it puts itself on the stack of sleepers, looks once more, and parks. Who
/// takes it off the stack has counted it as searching, and has handed it a task or lets it begin
/// with the rounds again: there is work somewhere, and it may take some rounds to see that a worker
/// is stuck with it. Where it has searched in vain before, it sleeps at once, and searches less
/// when woken: see [Patience].
///
/// A task from outside that it finds then is all it has to do, so it may wait for more of it: see
/// [AdaptiveLinger].
///
/// ## Why the loop is left now and then
///
/// What a thread is in the middle of, it goes on with in the code that it has begun with. When a
/// virtual machine gives that code up, because a guess of its compiler has turned out wrong on some
/// other worker, a loop that never returns stays in it for good. HotSpot does not repair the calls
/// of such code any more: what one of them called while it was not compiled stays interpreted there
/// for ever, although compiled code of it exists. So [#runStretch] returns after so many tasks, and
/// its next call is one of the newest code.
final class WorkerLoop implements Runnable {
  /// Looks at the global queue between two looks at the clock.
  private static final int SPINS = 8;

  /// Bounds a round of spinning where the clock does not move.
  private static final int LOOKS_MAX = 1_000;

  /// A yield that takes longer has let another thread run.
  private static final long YIELD_MAX_NANOS = 50_000;

  /// Looks for a task until the loop is left: many, since the first of them are interpreted as long
  /// as few stretches have been, and not for long, as it has 20 ms at 300 ns each.
  static final int STRETCH = 1 << 16;

  private final Worker worker;
  private final Crew crew;
  private final IdleSettings idle;
  private final Clock clock;
  private final Runnable yield;
  private final Watch watch;
  private final Patience patience;
  private final Runnable atEnd;

  /// Whether it counts as searching, or will before it wakes up.
  private boolean isSearching;

  /// How many rounds it searches before it sleeps.
  private int rounds;

  /// The task that may wait for more, as long as it has turn after turn; between two stretches.
  private @Nullable Task lingering;

  /// @param atEnd called on the worker's thread when the loop has ended
  WorkerLoop(Worker worker, Crew crew, Patience patience, Runnable atEnd) {
    this.worker = worker;
    this.crew = crew;
    this.idle = crew.settings.idle();
    this.clock = crew.settings.host().clock();
    this.yield = crew.settings.host().yield();
    this.watch = new Watch(worker, crew);
    this.patience = patience;
    this.atEnd = atEnd;
  }

  @Override
  public void run() {
    try {
      worker.begin();
      while (!crew.isStopped()) {
        runStretch(worker, crew);
      }
    } finally {
      end();
    }
  }

  /// Runs tasks, but not for ever: see above.
  ///
  /// What each turn needs is at hand in variables: the fields of this object lie beside others,
  /// which may be written all the time.
  void runStretch(Worker worker, Crew crew) {
    Task lingering = this.lingering;
    this.lingering = null; // it may be the last thing that holds an actor
    for (int left = STRETCH; left > 0 && !crew.isStopped(); left--) {
      Task task = worker.next();
      if (task == null) {
        long fromGlobal = worker.counters.fromGlobal;
        task = findWork();
        // What was stolen is fed by a worker, which has more of it for whoever searches again.
        lingering = worker.counters.fromGlobal == fromGlobal ? null : task;
      }
      if (task != null) {
        if (task != lingering) {
          worker.run(task);
        } else if (!worker.runLingering(task)) {
          lingering = null;
        }
        clearInterrupt();
      }
    }
    this.lingering = lingering;
  }

  /// What the last turn has left in the slot, or for want of stack, goes where thieves and the
  /// shutdown find it. The end of that turn may be announced still; the next one does not come.
  void end() {
    try {
      worker.takeBack();
      // Between that and the look whether the report was made; pairs with the volatile accesses in
      // RunNext.stealNext(): see there.
      VarHandle.fullFence();
      worker.rescue();
    } finally {
      atEnd.run();
    }
  }

  /// An interrupt that a task has left behind is none of the next task's business.
  private static void clearInterrupt() {
    if (Thread.currentThread().isInterrupted()) {
      boolean unused = Thread.interrupted();
    }
  }

  /// Searches and sleeps until there is work.
  ///
  /// @return null when the pool has stopped
  @Nullable Task findWork() {
    worker.beginIdle();
    rounds = patience.rounds();
    isSearching = rounds > 0 && crew.idle.tryBeginSearch();
    return searchOrSleep();
  }

  /// Goes on without work, searching or after a sleep.
  @Nullable Task searchOrSleep() {
    Task task = isSearching ? search() : null;
    boolean slept = false;
    while (task == null && !crew.isStopped()) {
      boolean isFirst = worker.fallAsleep(isSearching);
      isSearching = true; // who takes it off the stack counts it, and it does not go on before
      slept = true;
      rounds = patience.roundsOnceWoken();
      watch.sleep(isFirst);
      crew.arrived(worker);
      task = search();
    }
    patience.waited(worker.endIdle(), slept);
    crew.foundWork(worker, isSearching);
    isSearching = false;
    worker.wakeIfWorth();
    return task;
  }

  private @Nullable Task search() {
    Task handed = crew.isStopped() ? null : worker.takeHanded();
    if (handed != null) {
      worker.counters.fromGlobal++; // it has only been spared the way through that queue
      return handed;
    }
    worker.thief.rememberTurns();
    for (int round = 0; round < rounds && !crew.isStopped(); round++) {
      if (round == idle.spinRounds()) {
        stopCounting();
      }
      Task task = worker.thief.search(round >= idle.spinRounds());
      if (task != null) {
        return task;
      }
      if (round < idle.spinRounds()) {
        if (patience.spinsIn(round)) {
          spin();
        }
      } else if (!yieldBriefly()) {
        return null;
      }
    }
    return null;
  }

  /// A worker that yields may not get the processor back for long, so nobody should rely on it.
  /// Whoever did so before this looks at all queues again, as the last searcher has to.
  private void stopCounting() {
    isSearching = false;
    boolean unused = crew.idle.endSearch();
  }

  /// Yields.
  ///
  /// @return whether the processor was free. If others need it, a worker that yields on is neither
  ///   asleep, so that it could be woken, nor does it get to search: it had better park.
  private boolean yieldBriefly() {
    long since = clock.nanos();
    yield.run();
    return clock.nanos() - since < YIELD_MAX_NANOS;
  }

  /// Spins for its share of `spinNanos`, or until something is in the global queue.
  private void spin() {
    long end = clock.nanos() + idle.spinNanos() / idle.spinRounds();
    int looks = 0;
    while (clock.nanos() - end < 0 && looks < LOOKS_MAX) {
      looks++;
      for (int i = 0; i < SPINS; i++) {
        if (!crew.global.isEmpty()) {
          return;
        }
        Thread.onSpinWait();
      }
    }
  }
}
