package dev.tactus.workers;

/// What a worker does without work, and when work is worth another worker.
///
/// Work is weighed in nanoseconds: the tasks that wait at a worker times what a turn takes there.
/// To wake a worker costs the waker about 5 µs and takes 10 µs or more until it runs; to steal
/// costs the cache lines of what is stolen, and from then on those of every message between the two
/// workers. Work that is done sooner by the worker that has it is left there, by sleepers and by
/// those that search alike: otherwise who was woken once would never find too little.
///
/// The rounds are those of a worker that finds work by them. One that does not, or whose waits are
/// long, sleeps at once, and tries again now and then: spinning has not helped it, and who has not
/// spun is faster when woken.
///
/// @param spinRounds how many empty rounds a worker spins
/// @param parkRounds after how many empty rounds it parks; from `spinRounds` on it yields, and
///   parks sooner if a yield shows that others need the processor
/// @param spinNanos how long it spins altogether
/// @param stealWorthNanos how much must wait at a worker before a searcher steals from it
/// @param wakeWorthNanos how much must wait at a worker before it wakes another; for both, 73 years
///   stand for never, and more is cut to them
/// @param watchNanos how often, while others are busy, one sleeper looks whether some worker is
///   held up in a turn while tasks wait behind it; up to eight times that where nothing happens
public record IdleSettings(
    int spinRounds,
    int parkRounds,
    long spinNanos,
    long stealWorthNanos,
    long wakeWorthNanos,
    long watchNanos) {
  /// 4 rounds of 5 µs, 12 yields; stealing and waking from 40 µs on; a look every ms.
  public static final IdleSettings DEFAULT =
      new IdleSettings(4, 16, 20_000, 40_000, 40_000, 1_000_000);

  /// More work than ever waits anywhere. Workers multiply it by the share of their slot.
  private static final long NEVER_NANOS = Long.MAX_VALUE / Worker.SLOT_SHARE;

  /// Checks the values.
  public IdleSettings {
    stealWorthNanos = Math.min(stealWorthNanos, NEVER_NANOS);
    wakeWorthNanos = Math.min(wakeWorthNanos, NEVER_NANOS);
    Checks.require(spinRounds >= 0, "spinRounds", spinRounds, "0 or more");
    Checks.require(
        parkRounds > spinRounds, "parkRounds", parkRounds, "more than spinRounds, " + spinRounds);
    Checks.require(spinNanos >= 0, "spinNanos", spinNanos, "0 or more");
    Checks.require(stealWorthNanos >= 0, "stealWorthNanos", stealWorthNanos, "0 or more");
    Checks.require(
        wakeWorthNanos >= stealWorthNanos,
        "wakeWorthNanos",
        wakeWorthNanos,
        "stealWorthNanos, " + stealWorthNanos + ", or more");
    Checks.require(
        watchNanos >= 1 && watchNanos <= Long.MAX_VALUE / 8,
        "watchNanos",
        watchNanos,
        "1 or more, and at most 292 years / 8");
  }

  /// The same with another number of rounds that spin.
  public IdleSettings withSpinRounds(int rounds) {
    return new IdleSettings(
        rounds, parkRounds, spinNanos, stealWorthNanos, wakeWorthNanos, watchNanos);
  }

  /// The same with another number of rounds before parking.
  public IdleSettings withParkRounds(int rounds) {
    return new IdleSettings(
        spinRounds, rounds, spinNanos, stealWorthNanos, wakeWorthNanos, watchNanos);
  }

  /// The same with another time to spin.
  public IdleSettings withSpinNanos(long nanos) {
    return new IdleSettings(
        spinRounds, parkRounds, nanos, stealWorthNanos, wakeWorthNanos, watchNanos);
  }

  /// The same with another worth of a theft.
  public IdleSettings withStealWorthNanos(long nanos) {
    return new IdleSettings(spinRounds, parkRounds, spinNanos, nanos, wakeWorthNanos, watchNanos);
  }

  /// The same with another worth of a wake-up.
  public IdleSettings withWakeWorthNanos(long nanos) {
    return new IdleSettings(spinRounds, parkRounds, spinNanos, stealWorthNanos, nanos, watchNanos);
  }

  /// The same with another time between looks at the busy workers.
  public IdleSettings withWatchNanos(long nanos) {
    return new IdleSettings(
        spinRounds, parkRounds, spinNanos, stealWorthNanos, wakeWorthNanos, nanos);
  }
}
