package dev.tactus.scheduler;

import dev.tactus.event.VmErrors;
import dev.tactus.time.driver.TickToken;
import dev.tactus.time.wheel.EntryConsumer;
import dev.tactus.time.wheel.WheelEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/// What happens to timers that are due: each is handed to its executor, and a periodic one is armed
/// anew.
///
/// ## Being behind
///
/// A driver that was held up brings several ticks in one token. A fixed-rate timer that is due more
/// than once in it gets a run for each; but where the runs of two such bursts are still owed, its
/// task is behind as well, and what comes late folds until they are done. If it was a task on the
/// ticking thread that held it up ([Scheduler#DIRECT]), this is the tasks' own doing, and the due
/// times of such timers that passed meanwhile fold into one run, as they do for a task that is slow
/// on its executor. Which of these tasks it was is not known at first. So after a token that was
/// held up their runs are timed, and only a task that is seen to take longer than its backlog
/// allows is cancelled for it. A task whose executor runs it at once, on the ticking thread as
/// well, is always timed; when it takes longer than its period, its due times fold in the same way.
///
/// Threads: the ticking one, except where a method says otherwise.
final class Firing {
  /// How often a one-shot is tried again that its executor refused.
  private static final int EXECUTOR_REFUSALS_MAX = 2;

  /// How many hand-overs of one tick share one reading of the clock.
  private static final int FIRES_PER_READING = 64;

  final LatenessHistogram lateness = new LatenessHistogram();

  private final TickEngine engine;

  // The engine's, at hand: each step from one object to another delays every timer that is due.
  private final Diagnostics diagnostics;
  private final SchedulerCounters counters;

  private final EntryConsumer onDue = this::due;
  private final List<PeriodicTimer> bursts = new ArrayList<>();
  private BatchScope scope = BatchScope.ofThisThread();
  private long tokenNumber;
  private long tokenLastTick;
  private long nowNanos;

  /// How many were handed over since the clock was read, all of this tick.
  private int sinceReading;

  private long readingTick;
  private long handedOver;

  /// The tick in which tasks on the ticking thread let go of it, and whether that was later than
  /// the token before had ticks for.
  private long heldUpUntilTick;

  private boolean heldUpByTask;

  Firing(TickEngine engine) {
    this.engine = engine;
    this.diagnostics = engine.diagnostics;
    this.counters = engine.counters;
  }

  /// How many due timers were handed over so far, and not refused; a little behind on other
  /// threads.
  long handedOver() {
    return handedOver;
  }

  /// Begins a token, with what an interrupted one left.
  void begin(TickToken token) {
    scope = BatchScope.ofThisThread();
    tokenNumber++;
    tokenLastTick = token.lastTick();
    readClock();
    engine.wheel.resume(onDue);
  }

  /// Walks over ticks on which nothing is due.
  void skipTo(long tick) {
    engine.wheel.advanceTo(tick, onDue);
  }

  /// Hands over everything that is due up to the last tick of the token.
  void fire(TickToken token) {
    readClock();
    engine.wheel.advanceTo(token.lastTick(), onDue);
    recordLateness();
    for (PeriodicTimer timer : bursts) {
      engine.events.publish(
          new SchedulerWarning.BurstFire(
              timer.id(), timer.lateInToken(), timer.policy.burstThreshold()));
    }
    bursts.clear();
    heldUpUntilTick = engine.scale.tickAt(engine.clock.nanos());
    heldUpByTask = heldUpUntilTick > token.lastTick();
  }

  private void readClock() {
    recordLateness();
    nowNanos = engine.clock.nanos();
  }

  /// Records hand-overs of one tick that share a reading of the clock: they are equally late.
  private void recordLateness() {
    if (sinceReading > 0) {
      lateness.record(nowNanos - engine.scale.boundaryNanos(readingTick), sinceReading);
      sinceReading = 0;
    }
  }

  private void due(WheelEntry entry) {
    assert entry.deadlineTick() <= engine.wheel.position() : "never before its time";
    if (entry instanceof PeriodicTimer periodic) {
      Executor executor = periodic.executor;
      if (!periodic.isCancelled() && executor != null) {
        count(periodic);
        duePeriodic(periodic, executor);
      }
      return; // a cancelled one comes back by the returns, and waits nowhere
    }
    Timer timer = (Timer) entry;
    Executor executor = timer.executor;
    if (timer.state != Timer.SCHEDULED || executor == null) {
      return; // it was cancelled, or its executor refused it and runs it nevertheless
    }
    count(timer);
    if (diagnostics.wantsFired()) {
      tellAndHandOver(timer, executor);
    } else {
      handOver(timer, executor);
    }
  }

  /// No list holds the timer any more: it is handed over whatever a listener throws.
  private void tellAndHandOver(Timer timer, Executor executor) {
    try {
      diagnostics.fired(timer, executor, nowNanos, timer.deadlineTick(), 1);
    } finally {
      handOver(timer, executor);
    }
  }

  private void handOver(Timer timer, Executor executor) {
    if (executor == Scheduler.DIRECT) {
      timer.runDirect(scope, counters);
    } else if (!submit(timer, executor)) {
      handedOver--;
    }
  }

