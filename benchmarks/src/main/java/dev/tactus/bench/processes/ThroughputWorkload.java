package dev.tactus.bench.processes;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// How much gets done in a second while there is always enough to do.
///
/// Hypothesis: a step is a call of a method and a few atomic operations, and what waits between two
/// steps is a field; a virtual thread copies its stack to the heap and back, and wakes through a
/// future. So everything that waits should be several times as fast, and a start at least as fast.
///
/// A batch is started by the main thread and waited for; batches follow each other for a warm-up
/// and for timed stretches, collections included. The beginning of a stretch does not count: others
/// had the machine meanwhile.
final class ThroughputWorkload {
  private static final long TIMEOUT_SECONDS = 30;
  private static final int BATCH = 10_000;
  private static final int SMALL_BATCH = 1_000;
  private static final int MANY = 100;
  private static final int FAN_OUT = 1_000;
  private static final int FAN_OUT_ROUNDS = 10;
  private static final int LEAD_IN_MILLIS = 50;
  private static final int LEAD_IN_STARTS = 3;

  /// Does one batch.
  private interface Batch {
    /// @return how many things were done
    long run() throws InterruptedException;
  }

  private final ProcessContender contender;
  private final Mode mode;

  private ThroughputWorkload(ProcessContender contender, Mode mode) {
    this.contender = contender;
    this.mode = mode;
  }

  static void run(String contenderName, String workload, Mode mode, Baton baton, Results results)
      throws Exception {
    try (ProcessContender contender = ProcessContenders.start(contenderName)) {
      new ThroughputWorkload(contender, mode).measure(workload, baton, results);
    }
  }

  private void measure(String workload, Baton baton, Results results) throws Exception {
    if (workload.equals(ProcessesSuite.SUBMIT)) {
      baton.station(workload, this::warmUpSubmit, (_, _) -> submit(results));
      return;
    }
    baton.station(
        workload,
        () -> {
          Batch batch = batch(workload);
          double _ = perSecond(batch, mode.pick(1_000, 2_500));
          return batch;
        },
        (batch, _) -> {
          double _ = perSecond(batch, LEAD_IN_MILLIS);
          results.sample(workload, perSecond(batch, mode.pick(300, 1_000)) / 1e6);
        });
  }

  private Batch batch(String workload) {
    return switch (workload) {
      case ProcessesSuite.SINGLE -> () -> steps(BATCH, 1);
      case ProcessesSuite.STEPS -> () -> steps(SMALL_BATCH, MANY);
      case ProcessesSuite.TURNS -> () -> turns(SMALL_BATCH, MANY);
      case ProcessesSuite.YIELD -> () -> yields(BATCH, 1);
      case ProcessesSuite.YIELDS -> () -> yields(SMALL_BATCH, MANY);
      case ProcessesSuite.FAN_OUT -> this::fanOut;
      case ProcessesSuite.SEND -> {
        List<ProcessContender.Waiting> waiting = new ArrayList<>();
        for (int i = 0; i < SMALL_BATCH; i++) {
          waiting.add(contender.startWaiting(latch -> ((CountDownLatch) latch).countDown()));
        }
        yield () -> sends(waiting);
      }
      default -> throw new IllegalArgumentException("workload '" + workload + "' given");
    };
  }

  private static double perSecond(Batch batch, long millis) throws InterruptedException {
    long begin = HostTime.nanos();
    long done = 0;
    long now;
    do {
      done += batch.run();
      now = HostTime.nanos();
    } while (now - begin < millis * 1_000_000);
    return done * 1e9 / (now - begin);
  }

  private interface Starter {
    void start(int number, CountDownLatch ended);
  }

  /// Starts so many that do something so often, and waits for all of them.
  private static long all(int count, int each, Starter starter) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      starter.start(i, ended);
    }
    await(ended);
    return (long) count * each;
  }

  private long steps(int count, int steps) throws InterruptedException {
    return all(count, steps, (_, ended) -> contender.startSteps(steps, ended));
  }

  private long turns(int count, int turns) throws InterruptedException {
    return all(count, turns, (_, ended) -> contender.startTurns(turns, ended));
  }

  private long yields(int count, int yields) throws InterruptedException {
    return all(count, yields, (number, ended) -> contender.startYields(number, yields, ended));
  }

  /// Each of those that wait gets one message, and all must have taken it before the next round.
  private static long sends(List<ProcessContender.Waiting> waiting) throws InterruptedException {
    CountDownLatch taken = new CountDownLatch(waiting.size());
    for (ProcessContender.Waiting one : waiting) {
      one.send(taken);
    }
    await(taken);
    return waiting.size();
  }

  private long fanOut() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    contender.startFanOut(FAN_OUT, FAN_OUT_ROUNDS, ended);
    await(ended);
    return (long) FAN_OUT * FAN_OUT_ROUNDS;
  }

  private Mode warmUpSubmit() throws InterruptedException {
    long warmUntil = HostTime.nanos() + mode.pick(1_000, 2_500) * 1_000_000L;
    while (HostTime.nanos() < warmUntil) {
      double _ = nanosPerStart();
    }
    return mode;
  }

  /// What a start costs the one who starts, whatever the others do meanwhile.
  private void submit(Results results) throws InterruptedException {
    int rounds = mode.pick(20, 60);
    double sum = 0;
    for (int i = -LEAD_IN_STARTS; i < rounds; i++) {
      double each = nanosPerStart();
      sum += i < 0 ? 0 : each;
    }
    results.sample(ProcessesSuite.SUBMIT, sum / rounds);
  }

  private double nanosPerStart() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(BATCH);
    long begin = HostTime.nanos();
    for (int i = 0; i < BATCH; i++) {
      contender.startSteps(1, ended);
    }
    long took = HostTime.nanos() - begin;
    await(ended);
    return (double) took / BATCH;
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          latch.getCount() + " did not end within " + TIMEOUT_SECONDS + " s");
    }
  }
}
