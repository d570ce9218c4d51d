package dev.tactus.bench.actors;

import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import java.util.function.LongSupplier;

/// Times a workload: runs it again and again, first unmeasured, then in measured stretches,
/// collections included. Before each there is a short time that does not count: others had the
/// machine meanwhile, so that caches and workers have gone cold.
///
/// Contenders differ much in how long the JVM takes to compile them, so the warm-up has no fixed
/// length: it goes on in windows until a few in a row were no faster than the fastest one before.
/// Meanwhile the amount of a run doubles until one run is long enough to be timed.
///
/// @param windowMillis what the warm-up is divided into
/// @param patience that many windows without progress end the warm-up
/// @param warmUpMinMillis but not before this
/// @param warmUpMaxMillis and then at the latest
/// @param leadInMillis not measured, at the beginning of each stretch
/// @param measureMillis measured, at least
/// @param nanoClock the clock to time by
public record Stretch(
    int windowMillis,
    int patience,
    int warmUpMinMillis,
    int warmUpMaxMillis,
    int leadInMillis,
    int measureMillis,
    LongSupplier nanoClock) {
  private static final long MILLISECOND = 1_000_000;

  /// A run shorter than this is mostly the start and the end of it.
  private static final long RUN_NANOS_MIN = 40 * MILLISECOND;

  private static final int SLOW_START_FACTOR = 3;

  /// Less than this is noise and no progress.
  private static final double PROGRESS = 1.05;

  /// The stretch of a mode.
  public static Stretch of(Mode mode) {
    return new Stretch(
        mode.pick(100, 300),
        mode.pick(3, 5),
        mode.pick(800, 2_000),
        mode.pick(3_000, 8_000),
        mode.pick(40, 100),
        mode.pick(150, 500),
        HostTime::nanos);
  }

  /// The same with another measured time.
  public Stretch withMeasureMillis(int millis) {
    return new Stretch(
        windowMillis, patience, warmUpMinMillis, warmUpMaxMillis, leadInMillis, millis, nanoClock);
  }

  /// The same for what takes long to be compiled.
  Stretch withSlowStart() {
    return new Stretch(
        windowMillis,
        patience,
        SLOW_START_FACTOR * warmUpMinMillis,
        warmUpMaxMillis,
        leadInMillis,
        measureMillis,
        nanoClock);
  }

  /// Operations a second of one stretch.
  ///
  /// @param amount what a run has, as [#warmUp] found it
  double perSecond(Workload workload, int amount) throws Exception {
    if (leadInMillis > 0) {
      Window _ = window(workload, amount, leadInMillis);
    }
    return window(workload, amount, measureMillis).perSecond();
  }

  /// Warms up; the amount that a run has at the end.
  int warmUp(Workload workload, Size size) throws Exception {
    long start = nanoClock.getAsLong();
    int amount = size.first();
    while (amount < size.max() && window(workload, amount, 0).runNanos < RUN_NANOS_MIN) {
      amount = size.next(amount);
    }
    double best = 0;
    for (int idle = 0; !isWarm(idle, elapsed(start)); ) {
      Window window = window(workload, amount, windowMillis);
      idle = window.perSecond() > best * PROGRESS ? 0 : idle + 1;
      best = Math.max(best, window.perSecond());
      amount = window.runNanos < RUN_NANOS_MIN ? size.next(amount) : amount;
    }
    return amount;
  }

  private boolean isWarm(int windowsWithoutProgress, long elapsedNanos) {
    return elapsedNanos >= warmUpMaxMillis * MILLISECOND
        || (elapsedNanos >= warmUpMinMillis * MILLISECOND && windowsWithoutProgress >= patience);
  }

  /// Runs once, and again until the time is over.
  private Window window(Workload workload, int amount, int millis) throws Exception {
    long start = nanoClock.getAsLong();
    long operations = 0;
    int runs = 0;
    long elapsed;
    do {
      operations += workload.run(amount);
      runs++;
      elapsed = elapsed(start);
    } while (elapsed < millis * MILLISECOND);
    return new Window(operations, (double) elapsed / runs, elapsed);
  }

  /// @param runNanos what one run took
  private record Window(long operations, double runNanos, long nanos) {
    double perSecond() {
      return operations * 1e9 / nanos;
    }
  }

  private long elapsed(long start) {
    return nanoClock.getAsLong() - start;
  }

  /// How large one run is.
  ///
  /// @param first where it begins
  /// @param max where it stops growing
  record Size(int first, int max) {
    /// A size that does not grow.
    static Size fixed(int size) {
      return new Size(size, size);
    }

    int next(int current) {
      return (int) Math.min(max, 2L * current);
    }
  }
}
