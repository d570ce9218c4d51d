package dev.tactus.bench.harness;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;

/// The one place of the benchmarks that reads the clock and sleeps.
public final class HostTime {
  private HostTime() {}

  /// The monotonic clock that all measurements use.
  public static long nanos() {
    return System.nanoTime();
  }

  /// The wall clock, for the date of a report.
  public static Instant today() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  /// Sleeps at least that long; ends early only when the thread is interrupted.
  public static void sleepNanos(long nanos) {
    long end = nanos() + nanos;
    for (long left = nanos; left > 0 && !Thread.currentThread().isInterrupted(); ) {
      LockSupport.parkNanos(left);
      left = end - nanos();
    }
  }

  /// Sleeps at least that many milliseconds.
  public static void sleepMillis(long millis) {
    sleepNanos(millis * 1_000_000);
  }
}
