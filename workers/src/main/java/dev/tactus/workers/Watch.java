package dev.tactus.workers;

import dev.tactus.time.Clock;

/// How a sleeper waits; the first of the sleepers keeps watch while it does.
///
/// A worker judges by past turns whether what waits at it is worth another worker, and keeps the
/// last task that it made ready for itself. Any turn may break the rule: it may compute for a
/// second or block until a task behind it has run. So, as long as some worker is busy and another
/// sleeps, one sleeper wakes up every millisecond, and less often where it finds nothing, and
/// compares how far each busy worker has come. Where one is still in the same turn with tasks
/// behind it, where turns take so long by now that what waits is worth it after all, or where
/// something waits in the global queue, it wakes a sleeper, which may be itself.
///
/// The first of the sleepers is the last one to be woken, so there is a watcher whenever anybody
/// sleeps. When all workers have slept for a while, the watcher sleeps without a limit, too: a
/// quiet pool costs nothing. It raises [Crew#UNWATCHED] before that, and looks once more whether
/// all sleep. The first worker that has more than the task that it runs sees the signal and calls
/// it: because a turn submits one, wants another turn for itself, or came as one of a batch. Either
/// the watcher sees that somebody is awake, or that worker was woken after the signal was raised,
/// and sees it.
///
/// Threads: the sleeper's own.
final class Watch {
  /// The time between two looks grows up to so many times the configured one.
  private static final int PERIODS_MAX = 8;

  /// The same where something waits at a worker that was not found to be held up: the turn that it
  /// is in may have just begun, and may be a long one.
  private static final int WAITING_PERIODS_MAX = 2;

  /// After so many looks at a sleeping pool nobody keeps watch.
  private static final int QUIET_LOOKS = 8;

  private final Worker worker;
  private final Crew crew;
  private final Clock clock;
  private final long watchNanos;

  /// For each worker the turns that it had begun at the last look that saw a new one, and when that
  /// was.
  private final long[] turnsSeen;

  private final long[] seenAtNanos;

  Watch(Worker worker, Crew crew) {
    this.worker = worker;
    this.crew = crew;
    this.clock = crew.settings.host().clock();
    this.watchNanos = crew.settings.idle().watchNanos();
    this.turnsSeen = new long[crew.seats()];
    this.seenAtNanos = new long[crew.seats()];
  }

  /// Waits until the worker has been woken.
  ///
  /// @param isFirst whether it is the first of the sleepers
  void sleep(boolean isFirst) {
    if (worker.isAsleep()) {
      worker.counters.parks++;
      park(isFirst && crew.seats() > 1); // a spare one may be started meanwhile
    }
  }

  private void park(boolean isWatcher) {
    if (isWatcher) {
      rememberAll();
    }
    long period = watchNanos;
    int quietLooks = 0;
    while (worker.isAsleep()) {
      if (!isWatcher) {
        worker.parker.park(Long.MAX_VALUE);
      } else if (quietLooks < QUIET_LOOKS) {
        worker.parker.park(period);
        look();
        quietLooks = areAllAsleep() ? quietLooks + 1 : 0;
        int periods = isAnyWaiting() ? WAITING_PERIODS_MAX : PERIODS_MAX;
        period = Math.min(2 * period, periods * watchNanos);
      } else {
        sleepUnwatched();
        rememberAll();
        period = watchNanos;
        quietLooks = 0;
      }
    }
  }

  private boolean areAllAsleep() {
    return crew.idle.sleeping() == crew.size();
  }

  private boolean isAnyWaiting() {
    for (int i = 0; i < crew.size(); i++) {
      if (crew.worker(i).hasWaiting()) {
        return true;
      }
    }
    return false;
  }

  private void rememberAll() {
    long now = clock.nanos();
    for (int i = 0; i < turnsSeen.length; i++) {
      remember(i, crew.worker(i).turns(), now);
    }
  }

  private void remember(int number, long turns, long now) {
    turnsSeen[number] = turns;
    seenAtNanos[number] = now;
  }

  private void look() {
    if (!worker.isAsleep()) {
      return;
    }
    crew.unparkLate();
    // A worker that puts a task there on its own account wakes nobody, and may be in a long turn.
    // And who was to be woken for one may not have been, for want of stack: then all may sleep.
    boolean isHelpNeeded = !crew.global.isEmpty();
    if (!areAllAsleep()) {
      long now = clock.nanos();
      for (int i = 0; i < turnsSeen.length; i++) {
        isHelpNeeded |= isHeldUp(crew.worker(i), now);
      }
    }
    if (isHelpNeeded) {
      crew.wakeIfUseful(worker);
    }
  }

  /// Whether a worker has been in one turn for long, or in slow turns, while tasks wait at it.
  private boolean isHeldUp(Worker other, long now) {
    long turns = other.turns();
    long newTurns = turns - turnsSeen[other.number];
    long elapsed = now - seenAtNanos[other.number];
    if (newTurns == 0) {
      return elapsed >= watchNanos && other.hasWaiting(); // the time goes on from when it began
    }
    remember(other.number, turns, now);
    return other.isWorthWaking(elapsed / newTurns);
  }

  private void sleepUnwatched() {
    crew.raiseUnwatched(worker);
    if (areAllAsleep() && worker.isAsleep()) {
      worker.parker.park(Long.MAX_VALUE);
    }
    crew.lower(Crew.UNWATCHED);
  }
}
