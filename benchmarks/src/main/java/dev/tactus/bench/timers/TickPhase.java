package dev.tactus.bench.timers;

import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.concurrent.CountDownLatch;

/// Where a contender's ticks lie on the clock.
final class TickPhase {
  private static final int PROBES = 16;
  private static final double FULL_CIRCLE = 2 * Math.PI;

  private TickPhase() {}

  /// Fires probes and returns the mean of their firing times within a tick. Of a contender without
  /// ticks that is any number, which does no harm.
  static <D, H> long find(TimerContender<D, H> contender, long tickNanos)
      throws InterruptedException {
    CountDownLatch left = new CountDownLatch(PROBES);
    long[] fired = new long[PROBES];
    for (int i = 0; i < PROBES; i++) {
      int probe = i;
      long nanos = 2 * tickNanos + i * tickNanos * 3 / 4;
      contender.schedule(
          contender.delay(nanos),
          new FiringTask() {
            @Override
            public void run() {
              fired[probe] = HostTime.nanos();
              left.countDown();
            }
          });
    }
    left.await();
    return mean(fired, tickNanos);
  }

  /// The mean of times on the circle of a tick, from 0 up to `tickNanos`.
  static long mean(long[] times, long tickNanos) {
    double x = 0;
    double y = 0;
    for (long time : times) {
      double angle = FULL_CIRCLE * Math.floorMod(time, tickNanos) / tickNanos;
      x += Math.cos(angle);
      y += Math.sin(angle);
    }
    return Math.floorMod(Math.round(Math.atan2(y, x) / FULL_CIRCLE * tickNanos), tickNanos);
  }

  /// The first moment at or after `earliest` that lies half a tick from the ticks.
  static long midTick(long earliest, long phase, long tickNanos) {
    return earliest + Math.floorMod(phase + tickNanos / 2 - earliest, tickNanos);
  }
}
