package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Cores;
import dev.tactus.bench.actors.contenders.Handler;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// One actor deals work out to 256, very unevenly: the first gets about 85 times as much as the
/// last. How much of the cores' time is lost, compared with one thread that does the same work?
///
/// Hypothesis: half of what lies in a worker's deque is stolen at once, and a thief that finds
/// nothing is not put to sleep while others still have work, so that about a tenth is lost, most of
/// it at the end.
///
/// The heaviest actor has an eleventh of all work, so more than 11 cores cannot be kept busy by it.
final class SkewedWorkload<A> {
  static final String METRIC = "skewed.lost";

  private static final int ACTORS = 256;
  private static final int MESSAGES_EACH = 20;
  private static final double SKEW = 0.8;
  private static final int RUNS = 3;
  private static final double STEPS_FIRST = 1_000_000;

  private final ActorContender<A> contender;
  private final A dealer;
  private final List<Worker> workers = new ArrayList<>();
  private Finish finish = new Finish(0);

  /// How long one thread took for the work of the latest run.
  private long aloneNanos;

  /// @param stepsInAll all the work of one run
  SkewedWorkload(ActorContender<A> contender, double stepsInAll) {
    this.contender = contender;
    for (int i = 0; i < ACTORS; i++) {
      workers.add(new Worker());
    }
    resize(stepsInAll);
    Handler<A> dealing = (_, _) -> deal();
    dealer = contender.spawn(() -> dealing);
  }

  /// One that is warm, and whose run takes a thread as long as the mode wants.
  static <A> SkewedWorkload<A> of(ActorContender<A> contender, Mode mode)
      throws InterruptedException {
    Fitting fitting = new Fitting(mode.pick(60, 200) * 1e6, STEPS_FIRST);
    SkewedWorkload<A> workload = new SkewedWorkload<>(contender, fitting.amount());
    while (!fitting.isDone()) {
      double _ = workload.lostPercent();
      fitting.took(workload.aloneNanos);
      workload.resize(fitting.amount());
    }
    return workload;
  }

  private void resize(double stepsInAll) {
    double shares = IntStream.range(0, ACTORS).mapToDouble(SkewedWorkload::share).sum();
    for (int i = 0; i < ACTORS; i++) {
      workers.get(i).stepsEach = (int) (stepsInAll / MESSAGES_EACH * share(i) / shares);
    }
  }

  /// The median of some runs, after one that does not count.
  void measure(Results results) throws InterruptedException {
    double _ = lostPercent();
    double[] lost = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      lost[i] = lostPercent();
    }
    results.sample(METRIC, Summary.median(lost));
  }

  /// Does the work twice, alone and by the actors; the outcome must be the same.
  double lostPercent() throws InterruptedException {
    long start = HostTime.nanos();
    long expected = workAlone();
    aloneNanos = HostTime.nanos() - start;

    finish = new Finish(ACTORS);
    workers.forEach(Worker::reset);
    start = HostTime.nanos();
    contender.tell(dealer, Signal.START);
    finish.await();
    long together = HostTime.nanos() - start;
    Finish.check("outcome of the work", expected, outcome());
    return 100 * (1 - (double) aloneNanos / ((double) Cores.count() * together));
  }

  private long workAlone() {
    workers.forEach(Worker::reset);
    for (int i = 0; i < MESSAGES_EACH; i++) {
      workers.forEach(Worker::step);
    }
    return outcome();
  }

  private long outcome() {
    return workers.stream().mapToLong(worker -> worker.value).sum();
  }

  private void deal() {
    for (int i = 0; i < MESSAGES_EACH; i++) {
      workers.forEach(worker -> contender.tell(worker.actor, Signal.TICK));
    }
  }

  private static double share(int index) {
    return Math.pow(index + 1, -SKEW);
  }

  private final class Worker {
    private final A actor;
    private int stepsEach;
    private long value;
    private int done;

    Worker() {
      Handler<A> working = (_, _) -> work();
      actor = contender.spawn(() -> working);
    }

    private void reset() {
      value = stepsEach;
      done = 0;
    }

    private void step() {
      value = Work.steps(value, stepsEach);
    }

    private void work() {
      step();
      done++;
      if (done == MESSAGES_EACH) {
        finish.reached();
      }
    }
  }
}
