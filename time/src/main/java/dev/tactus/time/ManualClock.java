package dev.tactus.time;

import dev.tactus.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A clock that stands still until somebody moves it.
///
/// Threads: any may read; moves from several threads are applied one after another.
public final class ManualClock implements Clock {
  private static final VarHandle NANOS;

  static {
    try {
      NANOS = MethodHandles.lookup().findVarHandle(ManualClock.class, "nanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("FieldMayBeFinal") // written through NANOS
  private volatile long nanos;

  private ManualClock(long startNanos) {
    this.nanos = startNanos;
  }

  /// A clock that reads 0.
  public static ManualClock atZero() {
    return new ManualClock(0);
  }

  /// A clock that starts at a reading of the caller's choice, for example just before a
  /// wrap-around.
  public static ManualClock at(long startNanos) {
    return new ManualClock(startNanos);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public ClockKind kind() {
    return ClockKind.DETERMINISTIC;
  }

  /// Moves the clock forward to this reading; a reading in the past leaves it where it is.
  public void moveTo(long readingNanos) {
    long current = nanos;
    while (readingNanos - current > 0 && !NANOS.compareAndSet(this, current, readingNanos)) {
      current = nanos;
    }
  }

  /// Moves the clock forward.
  ///
  /// @throws IllegalArgumentException for a negative step: a monotonic clock never goes back
  public void advanceNanos(long stepNanos) {
    if (stepNanos < 0) {
      throw new IllegalArgumentException(
          ErrorCode.TIME_BACKWARDS.mark(
              "A step of "
                  + stepNanos
                  + " ns was given; a monotonic clock moves forward only, so it must be 0 or"
                  + " more."));
    }
    NANOS.getAndAdd(this, stepNanos);
  }
}
