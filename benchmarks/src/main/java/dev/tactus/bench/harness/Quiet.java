package dev.tactus.bench.harness;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Waits until this process uses hardly any CPU: until its compiler and its collector are done with
/// what a step has left them, so that they do not disturb whoever comes next.
public final class Quiet {
  private static final long WINDOW_NANOS = 20_000_000;
  private static final int WINDOWS_MAX = 25;

  /// A tenth of a core.
  private static final long BUSY_DIVISOR = 10;

  private Quiet() {}

  /// Waits for it, half a second at most.
  public static void await() {
    await(HostTime::nanos, ProcessCpu::nanos, HostTime::sleepNanos);
  }

  static void await(LongSupplier nanoClock, LongSupplier cpuNanos, LongConsumer sleep) {
    for (int i = 0; i < WINDOWS_MAX; i++) {
      long start = nanoClock.getAsLong();
      long cpu = cpuNanos.getAsLong();
      sleep.accept(WINDOW_NANOS);
      long used = cpuNanos.getAsLong() - cpu;
      if (used * BUSY_DIVISOR < nanoClock.getAsLong() - start) {
        return;
      }
    }
  }
}
