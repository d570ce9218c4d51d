package dev.tactus.bench.actors;

import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import java.util.function.LongSupplier;

/// Times a workload: runs it again and again, first unmeasured and in growing amounts until one run
/// is long enough to be timed, then in one measured stretch, collections included.
///
/// @param warmUpMillis unmeasured, at least
/// @param measureMillis measured, at least
/// @param nanoClock the clock to time by
record Stretch(int warmUpMillis, int measureMillis, LongSupplier nanoClock) {
  private static final long MILLISECOND = 1_000_000;

  /// A run shorter than this is mostly the start and the end of it.
  private static final long RUN_NANOS_MIN = 40 * MILLISECOND;

  /// The stretch of a mode. The first workload of a JVM needs a longer warm-up than those that find
  /// a contender already compiled.
  static Stretch of(Mode mode, boolean firstOfJvm) {
    return new Stretch(
        mode.pick(400, 2_000) + (firstOfJvm ? mode.pick(500, 1_500) : 0),
        mode.pick(350, 1_500),
        HostTime::nanos);
  }

  /// Operations a second.
  double perSecond(Workload workload, Size size) throws Exception {
    int current = size.first();
    long warmUpEnd = now() + warmUpMillis * MILLISECOND;
    boolean growing;
    do {
      long start = now();
      workload.run(current);
      growing = now() - start < RUN_NANOS_MIN && current < size.max();
      current = growing ? size.next(current) : current;
    } while (growing || now() < warmUpEnd);

    long operations = 0;
    long elapsed = 0;
    while (elapsed < measureMillis * MILLISECOND) {
      long start = now();
      operations += workload.run(current);
      elapsed += now() - start;
    }
    return operations * 1e9 / elapsed;
  }

  private long now() {
    return nanoClock.getAsLong();
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
