package dev.tactus.scheduler;

import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A clock that moves on with each reading, so that readings tell in which order they were made.
///
/// Threads: any.
final class StrictClock implements Clock {
  private final AtomicLong nanos = new AtomicLong();

  /// What a reading throws; null while it does not.
  volatile @Nullable Error failure;

  @Override
  public long nanos() {
    Error error = failure;
    if (error != null) {
      throw error;
    }
    return nanos.incrementAndGet();
  }

  void advanceNanos(long more) {
    nanos.addAndGet(more);
  }

  @Override
  public boolean tellsOrder() {
    return true;
  }

  @Override
  public ClockKind kind() {
    return ClockKind.DETERMINISTIC;
  }
}
