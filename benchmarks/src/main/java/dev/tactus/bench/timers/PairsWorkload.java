package dev.tactus.bench.timers;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HeapUse;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Station;
import dev.tactus.bench.harness.YoungGeneration;
import dev.tactus.bench.timers.contenders.ContenderKind;
import dev.tactus.bench.timers.contenders.FiringTask;
import dev.tactus.bench.timers.contenders.TimerContender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A timeout that is set and taken back: schedule far ahead, cancel at once.
///
/// Hypothesis: one allocation, one add and one push to schedule, and to cancel at once means to
/// take the timer back before the ticking thread has seen it, so that neither a second thread nor a
/// million other timers slow it down, and nothing is left behind. What it costs to cancel timers
/// that wait in the wheel is the matter of [MemoryWorkload].
///
/// With none pending all samples are taken of one contender; with others pending each has a fresh
/// one, since those would be due before all contenders have taken theirs. First one thread, then
/// two. A sample is timed in one go after a short warm-up, collections included: short slices and
/// their median would hide the pauses of a contender that keeps what was cancelled. So would a
/// stretch that ends before the first collection, and one that begins just before it would make too
/// much of them: it begins with an empty young generation and goes on until that has been full, but
/// not for ever, since a contender may allocate nothing. Every cancel must succeed.
final class PairsWorkload<D, H> {
  static final String METRIC_PREFIX = "pairs.";
  static final String HEAP_METRIC = "pairs.heap";
  static final String ODD_METRIC = "pairs.1t.odd";
  static final List<Integer> PENDING = List.of(0, 10_000, 1_000_000);
  static final List<Integer> THREADS = List.of(1, 2);

  private static final long FAR_NANOS = 60_000_000_000L;

  /// No whole number of ticks, as what is left until some moment seldom is.
  private static final long ODD_NANOS = 60_003_141_593L;

  /// Less than a millisecond of pairs, for whoever.
  private static final int SLICE = 4_096;

  /// A stretch without a collection takes so many times as long at most.
  private static final int LONGEST = 3;

  /// How often a stretch looks whether there was a collection.
  private static final long LOOK_NANOS = 1_000_000;

  private static final double HOLDS_MENTIONED_MEGABYTES = 50;

  private final ContenderKind kind;
  private final TimerContender<D, H> contender;
  private final int pending;
  private final Mode mode;
  private final Results results;
  private final FiringTask task = FiringTask.never();
  private final D delay;
  private final D oddDelay;
  private long heapBefore;

  private PairsWorkload(
      ContenderKind kind, TimerContender<D, H> contender, int pending, Mode mode, Results results) {
    this.kind = kind;
    this.contender = contender;
    this.pending = pending;
    this.mode = mode;
    this.results = results;
    this.delay = contender.delay(FAR_NANOS);
    this.oddDelay = contender.delay(ODD_NANOS);
  }

  /// The metric of a combination.
  static String metric(int threads, int pending) {
    return METRIC_PREFIX + threads + "t." + pending;
  }

  /// What all contenders go through.
  static List<Station> stations() {
    List<Station> stations = new ArrayList<>();
    stations.add(Station.of(TimersSuite.PAIRS, metric(1, 0), 1_450, 750));
    stations.add(Station.of(TimersSuite.PAIRS, ODD_METRIC, 0, 100)); // of one contender only
    stations.add(Station.of(TimersSuite.PAIRS, metric(2, 0), 0, 800));
    stations.add(Station.of(TimersSuite.PAIRS, METRIC_PREFIX + PENDING.get(1), 0, 1_400));
    stations.add(Station.of(TimersSuite.PAIRS, METRIC_PREFIX + PENDING.get(2), 0, 2_200));
    return stations;
  }

  static void run(ContenderKind kind, Mode mode, Baton baton, Results results) throws Exception {
    TimerContender<?, ?> free = kind.start(TimersSuite.TICK_NANOS);
    new PairsWorkload<>(kind, free, 0, mode, results).measureFree(baton);
    for (int pending : PENDING) {
      if (pending > 0) {
        baton.station(
            METRIC_PREFIX + pending,
            () -> {
              TimerContender<?, ?> contender = kind.start(TimersSuite.TICK_NANOS);
              new PairsWorkload<>(kind, contender, pending, mode, results).measureAmongOthers();
            });
      }
    }
  }

