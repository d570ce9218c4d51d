package dev.tactus.scheduler;

import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.ManualClock;

/// A clock that a test moves, and in whose reading it can hold up a thread: where code reads the
/// clock between two steps, another thread then comes in between.
final class PausingClock implements Clock {
  private final ManualClock time = ManualClock.atZero();
  private volatile Runnable pause = () -> {};

  @Override
  public long nanos() {
    pause.run();
    return time.nanos();
  }

  @Override
  public ClockKind kind() {
    return time.kind();
  }

  void moveTo(long readingNanos) {
    time.moveTo(readingNanos);
  }

  /// From now on whoever reads the clock does this first.
  void pauseBy(Runnable action) {
    pause = action;
  }
}
