package dev.tactus.bench.timers;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.ProcessCpu;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/// What a process costs that only waits: share of a core with timers pending that are not due.
///
/// Hypothesis: the tick thread sleeps until something is due, so that nothing is left but the JVM
/// itself.
final class IdleWorkload<D, H> {
  static final String METRIC_PREFIX = "idle.";
  static final List<Integer> PENDING = List.of(10_000, 1_000_000);

  private static final long WINDOW_NANOS = 1_000_000_000;

  private final TimerContender<D, H> contender;

  private IdleWorkload(TimerContender<D, H> contender) {
    this.contender = contender;
  }

  static void run(ContenderKind kind, Mode mode, Baton baton, Results results) throws Exception {
    ProcessCpu.warmUp();
    for (int pending : PENDING) {
      baton.station(
          METRIC_PREFIX + pending,
          () -> {
            try (TimerContender<?, ?> contender = kind.start(TimersSuite.TICK_NANOS)) {
              new IdleWorkload<>(contender).measure(pending, mode, results);
            }
          });
    }
  }

  private void measure(int pending, Mode mode, Results results) {
    List<H> handles = new ArrayList<>(pending);
    try {
      FarTimers.fill(contender, FiringTask.never(), pending, handles);
      FarTimers.settle(pending);
      System.gc();
      // The compiler threads finish what the filling set off.
      HostTime.sleepMillis(mode.pick(600, 2_000));
      for (int i = 0; i < mode.pick(3, 10); i++) {
        long wall = HostTime.nanos();
        long cpu = ProcessCpu.nanos();
        HostTime.sleepNanos(WINDOW_NANOS);
        double share = (double) (ProcessCpu.nanos() - cpu) / (HostTime.nanos() - wall);
        results.sample(METRIC_PREFIX + pending, share * 100);
      }
    } finally {
      Reference.reachabilityFence(handles);
    }
  }
}
