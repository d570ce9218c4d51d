package dev.tactus.bench.timers;

import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.ProcessCpu;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.SplittableRandom;

/// Timers at random moments, 20,000 a second: CPU seconds of the process, without its compiler, to
/// schedule and fire them all.
///
/// Hypothesis: a tick takes a whole slot in one go, so that the cost is that of the timers and not
/// of the wake-ups.
final class OneShotsWorkload<D, H> {
  static final String METRIC = "one-shots.cpu";
  static final int PER_SECOND = 20_000;

  private static final int WARM_UP_COUNT = 100_000;
  private static final long WARM_UP_NANOS = 1_000_000_000;
  private static final int SECOND_WARM_UP_COUNT = 50_000;
  private static final long SECOND_WARM_UP_NANOS = 500_000_000;
  private static final long SHORTEST_NANOS = 20_000_000;
  private static final long GRACE_NANOS = 3_000_000_000L;
  private static final long POLL_MILLIS = 5;

  private final TimerContender<D, H> contender;

  private OneShotsWorkload(TimerContender<D, H> contender) {
    this.contender = contender;
  }

  static int seconds(Mode mode) {
    return mode.pick(8, 50);
  }

  static void run(ContenderKind kind, int round, Mode mode, Results results) {
    ProcessCpu.warmUp();
    // Short ticks make a short wheel: the warm-up also goes where timers beyond the wheel go.
    try (TimerContender<?, ?> contender = kind.start(TimersSuite.SHORT_TICK_NANOS)) {
      new OneShotsWorkload<>(contender).fire(WARM_UP_COUNT, WARM_UP_NANOS, 0);
    }
    try (TimerContender<?, ?> contender = kind.start(TimersSuite.TICK_NANOS)) {
      OneShotsWorkload<?, ?> workload = new OneShotsWorkload<>(contender);
      // And once with what is measured: what was compiled for the first is compiled anew for it.
      workload.fire(SECOND_WARM_UP_COUNT, SECOND_WARM_UP_NANOS, 0);
      System.gc();
      HostTime.sleepMillis(300);
      int count = PER_SECOND * seconds(mode);
      long cpuBefore = ProcessCpu.nanosWithoutCompiler();
      int fired = workload.fire(count, seconds(mode) * 1_000_000_000L, round);
      long cpuNanos = ProcessCpu.nanosWithoutCompiler() - cpuBefore;
      results.sample(METRIC, cpuNanos / 1e9);
      results.mark(METRIC, Mark.Kind.LOST, count - fired);
    }
  }

  /// Schedules and waits until all have fired, or well after the last is due.
  private int fire(int count, long spreadNanos, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Counter counter = new Counter();
    long end = HostTime.nanos() + spreadNanos;
    for (int i = 0; i < count; i++) {
      contender.schedule(contender.delay(random.nextLong(SHORTEST_NANOS, spreadNanos)), counter);
    }
    HostTime.sleepNanos(end - HostTime.nanos());
    while (counter.fired < count && HostTime.nanos() < end + GRACE_NANOS) {
      HostTime.sleepMillis(POLL_MILLIS);
    }
    return counter.fired;
  }

  /// Written by the timer thread alone.
  private static final class Counter extends FiringTask {
    private volatile int fired;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public void run() {
      fired++;
    }
  }
}
