package dev.tactus.workers;

import dev.tactus.time.Clock;
import dev.tactus.time.Parker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// One worker: what waits at it, how it finds the next task, how it runs one. It has no thread; a
/// [WorkerLoop] or a [SteppedPool] moves it.
///
/// ## Which task goes next
///
/// 1. The global queue, if it is time to look there: after `globalInterval` turns at the latest,
///    and sooner where turns take long.
/// 2. The run-next slot: what was made ready last is still in the cache. So a conversation of two
///    actors stays on one worker.
/// 3. The newest task of the deque.
/// 4. The global queue, from which a batch moves to the deque where turns are short.
/// 5. Half of what waits at another worker.
///
/// One that sleeps, as all others do, is given a task from outside when it is woken. How the slot
/// is shared with thieves is in [RunNext].
///
/// The newest first starves the oldest, so after `newestLimit` turns by rules 2 and 3 the oldest
/// task of the deque has one. Therefore, with n tasks in the deque, each has a turn within about n
/// × (`newestLimit` + 1) turns. A task that has used up its turn goes to the global queue if
/// somebody waits there, otherwise to the deque, where everything older goes before it.
///
/// ## When another worker is worth it
///
/// Work is weighed as the number of tasks that wait times the time of a turn, which the worker
/// knows from the clock that it reads at each look. It wakes a sleeper when that is more than
/// `wakeWorthNanos`, and a thief leaves what is less than `stealWorthNanos`. The task in the slot
/// counts for a quarter: as a rule it runs here in a moment, and who stole it would tear a
/// conversation apart. The estimate can be wrong by any amount, since any turn may block. What
/// waits behind such a turn is found in another way: a thief, and the sleeper that keeps [Watch],
/// steal anything, the slot included, from a worker whose turn does not end. And work that is never
/// much but never ends, as that of many conversations, is shared by [Expeditions].
///
/// Threads: the owner, except where a method says otherwise.
class Worker extends WorkerLines.After {
  private static final VarHandle TURNS;
  private static final VarHandle TURN_NANOS;
  private static final VarHandle LASTING;
  private static final VarHandle HANDED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TURNS = lookup.findVarHandle(WorkerLines.Owned.class, "turns", long.class);
      TURN_NANOS = lookup.findVarHandle(WorkerLines.Owned.class, "turnNanos", long.class);
      LASTING = lookup.findVarHandle(WorkerLines.Owned.class, "lasting", boolean.class);
      HANDED = lookup.findVarHandle(Worker.class, "handed", Task.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// A look at the clock and the global queue is worth it about this often.
  private static final long LOOK_NANOS = 20_000;

  /// It does not look more often than this, except at the first turns after a pause and where turns
  /// take very long: whoever is in the pool should get done before even more comes in.
  private static final int LOOK_TURNS_MIN = 4;

  private static final long VERY_LONG_TURN_NANOS = 1_000_000;

  /// Where turns take longer, tasks are taken from the global queue one at a time: there the next
  /// free worker takes them, in a deque they would wait for this one, behind tasks that came later.
  private static final long BATCH_TURN_NANOS_MAX = 20_000;

  /// While turns are measured: one at so many looks, but one at each where a turn takes longer than
  /// [#MEASURE_EACH_NANOS], since reading the clock is nothing to that; and so many in a row after
  /// an interval with a long turn in it, to find out whose it was.
  private static final int MEASURE_LOOKS = 8;

  private static final long MEASURE_EACH_NANOS = 2_000;
  private static final int MEASURE_ROW = 64;
  private static final long LONG_INTERVAL_NANOS = 1_000_000;

  /// What tasks are written into is made anew so often, before a collector calls it old: see
  /// [RunNext].
  private static final long RENEW_NANOS = 10_000_000;

  /// The task in the slot counts for one in so many.
  static final int SLOT_SHARE = 4;

  final int number;
  final Crew crew;
  final Parker parker;
  final WorkerCounters counters = new WorkerCounters();

  private final GlobalQueue global;
  private final IdleWorkers idle;
  private final ReadySampler sampler;
  final WorkDeque deque;
  private final Clock clock;
  private final QueueSettings queues;
  private final int newestLimit;
  private final long stealWorthNanos;
  private final long wakeWorthNanos;

  private final Linger linger;

  /// Tasks on their way from one queue to another; those in front are never null. There are none
  /// between two calls, unless the stack has ended in one: then [#stranded] says so.
  final @Nullable Task[] moved;

  /// Since when something has waited at each look; only with [#isBacklogged].
  private long backlogSinceNanos;

  private boolean isBacklogged;

  /// When what tasks are written into was made.
  private long renewedAtNanos;

  final Thief thief;

  /// Looks at the clock while turns are measured.
  private int looks;

  final Stranded stranded = new Stranded();

  /// What it was woken for; null where it has to search. Set by who takes it off the stack of
  /// sleepers, before it is awake; emptied by an exchange, its own or that of another worker that
  /// has nothing to do.
  volatile @Nullable Task handed;

  /// Whether it is on the stack of sleepers; set by itself, cleared by who takes it off.
  volatile boolean asleep;

  /// Whether it was woken and has not come; set by its waker, before it is awake, cleared by
  /// itself.
  volatile boolean awaited;

  /// Whether it was woken and not unparked, since the stack of its waker was used up. Several may
  /// be: who was to wake another for one that does not come may be as deep in its stack.
  volatile boolean late;

  /// One whose last fields, which each turn reads, have nothing behind them that others write.
  private static final class Padded extends Worker {
    @SuppressWarnings("unused")
    private long p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p2a, p2b, p2c, p2d, p2e;

    Padded(int number, Crew crew, SplittableRandom random) {
      super(number, crew, random);
    }
  }

  static Worker of(int number, Crew crew, SplittableRandom random) {
    return new Padded(number, crew, random);
  }

  private Worker(int number, Crew crew, SplittableRandom random) {
    PoolSettings settings = crew.settings;
    this.number = number;
    this.crew = crew;
    this.global = crew.global;
    this.idle = crew.idle;
    this.sampler = crew.sampler;
    this.linger = new AdaptiveLinger(this, global);
    this.queues = settings.queues();
    this.newestLimit = queues.newestLimit();
    this.clock = settings.host().clock();
    this.parker = settings.host().parkers().get();
    this.deque = new WorkDeque(queues.dequeCapacity());
    this.stealWorthNanos = settings.idle().stealWorthNanos();
    this.wakeWorthNanos = settings.idle().wakeWorthNanos();
    this.moved = new @Nullable Task[Math.max(queues.globalBatch() + 1, queues.dequeCapacity() / 2)];
    this.thief = new Thief(this, random);
    // Nothing is known yet: rather wake once too often.
    this.turnNanos = Math.min(wakeWorthNanos, BATCH_TURN_NANOS_MAX);
    this.oldestAtTurn = newestLimit;
    begin();
  }

  /// Notes that it begins now. Threads: its own, or who makes it.
  void begin() {
    long now = clock.nanos();
    counters.startNanos = now;
    renewedAtNanos = now; // a clock may have begun anywhere, also far below 0
    beginLookInterval(now, 0, 1);
  }

  /// Makes a task ready, to be run next; also where the stack is used up: see [Stranded].
  void push(Task task) {
    Task homeless = task;
    try {
      if (tryPutNext(task)) {
        homeless = null;
        if ((long) TURN_NANOS.get(this) >= SLOT_SHARE * wakeWorthNanos) {
          crew.wakeIfUseful(this);
        }
        return;
      }
      homeless = exchangeNext(task);
      if (homeless != null) {
        keep(homeless);
        homeless = null;
        wakeIfWorth();
        grown = true; // that look was without a fence
      }
    } catch (VirtualMachineError | LinkageError e) { // for want of stack or memory
      grown = true;
      stranded.isAny = true;
      if (homeless != null) {
        homeless.next = stranded.newest;
        stranded.newest = homeless;
      }
    }
  }

  /// Puts a task into the deque; where that is full, its older half goes to the global queue.
  private void keep(Task task) {
    while (!deque.push(task)) {
      overflow(moved[0] == null ? deque.stealHalf(moved) : movedCount());
    }
    grown = true;
  }

  /// Takes what was moved to the global queue. If the stack ends on the way, it is where it was,
  /// and goes first the next time.
  private void overflow(int count) {
    if (count > 0) {
      global.pushAll(moved, count);
      for (int i = 0; i < count; i++) {
        moved[i] = null; // with no call in between: they are in one place or the other
      }
      counters.overflowed += count;
    }
  }

  /// How many tasks an overflow of the stack has left on their way.
  private int movedCount() {
    int count = 0;
    while (count < moved.length && moved[count] != null) {
      count++;
    }
    return count;
  }

  private void forgetMoved(int count) {
    for (int i = 0; i < count; i++) {
      moved[i] = null;
    }
  }

  /// Wakes another worker if what waits is worth it.
  void wakeIfWorth() {
    grown = false;
    if (idle.isWakeUseful() || idle.isOneAwaited()) {
      long waiting = deque.size() + global.length();
      if (waiting > 0 && waiting * (long) TURN_NANOS.get(this) >= wakeWorthNanos) {
        crew.wakeIfUseful(this);
      }
    }
  }

  /// Finds the next task without stealing.
  ///
  /// @return null when neither this worker nor the global queue has one
  @Nullable Task next() {
    long turn = (long) TURNS.get(this);
    Task task = turn >= lookAtTurn ? look(turn) : null;
    if (task == null) {
      task = local(turn);
    }
    if (task == null) {
      if (stranded.isAny) {
        rescue();
      }
      task = takeGlobal(queues.globalBatch());
    }
    if (grown) {
      // What was just taken was taken by an exchange, a CAS or behind a fence, or the turn has
      // ended by an atomic step. So a worker that fell asleep while this one pushed is seen now.
      wakeIfWorth();
    }
    return task;
  }

  /// Finishes what was left for want of stack, here or elsewhere.
  void rescue() {
    if (stranded.isAny) {
      stranded.rescue(global);
      overflow(movedCount());
    }
    crew.unparkLate();
  }

  private @Nullable Task local(long turn) {
    if (turn >= oldestAtTurn) {
      Task oldest = deque.steal();
      oldestAtTurn = turn + newestLimit + (oldest == null ? 0 : 1);
      if (oldest != null) {
        return oldest;
      }
    }
    Task next = takeNext();
    if (next != null) {
      return next;
    }
    if (oldestFirst > 0) {
      Task oldest = deque.steal();
      oldestFirst = oldest == null ? 0 : oldestFirst - 1;
      return oldest;
    }
    return deque.pop();
  }

  /// Looks at the clock and at the global queue.
  ///
  /// @return a task from the global queue if there is one
  private @Nullable Task look(long turn) {
    long now = clock.nanos();
    long turns = Math.max(1, turn - lookedAtTurn);
    rescue();
    if (crew.isMeasuring) {
      measureSome(now - lookedAtNanos);
    }
    estimate(now, turns);
    noteBacklog(now);
    beginLookInterval(now, turn, 2 * turns);
    crew.askForSample(now);
    if (now - renewedAtNanos >= RENEW_NANOS) {
      renewedAtNanos = now;
      renewSlot();
      deque.renew();
    }
    grown = true;
    // Those that wait here are older than a batch that would go before them.
    return takeGlobal(deque.size() == 0 ? queues.globalBatch() : 0);
  }

  /// Looks whether what waits here lasts, and lets another worker have a part of it then.
  private void noteBacklog(long now) {
    long turn = (long) TURN_NANOS.get(this);
    if (!Expeditions.isLittle(deque.size(), turn, stealWorthNanos)) {
      forgetBacklog(); // nothing waits, or so much that it is shared by what it is worth
    } else if (!isBacklogged) {
      isBacklogged = true;
      backlogSinceNanos = now;
    } else if (now - backlogSinceNanos >= Expeditions.LASTING_NANOS && global.isEmpty()) {
      boolean isAllowed = crew.expeditions.isAllowed(now);
      LASTING.setOpaque(this, isAllowed);
      if (isAllowed) {
        crew.wakeIfUseful(this);
      }
    }
  }

  private void forgetBacklog() {
    isBacklogged = false;
    LASTING.setOpaque(this, false);
  }

  private void measureSome(long intervalNanos) {
    looks++;
    if (intervalNanos >= LONG_INTERVAL_NANOS) {
      measureLeft = MEASURE_ROW;
    } else if (measureLeft == 0
        && ((long) TURN_NANOS.get(this) >= MEASURE_EACH_NANOS || looks % MEASURE_LOOKS == 0)) {
      measureLeft = 1;
    }
  }

  private void estimate(long now, long turnsSince) {
    long sample = (now - lookedAtNanos) / turnsSince;
    long before = (long) TURN_NANOS.get(this);
    long change = sample - before;
    // Up faster than down: to be late with a second worker costs more than a wake-up in vain.
    // opaque: thieves read it at any time.
    TURN_NANOS.setOpaque(this, before + (change > 0 ? change / 2 : change / 4));
  }

  private void beginLookInterval(long now, long turn, long turnsMax) {
    lookedAtNanos = now;
    lookedAtTurn = turn;
    long most = Math.min(turnsMax, queues.globalInterval());
    long nanos = Math.max(1, (long) TURN_NANOS.get(this));
    long least = nanos >= VERY_LONG_TURN_NANOS ? 1 : Math.min(LOOK_TURNS_MIN, most);
    lookAtTurn = turn + Math.clamp(LOOK_NANOS / nanos, least, most);
  }

  /// Takes a task from the global queue, and moves this worker's share of the others to its deque
  /// where turns are short.
  @Nullable Task takeGlobal(int batch) {
    long length = global.length();
    if (length <= 0) {
      return null;
    }
    long share = Math.min(length / crew.size(), deque.capacity() - deque.size());
    long most = (long) TURN_NANOS.get(this) > BATCH_TURN_NANOS_MAX ? 0 : batch;
    int count = global.take(moved, 1 + (int) Math.min(most, share));
    counters.fromGlobal += count;
    return keepAllButFirst(count);
  }

  /// Keeps what was moved, to be run in its order.
  ///
  /// @return the first of it
  @Nullable Task keepAllButFirst(int count) {
    if (count == 0) {
      return null;
    }
    for (int i = 1; i < count; i++) {
      Task task = moved[i];
      assert task != null;
      boolean isIn = deque.push(task);
      assert isIn : "more was moved than there was room for";
      grown = true;
    }
    if (count > 1) {
      oldestFirst += count - 1;
      crew.callWatcher(); // no submission has told it that something waits here
    }
    Task first = moved[0];
    forgetMoved(count);
    return first;
  }

  /// Runs one turn of a task. Never throws.
  void run(Task task) {
    boolean unused = run(task, null);
  }

  /// Runs one turn of a task, which may wait for more. Never throws.
  ///
  /// @return whether it wants another turn, which it gets
  boolean runLingering(Task task) {
    return run(task, linger);
  }

  /// Whether nothing waits for it, at its own place or in the global queue.
  boolean isAlone() {
    return isNextEmpty() && deque.size() == 0 && global.isEmpty();
  }

  private boolean run(Task task, @Nullable Linger lingering) {
    assert task.leaves() : task + " runs, but it waited nowhere";
    // opaque: thieves compare it to see whether a turn ends.
    TURNS.setOpaque(this, (long) TURNS.get(this) + 1);
    if (sampler.isNoted(task)) {
      counters.ready.record(sampler.end(clock.nanos()));
    }
    takeBack();
    boolean isMeasured = measureLeft > 0;
    long begin = isMeasured ? clock.nanos() : 0;
    boolean again = false;
    try {
      again = lingering == null ? task.run(this) : task.runLingering(lingering);
    } catch (Throwable e) {
      takeBack(); // the step that was to follow may be missing
      counters.failures++;
      crew.failures.report(task, e);
    }
    if (isMeasured) {
      measureLeft--;
      tellTime(task, clock.nanos() - begin);
    }
    if (again) {
      requeue(task);
    }
    return again;
  }

  private void tellTime(Task task, long nanos) {
    if (crew.failures.isTimeThrown(task, nanos)) {
      counters.failures++;
    }
  }

  /// Puts a task that has used up its turn behind those that wait longer.
  private void requeue(Task task) {
    assert task.enters() : task + " wants another turn, but it is queued already";
    if (global.isEmpty()) {
      keep(task);
      oldestFirst = Math.max(oldestFirst, deque.size() - 1);
    } else {
      global.push(task);
      grown = true;
    }
    crew.callWatcher(); // the next turn may be long, and is not this task's
  }

  /// Whether what waits here is worth waking another worker, if a turn takes so long. Threads: any.
  boolean isWorthWaking(long nanosOfTurn) {
    long slots = SLOT_SHARE * (long) deque.size() + (isNextEmpty() ? 0 : 1);
    return slots > 0 && slots * nanosOfTurn >= SLOT_SHARE * wakeWorthNanos;
  }

  /// Whether what waits here is worth the way to another worker. Threads: any.
  boolean isWorthStealing(long worthNanos) {
    int waiting = deque.size();
    return waiting > 0 && (waiting * turnNanos() >= worthNanos || isLasting(waiting));
  }

  private boolean isLasting(int waiting) {
    return isLasting() && Expeditions.isEnough(waiting, turnNanos());
  }

  /// Whether something has waited here for so long that another worker may take half of it.
  /// Threads: any.
  boolean isLasting() {
    return (boolean) LASTING.getOpaque(this);
  }

  /// Takes what the worker was woken for. Threads: any.
  @Nullable Task takeHanded() {
    return handed == null ? null : (Task) HANDED.getAndSet(this, null);
  }

  /// Takes the oldest of what waits here, but for the task in the slot of a worker between two
  /// turns, which is that worker's. Threads: any.
  @Nullable Task takeOldest() {
    Task task = takeHanded();
    if (task == null) {
      task = deque.steal();
    }
    return task != null ? task : stealNext();
  }

  /// Whether anything waits here. Threads: any.
  boolean hasWaiting() {
    return !isNextEmpty() || handed != null || deque.size() > 0;
  }

  /// How many tasks wait here. Threads: any.
  int waiting() {
    return deque.size() + (isNextEmpty() ? 0 : 1) + (handed == null ? 0 : 1);
  }

  /// How many turns have begun here. Threads: any.
  long turns() {
    return (long) TURNS.getOpaque(this);
  }

  /// What a turn takes here. Threads: any.
  long turnNanos() {
    return (long) TURN_NANOS.getOpaque(this);
  }

  /// Notes that there is no work.
  void beginIdle() {
    long now = clock.nanos();
    long turns = (long) TURNS.get(this) - lookedAtTurn;
    if (turns > 0) {
      estimate(now, turns);
    }
    counters.beginIdle(now);
    crew.askForSample(now);
    forgetBacklog();
    thief.endExpedition(now);
  }

  /// Notes that there is work again.
  ///
  /// @return how long there was none
  long endIdle() {
    long now = clock.nanos();
    counters.endIdle(now);
    beginLookInterval(now, (long) TURNS.get(this), 1);
    return now - counters.idleSinceNanos;
  }

  /// Goes on the stack of sleepers and looks again.
  ///
  /// @param wasSearching whether it counts as searching; if it is not asleep after all, it does
  /// @return whether it is the first of the sleepers
  boolean fallAsleep(boolean wasSearching) {
    assert !hasWaiting() : "worker " + number + " falls asleep over " + waiting() + " tasks";
    deque.forget();
    asleep = true;
    boolean isFirst = idle.announce(number, wasSearching);
    // The CAS in announce() comes before this look; the addition to the global queue comes before
    // a submitter's look for sleepers. So one of the two sees the other.
    if (crew.hasWorkBeside(this, stealWorthNanos)) {
      crew.wakeIfUseful(this);
    }
    crew.fellAsleep();
    return isFirst;
  }

  /// Whether it is on the stack of sleepers. Threads: any.
  boolean isAsleep() {
    return asleep;
  }

  /// Wakes it after it was taken off the stack of sleepers. Threads: who took it off.
  void wake() {
    counters.wakes++; // the sleeper's own, but it does not touch them before the next line
    asleep = false;
    parker.unpark();
  }
}
