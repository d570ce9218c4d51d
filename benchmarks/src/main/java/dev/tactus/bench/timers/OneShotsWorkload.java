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

/// A million timers at random moments: CPU seconds of the process, without its compiler, to
/// schedule and fire them all.
///
/// Hypothesis: a tick takes a whole slot in one go, and fetches its timers from memory together, so
/// that the cost is that of the timers and not of the wake-ups.
///
/// A quick run has as many timers as a full one, in less time. With fewer of them all would fit
/// into the processor's caches, and the wake-ups of the ticking thread would be what is measured.
/// There the contenders go at once, so those that wake up for each timer take no part: they would
/// take all of two cores.
final class OneShotsWorkload<D, H> {
  static final String METRIC = "one-shots.cpu";
  static final int COUNT = 1_000_000;

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

  /// Whether a contender takes part.
  static boolean isFor(ContenderKind kind, Mode mode) {
    return kind.hasTicks() || mode == Mode.FULL;
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
      long cpuBefore = ProcessCpu.nanosWithoutCompiler();
      int fired = workload.fire(COUNT, seconds(mode) * 1_000_000_000L, round);
      long cpuNanos = ProcessCpu.nanosWithoutCompiler() - cpuBefore;
      results.sample(METRIC, cpuNanos / 1e9);
      results.mark(METRIC, Mark.Kind.LOST, COUNT - fired);
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
