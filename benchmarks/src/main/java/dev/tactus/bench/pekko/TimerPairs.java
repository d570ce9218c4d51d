package dev.tactus.bench.pekko;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import scala.concurrent.duration.FiniteDuration;

/// A timeout that is set and taken back, as an ask does: schedule far ahead, cancel at once.
///
/// Hypothesis: Pekko's contract costs one more object and one more compare-and-set than our own
/// API, and leaves most of its lead.
final class TimerPairs {
  private static final FiniteDuration FAR = FiniteDuration.apply(60, TimeUnit.SECONDS);
  private static final int BATCH = 256;
  private static final int LEAD_IN_MILLIS = 50;

  private final ActorSystem system;
  private final Runnable task = () -> {};

  private TimerPairs(ActorSystem system) {
    this.system = system;
  }

  static String metric(int threads) {
    return "pairs." + threads + "t";
  }

  static void run(ActorSystem system, Mode mode, Baton baton, Results results) throws Exception {
    baton.station(
        PekkoSuite.PAIRS,
        () -> {
          TimerPairs workload = new TimerPairs(system);
          for (int threads = 1; threads <= 2; threads++) {
            workload.pairsPerSecond(threads, mode.pick(700, 1_500));
          }
          return workload;
        },
        (workload, _) -> {
          for (int threads = 1; threads <= 2; threads++) {
            workload.pairsPerSecond(threads, LEAD_IN_MILLIS);
            double perSecond = workload.pairsPerSecond(threads, mode.pick(400, 900));
            results.sample(metric(threads), perSecond / 1e6);
          }
        });
  }

  private double pairsPerSecond(int threads, long millis) throws Exception {
    long nanos = millis * 1_000_000;
    CyclicBarrier start = new CyclicBarrier(threads);
    List<FutureTask<Double>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      FutureTask<Double> one = new FutureTask<>(() -> pairsPerSecond(start, nanos));
      all.add(one);
      Thread.ofPlatform().name("pairs-" + i).start(one);
    }
    double sum = 0;
    for (FutureTask<Double> one : all) {
      sum += one.get();
    }
    return sum;
  }

  private double pairsPerSecond(CyclicBarrier start, long nanos) throws Exception {
    start.await();
    long begin = HostTime.nanos();
    long pairs = 0;
    long now;
    do {
      for (int i = 0; i < BATCH; i++) {
        if (!system.scheduler().scheduleOnce(FAR, task, system.dispatcher()).cancel()) {
          throw new IllegalStateException("the cancel of a timer 60 s ahead did not succeed");
        }
      }
      pairs += BATCH;
      now = HostTime.nanos();
    } while (now - begin < nanos);
    return pairs * 1e9 / (now - begin);
  }
}