  private void count(Timer timer) {
    if (sinceReading >= FIRES_PER_READING || timer.deadlineTick() != readingTick) {
      readClock();
      readingTick = timer.deadlineTick();
    }
    sinceReading++;
    handedOver++;
  }

  private void duePeriodic(PeriodicTimer timer, Executor executor) {
    boolean direct = executor == Scheduler.DIRECT;
    long tick = timer.deadlineTick();
    timer.lastFireNanos = nowNanos;
    int count = 1;
    boolean folded =
        (direct || timer.tookItsPeriod(tokenNumber - 1)) && heldUpByTask && tick <= heldUpUntilTick;
    if (timer.mode == ExecutionMode.FIXED_RATE) {
      count = countDue(timer, folded ? heldUpUntilTick : tick);
      timer.deadlineTick(engine.scale.repeatTick(timer.dueNanos));
    }
    try {
      if (timer.mode == ExecutionMode.FIXED_RATE) {
        engine.wheel.insert(timer);
      }
      if (diagnostics.wantsFired() && !timer.isCancelled()) {
        diagnostics.fired(timer, executor, nowNanos, tick, count);
      }
    } finally { // whatever a listener throws, also one that hears of what had to go for this one
      if (!timer.isCancelled()) { // otherwise there was no room for it
        handOver(timer, executor, count, folded);
      }
    }
  }

  private void handOver(PeriodicTimer timer, Executor executor, int count, boolean folded) {
    boolean again = timer.isDueAgain(tokenNumber);
    if (again && timer.addLate(count)) {
      bursts.add(timer);
    }
    if (folded && count > timer.policy.backlogLimit() && timer.overran(tokenNumber - 1)) {
      backlogExceeded(timer, count);
    } else if (executor == Scheduler.DIRECT) {
      runDirect(timer, count);
    } else {
      owe(timer, executor, count, again);
    }
  }

  /// Moves a fixed-rate timer's next time past the beginning of a tick, and counts the times on the
  /// way.
  private int countDue(PeriodicTimer timer, long tick) {
    long passed = engine.scale.boundaryNanos(tick) - timer.dueNanos;
    long more = passed < 0 ? 0 : passed / timer.periodNanos;
    timer.dueNanos =
        engine.scale.later(timer.dueNanos + more * timer.periodNanos, timer.periodNanos);
    return (int) Math.min(1 + more, Integer.MAX_VALUE >> 1);
  }

  private void runDirect(PeriodicTimer timer, int count) {
    if (!heldUpByTask) {
      timer.runDirect(scope, count);
      return;
    }
    long begin = engine.clock.nanos();
    timer.runDirect(scope, count);
    timed(timer, engine.clock.nanos() - begin);
  }

  /// Notes how long a run on the ticking thread took.
  void timed(PeriodicTimer timer, long nanos) {
    timer.timed(tokenNumber, nanos);
  }

  /// What a token brings late does not count for the limit, then or later: a burst cancels nothing.
  private void owe(PeriodicTimer timer, Executor executor, int count, boolean isLate) {
    long waiting = isLate ? 0 : timer.foldedWith(count);
    if (waiting > timer.policy.backlogLimit()) {
      backlogExceeded(timer, waiting);
    } else if (timer.owe(count, isLate) && !submit(timer, executor)) {
      handedOver--;
    }
  }

  private void backlogExceeded(PeriodicTimer timer, long pending) {
    if (timer.cancel(CancelReason.BACKLOG)) {
      engine.events.publish(
          new SchedulerWarning.BacklogExceeded(timer.id(), pending, timer.policy.backlogLimit()));
    }
  }

  /// Gives a timer to its executor. Threads: the ticking one, and the runner of a periodic timer.
  ///
  /// @return false when the executor refused it
  boolean submit(Timer timer, Executor executor) {
    try {
      executor.execute(timer);
      return true;
    } catch (Throwable error) {
      boolean isRefused = refusedByExecutor(timer, executor, error);
      VmErrors.throwIfFatal(error);
      return !isRefused;
    }
  }

  private boolean refusedByExecutor(Timer timer, Executor executor, Throwable error) {
    if (timer.state != Timer.SCHEDULED) {
      return false; // the executor ran it, or does; or it was cancelled: nothing to try again
    }
    boolean givenUp = false;
    if (timer instanceof PeriodicTimer p) {
      if (p.mode == ExecutionMode.FIXED_RATE) {
        p.executorRefused();
      } else {
        p.oweNothing();
        p.dueNanos = engine.scale.later(engine.clock.nanos(), p.periodNanos);
        p.giveBack();
      }
      engine.ranOut(p);
    } else if (engine.isTickingHere()) {
      givenUp = ++timer.refusals > EXECUTOR_REFUSALS_MAX;
      if (givenUp) {
        boolean unused = timer.cancel(CancelReason.REJECTED);
      } else {
        // Not on the next tick of a stretch that is made up for: no time passes until then.
        timer.deadlineTick(tokenLastTick + 1);
        engine.wheel.insert(timer);
      }
    }
    engine.events.publish(
        new SchedulerWarning.ExecutorRejected(
            timer.id(), Diagnostics.nameOf(executor), error, givenUp));
    return true;
  }
}
