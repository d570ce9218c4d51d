package dev.tactus.testkit;

import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionMode;
import org.jspecify.annotations.Nullable;

/// A timer that the harness registered, and what it was asked for.
///
/// Threads: the one of the harness.
public final class HarnessTimer {
  private final SchedulerHarness harness;
  private final ExecutionMode mode;
  private final long registeredAtNanos;
  private final long delayNanos;
  private final long periodNanos;
  private @Nullable Cancellable handle;

  HarnessTimer(
      SchedulerHarness harness,
      ExecutionMode mode,
      long registeredAtNanos,
      long delayNanos,
      long periodNanos) {
    this.harness = harness;
    this.mode = mode;
    this.registeredAtNanos = registeredAtNanos;
    this.delayNanos = delayNanos;
    this.periodNanos = periodNanos;
  }

  void registered(Cancellable as) {
    handle = as;
  }

  /// The scheduler's handle.
  public Cancellable handle() {
    Cancellable known = handle;
    if (known == null) {
      throw new IllegalStateException("This timer has not been registered yet.");
    }
    return known;
  }

  /// The scheduler's number of the timer.
  public long id() {
    return handle().id();
  }

  /// How it repeats.
  public ExecutionMode mode() {
    return mode;
  }

  /// When it was registered, in nanoseconds since the harness was started.
  public long registeredAtNanos() {
    return registeredAtNanos;
  }

  /// The time at which its n-th run is due, from 0; exact for one-shots and fixed rate.
  public long dueNanos(long n) {
    return registeredAtNanos + delayNanos + n * periodNanos;
  }

  /// The interval or delay between runs; 0 for a one-shot.
  public long periodNanos() {
    return periodNanos;
  }

  /// Cancels the timer, and writes down what came of it.
  public boolean cancel() {
    return harness.cancel(this);
  }

  @Override
  public String toString() {
    return "timer " + (handle == null ? "?" : String.valueOf(id())) + " (" + mode + ")";
  }
}
