package dev.tactus.bench.timers;

import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.List;
import java.util.SplittableRandom;

/// Timers that wait and do not fire while a workload runs.
final class FarTimers {
  private static final long SEED = 42;

  /// Around the 60 s of the pairs, so that a heap does not get its best or its worst case.
  private static final long NEAREST_NANOS = 40_000_000_000L;

  private static final long FARTHEST_NANOS = 80_000_000_000L;
  private static final int SETTLE_MILLIS = 20;

  /// Netty, the slowest to take in what was scheduled, takes 100,000 a tick.
  private static final int SETTLED_PER_MILLISECOND = 5_000;

  private FarTimers() {}

  /// Schedules that many and keeps their handles.
  static <D, H> void fill(
      TimerContender<D, H> contender, FiringTask task, int count, List<H> handles) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < count; i++) {
      long nanos = random.nextLong(NEAREST_NANOS, FARTHEST_NANOS);
      handles.add(contender.schedule(contender.delay(nanos), task));
    }
  }

  /// Gives a contender time to take in that many scheduled timers.
  static void settle(int count) {
    HostTime.sleepMillis(SETTLE_MILLIS + count / SETTLED_PER_MILLISECOND);
  }
}