  /// With none pending.
  private void measureFree(Baton baton) throws Exception {
    baton.station(
        metric(1, 0),
        () -> {
          heapBefore = HeapUse.bytesAfterCollection();
          return pairsPerSecond(delay, 1, mode.pick(1_300, 2_000), 1);
        },
        (_, _) -> measureOneThread());
    if (kind == ContenderKind.TACTUS) {
      baton.station(ODD_METRIC, () -> results.sample(ODD_METRIC, pairs(oddDelay, 1)));
    }
    if (kind.threadSafe()) {
      baton.station(
          metric(2, 0),
          () -> {
            results.sample(metric(2, 0), pairs(delay, 2));
            reportHeapGrowth();
          });
    }
    contender.letGo(List.of());
  }

  /// To the others it makes no difference that a delay is no whole number of ticks: they read the
  /// clock each time, so theirs is the figure that they have already.
  private void measureOneThread() throws InterruptedException, ExecutionException {
    double each = pairs(delay, 1);
    results.sample(metric(1, 0), each);
    if (kind != ContenderKind.TACTUS) {
      results.sample(ODD_METRIC, each);
    }
    if (!kind.threadSafe()) {
      reportHeapGrowth();
    }
  }

  private void measureAmongOthers() throws InterruptedException, ExecutionException {
    List<H> handles = new ArrayList<>(pending);
    FarTimers.fill(contender, task, pending, handles);
    FarTimers.settle(pending);
    for (int threads : THREADS) {
      if (threads == 1 || kind.threadSafe()) {
        results.sample(metric(threads, pending), pairs(delay, threads));
      }
    }
    contender.letGo(handles);
  }

  private void reportHeapGrowth() {
    HostTime.sleepNanos(2 * TimersSuite.TICK_NANOS);
    double growth = HeapUse.megabytes(HeapUse.bytesAfterCollection() - heapBefore);
    results.sample(HEAP_METRIC, growth);
    if (growth >= HOLDS_MENTIONED_MEGABYTES) {
      for (int threads : THREADS) {
        results.mark(metric(threads, pending), Mark.Kind.HOLDS, growth);
      }
    }
  }

  /// Warms up and measures, in millions a second.
  private double pairs(D ahead, int threads) throws InterruptedException, ExecutionException {
    pairsPerSecond(ahead, threads, mode.pick(60, 200), 1);
    System.gc(); // also makes pending timers old, as those are that have waited for long
    return pairsPerSecond(ahead, threads, mode.pick(250, 700), LONGEST) / 1e6;
  }

  /// Pairs a second over all threads, which start together.
  ///
  /// @param longest how many times as long it goes on to see a collection
  private double pairsPerSecond(D ahead, int threads, long millis, int longest)
      throws InterruptedException, ExecutionException {
    long nanos = millis * 1_000_000;
    CyclicBarrier start = new CyclicBarrier(threads);
    List<FutureTask<Double>> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      FutureTask<Double> other =
          new FutureTask<>(() -> pairsPerSecond(ahead, start, nanos, longest));
      others.add(other);
      Thread.ofPlatform().name("pairs-" + i).start(other);
    }
    double sum;
    try {
      sum = pairsPerSecond(ahead, start, nanos, longest);
    } catch (Exception e) {
      throw new ExecutionException(e);
    }
    for (FutureTask<Double> other : others) {
      sum += other.get();
    }
    return sum;
  }

  private double pairsPerSecond(D ahead, CyclicBarrier start, long nanos, int longest)
      throws Exception {
    long collections = YoungGeneration.collections();
    start.await();
    long begin = HostTime.nanos();
    long end = begin + nanos;
    long last = begin + longest * nanos;
    long pairs = 0;
    long cancelled = 0;
    long now;
    do {
      cancelled += slice(ahead);
      pairs += SLICE;
      now = HostTime.nanos();
      if (now - end >= 0 && now - last < 0 && YoungGeneration.collections() == collections) {
        end = now + LOOK_NANOS;
      }
    } while (now - end < 0);
    if (cancelled != pairs) {
      throw new IllegalStateException(
          (pairs - cancelled) + " of " + pairs + " cancels of far timers did not succeed");
    }
    return pairs * 1e9 / (now - begin);
  }

  /// Returns now and then, so that the next one is run in the newest code: a thread stays in code
  /// that the virtual machine has given up as long as it does not return from it, and what it calls
  /// from there may be interpreted all the time.
  private int slice(D ahead) {
    int cancelled = 0;
    for (int i = 0; i < SLICE; i++) {
      if (contender.scheduleAndCancel(ahead, task)) {
        cancelled++;
      }
    }
    return cancelled;
  }
}
