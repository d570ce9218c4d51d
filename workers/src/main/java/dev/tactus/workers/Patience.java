package dev.tactus.workers;

/// For how many rounds a worker searches before it sleeps: as many as the settings say where that
/// finds work, none where it does not.
///
/// To spin pays when work comes while it lasts. Otherwise it costs more than the processor's time.
/// A kernel that shares time fairly lets a thread that has run for less than its share go at once
/// when it is woken, before the one that has woken it; a thread that has just spun for tens of
/// microseconds, or that has yielded, waits until that one sleeps. So a worker that gets a message
/// now and then is there sooner the less it does in between.
///
/// ## Credit
///
/// | a wait that | changes the credit by |
/// |---|---|
/// | was over before it slept | + 1, up to [#CREDIT_MAX] |
/// | was short, but ended in its sleep though it had searched | - 2, down to none |
/// | was long, its sleep included | half of it |
/// | was short, without any credit: each [#TRIAL]th | + [#TRIAL_CREDIT] |
///
/// A worker without credit sleeps at once. The trial is for a handful of waits, not for one: who
/// asks an actor again and again sleeps as well as long as answers do not come at once, and is back
/// soon enough only after it has seen some that do.
///
/// Threads: the worker's own.
final class Patience {
  static final int CREDIT_MAX = 8;

  /// So many short waits without credit until it tries again.
  static final int TRIAL = 16;

  static final int TRIAL_CREDIT = 4;

  /// A wait that takes longer was in vain. It is several times the usual spinning: who waits for an
  /// answer, and has to be woken for it, comes back after that much.
  private static final long VAIN_NANOS = 100_000;

  /// What a search in vain costs.
  private static final int LOSS = 2;

  /// So many rounds of yielding for a worker without credit that was woken.
  private static final int YIELDS_ONCE_WOKEN = 2;

  private final int roundsMax;
  private final int roundsOnceWoken;
  private final long vainNanos;

  private int credit = CREDIT_MAX;
  private int untilTrial = TRIAL;

  Patience(IdleSettings settings) {
    this.roundsMax = settings.parkRounds();
    this.roundsOnceWoken = Math.min(roundsMax, settings.spinRounds() + YIELDS_ONCE_WOKEN);
    this.vainNanos = Math.max(VAIN_NANOS, settings.spinNanos());
  }

  /// How many rounds it searches when it runs out of work. With none it sleeps at once; who does
  /// looks at all queues once more anyway.
  int rounds() {
    return hasCredit() ? roundsMax : 0;
  }

  /// How many rounds it searches after it was woken: there is work somewhere, and it may take some
  /// rounds to see that a worker is stuck with it.
  int roundsOnceWoken() {
    return hasCredit() ? roundsMax : roundsOnceWoken;
  }

  /// Whether it spins in a round. Without credit it does so once, since nobody can be called stuck
  /// who was not given any time.
  boolean spinsIn(int round) {
    return hasCredit() || round == 0;
  }

  private boolean hasCredit() {
    return credit > 0;
  }

  /// Notes how long a wait was that has ended with work.
  ///
  /// @param slept whether it was asleep meanwhile
  void waited(long nanos, boolean slept) {
    if (nanos > vainNanos) {
      credit /= 2;
    } else if (!slept) {
      credit = Math.min(CREDIT_MAX, credit + 1);
    } else if (hasCredit()) {
      credit = Math.max(0, credit - LOSS);
    } else {
      untilTrial--;
      if (untilTrial == 0) {
        untilTrial = TRIAL;
        credit = TRIAL_CREDIT;
      }
    }
  }
}
