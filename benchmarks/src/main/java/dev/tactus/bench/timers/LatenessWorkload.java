package dev.tactus.bench.timers;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Summary;
import dev.tactus.bench.harness.Turn;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// How long after its deadline a timer fires on an idle machine, and whether ever before.
///
/// Hypothesis: a deadline is rounded up to the next tick and never a tick further, so that lateness
/// lies within one tick; with ticks of 0.1 ms it is that of a heap that wakes for every timer.
///
/// The deadline is the clock just before the call plus the delay, whatever the contender does
/// afterwards; all timers are scheduled before the first is due, so a late one delays no other.
final class LatenessWorkload<D, H> {
  static final String P50 = ".p50";
  static final String P99 = ".p99";
  static final String MAX = ".max";

  private static final int COUNT = 5_000;
  private static final int WARM_UP_COUNT = 2_000;
  private static final long SHORTEST_NANOS = 20_000_000;
  private static final long WARM_UP_LONGEST_NANOS = 120_000_000;

  /// Others had the machine meanwhile: so many come before those that count.
  private static final int LEAD_IN_COUNT = 500;

  private static final long LEAD_IN_LONGEST_NANOS = 60_000_000;
  private static final long TIMEOUT_SECONDS = 5;

  private final TimerContender<D, H> contender;

  private LatenessWorkload(TimerContender<D, H> contender) {
    this.contender = contender;
  }

  /// Measures with ticks of that length. Each sample has a fresh contender, which does not tick
  /// while others are measured.
  ///
  /// @param metric what the names of the metrics begin with
  static void run(
      ContenderKind kind, long tickNanos, String metric, Turn turn, Baton baton, Results results)
      throws Exception {
    long longestNanos = turn.mode().pick(350, 1_500) * 1_000_000L;
    baton.station(
        metric,
        () -> {
          try (TimerContender<?, ?> contender = kind.start(tickNanos)) {
            new LatenessWorkload<>(contender).fire(WARM_UP_COUNT, WARM_UP_LONGEST_NANOS, 0);
          }
          return turn;
        },
        (_, number) -> {
          try (TimerContender<?, ?> contender = kind.start(tickNanos)) {
            LatenessWorkload<?, ?> workload = new LatenessWorkload<>(contender);
            workload.fire(LEAD_IN_COUNT, LEAD_IN_LONGEST_NANOS, 0);
            report(metric, workload.fire(COUNT, longestNanos, turn.seed(number)), results);
          }
        });
  }

  private static void report(String metric, Shot[] shots, Results results) {
    long[] late = Arrays.stream(shots).mapToLong(Shot::latenessNanos).sorted().toArray();
    results.sample(metric + P50, Summary.percentile(late, 0.5) / 1e6);
    results.sample(metric + P99, Summary.percentile(late, 0.99) / 1e6);
    results.sample(metric + MAX, late[late.length - 1] / 1e6);
    long early = Arrays.stream(late).filter(nanos -> nanos < 0).count();
    for (String figure : List.of(P50, P99, MAX)) {
      results.mark(metric + figure, Mark.Kind.EARLY, 100.0 * early / late.length);
    }
  }

  private Shot[] fire(int count, long longestNanos, int seed) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    CountDownLatch left = new CountDownLatch(count);
    Shot[] shots = new Shot[count];
    for (int i = 0; i < count; i++) {
      long nanos = random.nextLong(SHORTEST_NANOS, longestNanos);
      D delay = contender.delay(nanos);
      Shot shot = new Shot(left);
      shots[i] = shot;
      shot.dueNanos = HostTime.nanos() + nanos;
      contender.schedule(delay, shot);
    }
    if (!left.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          left.getCount()
              + " of "
              + count
              + " timers never fired within "
              + TIMEOUT_SECONDS
              + " s");
    }
    return shots;
  }

  /// A timer that notes when it fired. The latch publishes what it noted.
  private static final class Shot extends FiringTask {
    private final CountDownLatch left;
    private long dueNanos;
    private long firedNanos;

    Shot(CountDownLatch left) {
      this.left = left;
    }

    @Override
    public void run() {
      firedNanos = HostTime.nanos();
      left.countDown();
    }

    long latenessNanos() {
      return firedNanos - dueNanos;
    }
  }
}
