package dev.tactus.workers;

/// For how many rounds a worker searches before it sleeps: as many as the settings say where work
/// comes soon, fewer and fewer where it does not, down to none.
///
/// To spin pays when work comes while it lasts. Otherwise it costs more than the processor's time.
/// A kernel that shares time fairly lets a thread that has run for less than its share go at once
/// when it is woken, before the one that has woken it; a thread that has just spun for tens of
/// microseconds, or that has yielded, waits until that one sleeps. So a worker that gets a message
/// now and then is there sooner the less it does in between.
///
/// What counts is how long the whole wait was, the sleep included. After one that was short enough
/// to be worth the spinning, it is patient again.
///
/// Threads: the worker's own.
final class Patience {
  /// A wait that takes longer was in vain. It is several times the usual spinning: who waits for an
  /// answer, and has to be woken for it, comes back after that much.
  private static final long VAIN_NANOS = 100_000;

  private final int roundsMax;
  private final long vainNanos;

  private int rounds;

  Patience(IdleSettings settings) {
    this.roundsMax = settings.parkRounds();
    this.vainNanos = Math.max(VAIN_NANOS, settings.spinNanos());
    this.rounds = roundsMax;
  }

  /// How many rounds it searches when it runs out of work. With none it sleeps at once; who does
  /// looks at all queues once more anyway.
  int rounds() {
    return rounds;
  }

  /// Notes how long a wait was that has ended with work.
  void waited(long nanos) {
    rounds = nanos <= vainNanos ? roundsMax : rounds / 2;
  }
}
