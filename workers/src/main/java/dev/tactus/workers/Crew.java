package dev.tactus.workers;

import dev.tactus.time.Clock;
import dev.tactus.time.host.StackProbe;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What the workers of one pool have in common.
///
/// ## Signals
///
/// Rare things that a submitter has to attend to are bits of one word. It is zero nearly always, so
/// a submission pays one read for all of them.
///
/// | bit | raised by | lowered by | asks for |
/// |---|---|---|---|
/// | [#SAMPLE] | a worker, now and then | the submitter that attends to it | a sampled latency |
/// | [#UNWATCHED] | the sleeper that kept watch | a worker with a backlog | somebody to watch |
/// | [#STOPPED] | the shutdown, once | nobody | refusal |
///
/// Threads: any, unless a method says otherwise.
final class Crew extends CrewLines.After {
  static final int SAMPLE = 1;
  static final int UNWATCHED = 2;
  static final int STOPPED = 4;

  private static final VarHandle SIGNALS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SIGNALS = lookup.findVarHandle(CrewLines.Signals.class, "signals", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final PoolSettings settings;
  final GlobalQueue global = new GlobalQueue();
  final IdleWorkers idle;
  final ReadySampler sampler = new ReadySampler();

  final Expeditions expeditions;

  /// Whether somebody wants to know how long turns take.
  volatile boolean isMeasuring;

  final Failures failures;
  final long startNanos;

  private final Clock clock;
  private final Worker[] workers;

  /// How many of them work; those behind are spare.
  private volatile int active;

  /// Whether a worker may be late: see [Worker#late]. Written after that, and read before it.
  private volatile boolean isOneLate;

  /// Who keeps watch, or would if asked.
  private volatile @Nullable Worker watcher;

  /// Called when a worker has fallen asleep or a task was refused; there is one during a shutdown.
  private volatile @Nullable Runnable closer;

  Crew(PoolSettings settings) {
    this.settings = settings;
    this.failures = new Failures(settings.failures());
    this.active = settings.workers();
    this.workers = new Worker[settings.workers() + settings.spareWorkers()];
    this.idle = new IdleWorkers(workers.length, Math.max(1, settings.workers() / 2));
    this.clock = settings.host().clock();
    this.startNanos = clock.nanos();
    this.expeditions = new Expeditions(startNanos);
    SplittableRandom seeds = new SplittableRandom(settings.seed());
    for (int i = 0; i < workers.length; i++) {
      workers[i] = Worker.of(i, this, seeds.split());
    }
  }

  /// How many workers there are.
  int size() {
    return active;
  }

  /// How many there can be. A spare worker that has not been started has no tasks and no turns, so
  /// it does not matter who looks at it.
  int seats() {
    return workers.length;
  }

  /// Counts one more worker. Threads: one at a time, not during a shutdown.
  void addWorker() {
    assert active < workers.length : "no worker is left to spare";
    int more = active + 1;
    active = more;
  }

  Worker worker(int number) {
    return workers[number];
  }

  /// Makes a task ready.
  ///
  /// @param worker the worker whose turn submits it, null when it comes from outside
  /// @return false when the pool takes it no more
  boolean submit(@Nullable Worker worker, Task task) {
    boolean accepted;
    try {
      int raised = signals;
      if (raised != 0) {
        attend(raised, worker, task);
      }
      if (worker == null) {
        accepted = submitFromOutside(task);
      } else {
        assert task.enters() : task + " was submitted, but it is queued already";
        accepted = (raised & STOPPED) == 0;
        if (accepted) {
          try {
            worker.push(task);
          } catch (Throwable e) { // before it has begun, for want of stack
            task.queued = false; // as in leaves(), for which there may be no room
            throw e;
          }
        }
      }
    } catch (Throwable e) {
      if (sampler.noted == task) { // as in cancel(), for which there may be no room
        sampler.noted = null;
      }
      throw e;
    }
    if (!accepted) {
      refused(task);
    }
    return accepted;
  }

  /// Gives a task to a worker that it wakes, or puts it into the global queue, and wakes a sleeper
  /// for it if nobody searches.
  ///
  /// Whether there is stack enough for a wake-up is tried before the task is in: then it can be
  /// refused by throwing. That is not asked for where it looks as if nobody had to be woken. Should
  /// the last one fall asleep meanwhile, and the stack not do, the task waits until somebody looks:
  /// see [#makeUp].
  private boolean submitFromOutside(Task task) {
    // isOneLate lies beside what is read here anyway, and hardly anybody writes there
    boolean isTried = idle.isWakeUseful() || isOneLate;
    if (isTried) {
      StackProbe.tryIt();
      unparkLate();
    }
    assert task.enters() : task + " was submitted, but it is queued already";
    boolean accepted;
    try {
      if (isTried && idle.sleeping() == active && global.isOpenAndEmpty() && tryHandOver(task)) {
        return true;
      }
      accepted = global.offer(task);
    } catch (Throwable e) {
      task.queued = false; // as in leaves(), for which there may be no room
      throw e;
    }
    if (accepted) {
      try {
        wakeFromOutside(isTried);
      } catch (Throwable e) {
        // The task is in: to be thrown at would mean that it is not. Others see to the sleeper.
      }
    }
    return accepted;
  }

  /// Wakes a sleeper if there is one and nobody searches. Who is taken off the stack of sleepers
  /// and not unparked is harder to make up for than one who was left there, so rather the latter.
  private void wakeFromOutside(boolean isTried) {
    if (idle.isWakeUseful()) {
      if (!isTried) {
        StackProbe.tryIt();
      }
      wake(null, false);
    } else if (idle.isOneAwaited() && isOneOverdue()) {
      StackProbe.tryIt();
      wake(null, true);
    }
  }

  /// Wakes a sleeper for a task and gives it the task, which so need not go through the global
  /// queue: most of what a worker does between its wake-up and the task is to fetch lines of memory
  /// that somebody else has just written.
  ///
  /// Only where all sleep: one that is awake may be sooner at the global queue than the sleeper
  /// gets a core. Who is taken off the stack is awake only when it was given the task. So the pool
  /// is not quiet meanwhile, nor can that worker end: a shutdown that begins now finds the task
  /// with it.
  ///
  /// @return false when there is nobody to wake, or the pool was closed just now: somebody was
  ///   woken in vain then
  private boolean tryHandOver(Task task) {
    long now = IdleWorkers.mark(clock.nanos());
    int number = idle.wakeOne();
    if (number == IdleWorkers.NOBODY) {
      return false;
    }
    // As in wake(), without a call until it is awake.
    Worker sleeper = workers[number];
    boolean accepted = global.pushed >= 0; // not closed; and who closes sees the CAS of the word
    if (accepted) {
      sleeper.handed = task;
    }
    sleeper.counters.wakes++;
    sleeper.awaited = true;
    idle.awaitedSinceNanos = now;
    sleeper.asleep = false;
    try {
      sleeper.parker.unpark();
    } catch (Throwable e) {
      sleeper.late = true; // the task is in: to be thrown at would mean that it is not
      isOneLate = true;
    }
    return accepted;
  }

  private void refused(Task task) {
    assert task.leaves();
    sampler.cancel(task);
    tellCloser();
  }

  private void attend(int raised, @Nullable Worker worker, Task task) {
    if ((raised & SAMPLE) != 0 && lower(SAMPLE)) {
      sampler.begin(task, clock.nanos());
    }
    if (worker != null) {
      callWatcher();
    }
  }

  /// Calls the sleeper that keeps watch, if none does. Threads: a worker that has more than the
  /// task that it runs.
  void callWatcher() {
    if ((signals & UNWATCHED) == 0) {
      return;
    }
    StackProbe.tryIt(); // else the signal may be taken back, and the watcher never called
    if (lower(UNWATCHED)) {
      Worker sleeper = watcher;
      if (sleeper != null) {
        try {
          sleeper.parker.unpark();
        } catch (Throwable e) {
          SIGNALS.getAndBitwiseOr(this, UNWATCHED);
          throw e;
        }
      }
    }
  }

  /// Whether a submitter has nothing to attend to.
  boolean isCalm() {
    return signals == 0;
  }

  /// Wakes a sleeper if there is one, and nobody searches but who should have come by now.
  ///
  /// @param waker the worker that calls, null when it is another thread
  void wakeIfUseful(@Nullable Worker waker) {
    if (idle.isWakeUseful()) {
      wake(waker, false);
    } else if (idle.isOneAwaited() && isOneOverdue()) {
      wake(waker, true);
    }
  }

  private boolean isOneOverdue() {
    return idle.isOneOverdue(clock.nanos());
  }

  /// Notes that a worker has come that was woken, or has gone on by itself. Another that was woken
  /// before may be awaited still; then it is from now on, since the mark that it had is gone.
  /// Threads: that worker.
  void arrived(Worker worker) {
    worker.awaited = false;
    if (idle.awaitedSinceNanos != 0) {
      // Before the look at the others: who wakes one in between does it the other way round, so
      // that a mark is lost only if its worker is seen here.
      idle.awaitedSinceNanos = 0;
      if (idle.searching() > 1 && isAnyAwaited()) { // who is awaited counts as searching
        idle.awaitedSinceNanos = IdleWorkers.mark(clock.nanos());
      }
    }
  }

  private boolean isAnyAwaited() {
    for (Worker worker : workers) {
      if (worker.awaited) {
        return true;
      }
    }
    return false;
  }

  private void wake(@Nullable Worker waker, boolean evenIfSearched) {
    long now = IdleWorkers.mark(clock.nanos());
    int number = evenIfSearched ? idle.wakeAny() : idle.wakeOne();
    if (number == IdleWorkers.NOBODY) {
      return;
    }
    // Who was taken off the stack goes on as soon as it is not asleep, and may be asleep again when
    // the next call returns. So this is done at once, and by fields: the stack may be used up.
    Worker sleeper = workers[number];
    if (sleeper == waker) {
      sleeper.asleep = false;
    } else {
      sleeper.counters.wakes++; // its own, but it does not touch them before it is awake
      sleeper.awaited = true;
      idle.awaitedSinceNanos = now;
      sleeper.asleep = false;
      try {
        sleeper.parker.unpark();
      } catch (Throwable e) {
        sleeper.late = true; // it counts as searching, so it must wake up
        isOneLate = true;
        if (waker != null) {
          waker.stranded.isAny = true;
        }
        throw e;
      }
    }
  }

  /// Unparks workers that are awake, but could not be unparked when they were woken. One may have
  /// gone on by itself, and even sleep again: then this is in vain, which it notices.
  void unparkLate() {
    if (isOneLate) {
      isOneLate = false;
      for (Worker sleeper : workers) {
        if (sleeper.late) {
          try {
            sleeper.late = false;
            sleeper.parker.unpark();
          } catch (Throwable e) {
            sleeper.late = true;
            isOneLate = true;
            throw e;
          }
        }
      }
    }
  }

  /// Makes up for a wake-up that failed for want of stack, whether or not it got as far as to take
  /// somebody off the stack of sleepers. Where none has failed, nobody is woken in vain.
  void makeUp() {
    unparkLate();
    if (!global.isEmpty()) {
      wakeIfUseful(null);
    }
  }

  /// Wakes all sleepers.
  void wakeAll() {
    unparkLate();
    int number = idle.wakeAny();
    while (number != IdleWorkers.NOBODY) {
      workers[number].wake();
      number = idle.wakeAny();
    }
  }

  /// Whether a worker would find work if it went on searching.
  boolean hasWorkBeside(Worker worker, long worthNanos) {
    if (!global.isEmpty()) {
      return true;
    }
    for (Worker other : workers) {
      if (other != worker && other.isWorthStealing(worthNanos)) {
        return true;
      }
    }
    return false;
  }

  /// Ends the search of a worker. Unless others search on, it wakes another if there is more: a
  /// submitter may have relied on it. Threads: that worker.
  ///
  /// @param wasCounted whether it counts as searching; if not, it did until a moment ago
  void foundWork(Worker worker, boolean wasCounted) {
    boolean wasLast = !wasCounted || idle.endSearch();
    if (wasLast && !global.isEmpty()) {
      wakeIfUseful(worker);
    }
  }

  /// Asks submitters for a sample if it is time. Threads: workers.
  void askForSample(long nowNanos) {
    if (sampler.isDue(nowNanos)) {
      SIGNALS.getAndBitwiseOr(this, SAMPLE);
    }
  }

  /// Says that the watcher is about to sleep until it is called. Threads: the watcher.
  void raiseUnwatched(Worker sleeper) {
    watcher = sleeper;
    SIGNALS.getAndBitwiseOr(this, UNWATCHED);
  }

  /// Takes a signal back.
  ///
  /// @return whether it was raised
  boolean lower(int signal) {
    return ((int) SIGNALS.getAndBitwiseAnd(this, ~signal) & signal) != 0;
  }

  /// Lets workers end after their turn, and refuses whatever they submit.
  void stop() {
    SIGNALS.getAndBitwiseOr(this, STOPPED);
    wakeAll();
  }

  /// Whether [#stop()] was called.
  boolean isStopped() {
    return (signals & STOPPED) != 0;
  }

  /// Refuses what comes from outside, and calls `listener` whenever the pool may have become quiet.
  void close(Runnable listener) {
    closer = listener;
    global.close();
    makeUp(); // until then it would not be quiet
  }

  /// Called by a worker that is on the stack of sleepers and has looked again.
  void fellAsleep() {
    if (isStopped()) {
      wakeAll(); // the shutdown may have called them all before this one was there
    } else {
      tellCloser();
    }
  }

  private void tellCloser() {
    Runnable listener = closer;
    if (listener != null) {
      listener.run();
    }
  }

  /// Whether all workers sleep and nothing waits. While the pool is closed that is for good.
  boolean isQuiet() {
    long word = idle.word();
    return idle.sleeping() == active && global.isEmpty() && idle.word() == word;
  }

  /// Takes what waits anywhere, but for a task in the slot of a worker that is between two turns.
  /// Threads: any, when the workers are stopped and the pool is closed.
  List<Task> takeAll() {
    List<Task> left = new ArrayList<>();
    for (Worker worker : workers) {
      takeAll(worker, left);
    }
    takeQueued(left);
    return left;
  }

  /// Takes what waits in the global queue. Threads: any, when the pool is closed.
  void takeQueued(List<Task> into) {
    @Nullable Task[] one = new @Nullable Task[1];
    while (!global.isEmpty()) {
      global.take(one, 1);
      Task task = one[0];
      if (task == null) {
        settings.host().yield().run(); // a submitter that was accepted has yet to link its task
      } else {
        assert task.leaves();
        into.add(task);
        one[0] = null;
      }
    }
  }

  /// Takes what waits at one worker, with the same exception. Threads: any, when it is stopped.
  static void takeAll(Worker worker, List<Task> into) {
    Task task = worker.takeOldest();
    while (task != null) {
      assert task.leaves();
      into.add(task);
      task = worker.takeOldest();
    }
  }
}
