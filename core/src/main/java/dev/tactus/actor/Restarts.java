package dev.tactus.actor;

import java.time.Duration;
import java.util.SplittableRandom;

/// How often an actor was restarted lately, and how long it has to wait before the next time.
///
/// Threads: the turns of its parent.
final class Restarts {
  private int inWindow;
  private int inRow;
  private long windowNanos;

  /// When it was to go on after the latest failure: it cannot fail while it waits for that.
  private long latestNanos;

  /// Counts one more.
  ///
  /// @return whether the limit allows it
  boolean count(Supervision supervision, long nowNanos) {
    long window = nanos(supervision.window());
    if (inWindow == 0 || nowNanos - windowNanos >= window) {
      windowNanos = nowNanos;
      inWindow = 0;
    }
    if (inRow > 0 && nowNanos - latestNanos >= window) {
      inRow = 0;
    }
    latestNanos = nowNanos;
    inWindow++;
    inRow++;
    return inWindow <= supervision.restartsMax();
  }

  /// The pause before the restart that was counted last; zero for none.
  Duration pause(Supervision.Backoff backoff, SplittableRandom random) {
    if (backoff.max().isZero()) {
      return Duration.ZERO;
    }
    long min = nanos(backoff.min());
    long max = nanos(backoff.max());
    int doublings = Math.min(inRow - 1, Long.SIZE - 2);
    long pause = min > (max >> doublings) ? max : min << doublings;
    long jitter = (long) (pause * backoff.jitter() * random.nextDouble());
    long withJitter = pause + Math.min(jitter, Long.MAX_VALUE - pause);
    latestNanos += withJitter;
    return Duration.ofNanos(withJitter);
  }

  /// As nanoseconds, or as many as there are.
  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }
}
