package dev.tactus.workers;

/// How a worker that has nothing else to do waits for more of the task that it runs, before that
/// task goes idle.
///
/// A consumer that is faster than its producer meets it at every message. To go idle, to be made
/// ready again and to be found costs both of them about ten cache lines that travel between their
/// cores. What helps depends on what comes:
///
/// - **One at a time**: it looks again and again. Who asks and waits for each answer is back at
///   once.
/// - **A stream**: it looks away for a while, then looks once. As long as both are at the same
///   message they take each other's cache lines; what gathers meanwhile is taken in one go.
///
/// Which of the two it is shows only when it was tried, so one in [#TRIAL] waits looks away. The
/// time for that doubles as long as there is a message for every few looks that were left out, and
/// halves where there is not, as with several that wait for their answers. It ends at [#AWAY_MAX].
///
/// What is counted are looks, and a look is as long as the processor's hint for a loop that waits
/// ([Thread#onSpinWait]): about 20 ns on the machine measured. There the longest wait takes some
/// ten microseconds, which is what it would take to wake the worker up, had it gone to sleep, and
/// to get to it takes a stream of a message every 160 ns or faster. Other processors take another
/// time for the hint, or none, and wait that much longer or shorter: nobody looks at the clock.
///
/// It waits only while the worker is alone: nothing is at its own place or in the global queue, so
/// it would have to search and spin anyway. Something in the global queue ends the wait.
///
/// Threads: the worker's own.
final class AdaptiveLinger implements Linger {
  /// So many looks when messages come one at a time.
  static final int LOOKS = 16;

  /// The shortest and the longest time to look away, in looks that are left out.
  static final int AWAY_MIN = 16;

  static final int AWAY_MAX = 512;

  /// One in so many waits for what comes one at a time looks away, to find out about it.
  static final int TRIAL = 32;

  /// So many messages in a row are a stream, if they are also one for so many looks.
  static final int STREAM = 4;

  private static final int LOOKS_PER_MESSAGE = 8;

  /// Looks left out between two looks at the global queue.
  private static final int GLOBAL_INTERVAL = 4;

  private final Worker worker;
  private final GlobalQueue global;

  /// How long it looks away; 0 when it does not.
  private int away;

  private int untilTrial = TRIAL;

  AdaptiveLinger(Worker worker, GlobalQueue global) {
    this.worker = worker;
    this.global = global;
  }

  @Override
  public boolean awaitMore(Task task, int taken) {
    if (!worker.isAlone()) {
      return false;
    }
    adapt(taken);
    return away == 0 ? look(task) : lookAway(task);
  }

  private void adapt(int taken) {
    if (away == 0) {
      untilTrial--;
      if (untilTrial == 0 || taken >= STREAM) {
        untilTrial = TRIAL;
        away = AWAY_MIN;
      }
    } else if (taken >= Math.max(STREAM, away / LOOKS_PER_MESSAGE)) {
      away = Math.min(AWAY_MAX, 2 * away);
    } else {
      away = away == AWAY_MIN ? 0 : away / 2;
    }
  }

  private boolean look(Task task) {
    for (int i = 0; i < LOOKS && global.isEmpty(); i++) {
      if (task.hasMore()) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  private boolean lookAway(Task task) {
    for (int i = 0; i < away; i++) {
      if (i % GLOBAL_INTERVAL == 0 && !global.isEmpty()) {
        break;
      }
      Thread.onSpinWait();
    }
    return task.hasMore();
  }

  /// How long it looks away at the moment, in looks that are left out; 0 when it does not.
  int away() {
    return away;
  }
}
