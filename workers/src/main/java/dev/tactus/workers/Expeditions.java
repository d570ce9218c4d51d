package dev.tactus.workers;

/// Whether it pays to share work that is little at any moment but does not end.
///
/// Eight conversations of two actors are never more than a few hundred nanoseconds of waiting work,
/// so by that measure no other worker is ever worth it; yet they would keep two workers busy for
/// good. The same holds for two actors with turns of 20 µs that are never out of messages. So a
/// worker whose deque has not been empty for [#LASTING_NANOS] lets another one come and take half,
/// whatever that is worth. How that ends tells whether it was right: a worker that is still busy
/// after [#PAID_NANOS] has found work of its own; one that ran dry sooner has only carried tasks
/// away from their cache, and there is a pause before the next attempt, twice as long each time.
///
/// Threads: workers. The fields are racy: an attempt more or less does no harm.
final class Expeditions {
  /// A backlog that has lasted so long does not go away by itself.
  static final long LASTING_NANOS = 100_000;

  /// How many have to be in the deque at each look, the one that runs next among them.
  private static final int LASTING_TASKS = 2;

  /// Where turns are no longer than this, a single task that waits is as a rule part of a
  /// conversation with the one that runs, and is left there.
  private static final long SHORT_TURN_NANOS_MAX = 1_000;

  /// What is more than this is shared by its weight alone: so many that all talk to each other are
  /// faster on one worker, and nobody knows that they do not.
  private static final int LITTLE_TASKS_MAX = 64;

  /// After so long an expedition has paid.
  private static final long PAID_NANOS = 200_000;

  private static final long PAUSE_MIN_NANOS = 1_000_000;
  private static final long PAUSE_MAX_NANOS = 256_000_000;

  private volatile long notBeforeNanos;
  private long pauseNanos = PAUSE_MIN_NANOS;

  /// @param nowNanos the clock's reading
  Expeditions(long nowNanos) {
    notBeforeNanos = nowNanos;
  }

  /// Whether so many tasks of such length, seen at a look, are what expeditions are for: one of
  /// them runs next, and the others are worth too little for a thief to come without one.
  static boolean isLittle(int tasks, long turnNanos, long worthNanos) {
    return tasks >= LASTING_TASKS
        && tasks <= LITTLE_TASKS_MAX
        && (tasks - 1) * turnNanos < worthNanos;
  }

  /// Whether a thief may take of so many tasks that wait beside the one that runs.
  static boolean isEnough(int tasks, long turnNanos) {
    return tasks >= (turnNanos > SHORT_TURN_NANOS_MAX ? 1 : LASTING_TASKS);
  }

  /// Whether another one may begin.
  boolean isAllowed(long nowNanos) {
    return nowNanos - notBeforeNanos >= 0;
  }

  /// Notes that a worker which took part in one has run out of work.
  void ended(long beganNanos, long nowNanos) {
    if (nowNanos - beganNanos >= PAID_NANOS) {
      pauseNanos = PAUSE_MIN_NANOS;
    } else {
      notBeforeNanos = nowNanos + pauseNanos;
      pauseNanos = Math.min(2 * pauseNanos, PAUSE_MAX_NANOS);
    }
  }
}
