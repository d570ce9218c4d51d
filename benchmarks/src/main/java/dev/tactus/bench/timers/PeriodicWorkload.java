package dev.tactus.bench.timers;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.ProcessCpu;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;

/// Ten thousand timers at a fixed rate of 100 ms, spread evenly over the period: CPU of the process
/// for one run, how many runs came early, how many never came.
///
/// Hypothesis: a run puts the same object into its next slot; a tick runs what is due in one go.
final class PeriodicWorkload<D, H> {
  static final String METRIC = "periodic.cpu";

  private static final int COUNT = 10_000;
  private static final long PERIOD_NANOS = 100_000_000;
  private static final long INITIAL_NANOS = 50_000_000;
  private static final long GRACE_MILLIS = 200;
  private static final long WARM_UP_MILLIS = 500;

  private final TimerContender<D, H> contender;
  private final Beat[] beats = new Beat[COUNT];

  private PeriodicWorkload(TimerContender<D, H> contender) {
    this.contender = contender;
  }

  /// Each sample has a fresh contender, whose timers do not run while others are measured.
  static void run(ContenderKind kind, Mode mode, Baton baton, Results results) throws Exception {
    baton.station(
        TimersSuite.PERIODIC,
        () -> {
          ProcessCpu.warmUp();
          try (TimerContender<?, ?> contender = kind.start(TimersSuite.SHORT_TICK_NANOS)) {
            new PeriodicWorkload<>(contender).warmUp();
          }
          return kind;
        },
        (warm, _) -> {
          try (TimerContender<?, ?> contender = warm.start(TimersSuite.TICK_NANOS)) {
            new PeriodicWorkload<>(contender).measure(mode, results);
          }
        });
  }

  /// The same ten times as fast, so that the JVM has compiled it before anything is measured.
  private void warmUp() {
    schedule(PERIOD_NANOS / 10);
    HostTime.sleepMillis(WARM_UP_MILLIS);
  }

  private void schedule(long periodNanos) {
    D period = contender.delay(periodNanos);
    for (int i = 0; i < COUNT; i++) {
      long initial = INITIAL_NANOS + periodNanos / COUNT * i;
      D initialDelay = contender.delay(initial);
      Beat beat = new Beat(HostTime.nanos() + initial, periodNanos);
      beats[i] = beat;
      contender.scheduleAtFixedRate(initialDelay, period, beat);
    }
  }

  private void measure(Mode mode, Results results) {
    schedule(PERIOD_NANOS);
    HostTime.sleepMillis(mode.pick(600, 2_000));

    long runsBefore = runs();
    long cpuBefore = ProcessCpu.nanosWithoutCompiler();
    HostTime.sleepMillis(mode.pick(1_200, 4_000));
    long cpuNanos = ProcessCpu.nanosWithoutCompiler() - cpuBefore;
    long runs = runs() - runsBefore;
    if (runs == 0) {
      throw new IllegalStateException("none of " + COUNT + " periodic timers ran");
    }
    results.sample(METRIC, cpuNanos / 1e3 / runs);
    results.mark(METRIC, Mark.Kind.LOST, (double) lostBy(HostTime.nanos()));
    results.mark(METRIC, Mark.Kind.EARLY, 100.0 * early() / runs());
  }

  /// Runs that were due by then and have not come a while later.
  private long lostBy(long nanos) {
    HostTime.sleepMillis(GRACE_MILLIS);
    long lost = 0;
    for (Beat beat : beats) {
      long due = (nanos - beat.firstNanos) / PERIOD_NANOS + 1;
      lost += Math.max(0, due - beat.runs);
    }
    return lost;
  }

  private long runs() {
    long sum = 0;
    for (Beat beat : beats) {
      sum += beat.runs;
    }
    return sum;
  }

  private long early() {
    long sum = 0;
    for (Beat beat : beats) {
      sum += beat.early;
    }
    return sum;
  }

  /// A periodic timer's task. Written by the timer thread alone, read by the main thread at any
  /// time.
  private static final class Beat extends FiringTask {
    private final long firstNanos;
    private final long periodNanos;
    private volatile int runs;
    private volatile int early;

    Beat(long firstNanos, long periodNanos) {
      this.firstNanos = firstNanos;
      this.periodNanos = periodNanos;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public void run() {
      if (HostTime.nanos() < firstNanos + runs * periodNanos) {
        early++;
      }
      runs++;
    }
  }
}
