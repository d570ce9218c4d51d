package dev.tactus.bench.pekko;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Summary;
import dev.tactus.bench.harness.Turn;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.pekko.actor.ActorSystem;
import scala.concurrent.duration.FiniteDuration;

/// How long after its deadline a task runs on the default dispatcher.
///
/// Hypothesis: ours rounds up to the next tick, Pekko's to the next but one and more.
final class TimerLateness {
  static final String P50 = "lateness.p50";
  static final String P99 = "lateness.p99";

  private static final int COUNT = 3_000;
  private static final long SHORTEST_NANOS = 20_000_000;
  private static final long TIMEOUT_SECONDS = 10;

  private TimerLateness() {}

  static void run(ActorSystem system, Turn turn, Baton baton, Results results) throws Exception {
    long longest = turn.mode().pick(600, 1_500) * 1_000_000L;
    baton.station(
        PekkoSuite.LATENESS,
        () -> fire(system, COUNT / 3, 200_000_000, 0),
        (_, number) -> report(fire(system, COUNT, longest, turn.seed(number)), results));
  }

  private static void report(long[] late, Results results) {
    results.sample(P50, Summary.percentile(late, 0.5) / 1e6);
    results.sample(P99, Summary.percentile(late, 0.99) / 1e6);
    long early = Arrays.stream(late).filter(nanos -> nanos < 0).count();
    results.mark(P50, Mark.Kind.EARLY, 100.0 * early / late.length);
    results.mark(P99, Mark.Kind.EARLY, 100.0 * early / late.length);
  }

  /// Fires timers at random times.
  ///
  /// @return how late each was, sorted
  private static long[] fire(ActorSystem system, int count, long longestNanos, int seed)
      throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    CountDownLatch left = new CountDownLatch(count);
    AtomicLongArray late = new AtomicLongArray(count);
    for (int i = 0; i < count; i++) {
      int number = i;
      long nanos = random.nextLong(SHORTEST_NANOS, longestNanos);
      FiniteDuration delay = FiniteDuration.apply(nanos, TimeUnit.NANOSECONDS);
      long due = HostTime.nanos() + nanos;
      Runnable task =
          () -> {
            late.set(number, HostTime.nanos() - due);
            left.countDown();
          };
      system.scheduler().scheduleOnce(delay, task, system.dispatcher());
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
    long[] sorted = new long[count];
    Arrays.setAll(sorted, late::get);
    Arrays.sort(sorted);
    return sorted;
  }
}
