package dev.tactus.workers;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A quick comparison with ForkJoinPool, for whoever changes the workers; the figures that count
/// are those of the benchmarks.
///
/// Hypothesis: a turn costs at most 4 ns more here than a fork of a reused task there, which is the
/// price of fairness and of a slot that can be stolen from; a conversation of two tasks stays on
/// one worker, so it does not cost more where a second processor is free; tasks of one turn spread
/// over the processors; a sleeping worker is woken as fast; who submits and waits is answered
/// sooner.
///
/// Both pools have as many workers as there are processors and take turns in one virtual machine,
/// in many short rounds, so that other programs disturb only some of them. A figure is the median
/// of the rounds; beside it stand the best round and what nine of ten stayed within.
///
/// Run it: `mvn -B -pl workers test-compile exec:exec -Dexec.executable=java
/// -Dexec.classpathScope=test -Dexec.args="-Xmx1g -XX:+UseG1GC -cp %classpath
/// dev.tactus.workers.PoolBenchmark"`
public final class PoolBenchmark {
  private static final int ROUNDS = 101;
  private static final int CHAIN = 100_000;
  private static final int WAKES = 20;
  private static final int ASKS = 200;
  private static final int SPREAD_TASKS = 100;
  private static final long SPREAD_TASK_NANOS = 20_000;
  private static final long IDLE_PAUSE_NANOS = 300_000;

  /// The same for both pools: makes tasks of a turn, and submits them.
  private interface Contender extends AutoCloseable {
    /// Something that can be submitted over and over, and wants another turn if it returns true.
    Object task(BooleanSupplier turn);

    void submit(Object task);

    @Override
    void close();
  }

  private static final class Tactus implements Contender {
    private final WorkerPool pool = WorkerPool.start(PoolSettings.defaults());

    @Override
    public Object task(BooleanSupplier turn) {
      return TestTask.repeating(0, turn);
    }

    @Override
    public void submit(Object task) {
      pool.submit((Task) task);
    }

    @Override
    public void close() {
      pool.close();
    }

    @Override
    public String toString() {
      return "tactus";
    }
  }

  private static final class ForkJoin implements Contender {
    private final ForkJoinPool pool =
        new ForkJoinPool(
            Runtime.getRuntime().availableProcessors(),
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            true);

    @Override
    public Object task(BooleanSupplier turn) {
      return new Turn(turn);
    }

    @Override
    public void submit(Object task) {
      if (ForkJoinTask.inForkJoinPool()) {
        ((Turn) task).fork();
      } else {
        pool.execute((Turn) task);
      }
    }

    @Override
    public void close() {
      pool.close();
    }

    @Override
    public String toString() {
      return "ForkJoinPool";
    }
  }

  /// Never completes, so that it can be forked again.
  private static final class Turn extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1;

    private final transient BooleanSupplier turn;

    Turn(BooleanSupplier turn) {
      this.turn = turn;
    }

    @Override
    protected boolean exec() {
      if (turn.getAsBoolean()) {
        fork();
      }
      return false;
    }

    @Override
    @SuppressWarnings("NullAway") // the only value of its type
    public Void getRawResult() {
      return null;
    }

    @Override
    protected void setRawResult(Void value) {}
  }

  /// One measurement of one contender.
  private interface Workload {
    double measure(Contender contender) throws InterruptedException;
  }

  private PoolBenchmark() {}

  /// Runs all rows.
  public static void main(String[] args) throws InterruptedException {
    try (Contender tactus = new Tactus();
        Contender forkJoin = new ForkJoin()) {
      Contender[] both = {tactus, forkJoin};
      row("task that wants another turn, ns a turn", both, PoolBenchmark::chain);
      row("ping-pong of two tasks, ns a turn", both, PoolBenchmark::pingPong);
      row("share of the ideal, 100 tasks of 20 µs from one turn", both, PoolBenchmark::spread);
      row("submit to a sleeping pool, p50 in µs", both, contender -> wake(contender, 0.5));
      row("submit to a sleeping pool, p99 in µs", both, contender -> wake(contender, 0.99));
      row("submit and wait, one at a time, µs", both, PoolBenchmark::ask);
    }
  }

  private static void row(String name, Contender[] contenders, Workload workload)
      throws InterruptedException {
    double[][] figures = new double[contenders.length][ROUNDS];
    for (int warmUp = 0; warmUp < 60; warmUp++) {
      for (Contender contender : contenders) {
        workload.measure(contender);
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < contenders.length; i++) {
        int turn = (i + round) % contenders.length;
        figures[turn][round] = workload.measure(contenders[turn]);
      }
    }
    boolean isMoreBetter = name.startsWith("share");
    System.out.println(name);
    for (int i = 0; i < contenders.length; i++) {
      Arrays.sort(figures[i]);
      System.out.printf(
          Locale.ROOT,
          "  %-14s %8.2f  (best %.2f, nine of ten within %.2f)%n",
          contenders[i],
          figures[i][ROUNDS / 2],
          figures[i][isMoreBetter ? ROUNDS - 1 : 0],
          figures[i][isMoreBetter ? ROUNDS / 10 : ROUNDS - 1 - ROUNDS / 10]);
    }
  }

  private static double chain(Contender contender) throws InterruptedException {
    Turns turns = new Turns();
    contender.submit(contender.task(turns::count));
    return turns.nanosEach();
  }

  private static double pingPong(Contender contender) throws InterruptedException {
    Turns turns = new Turns();
    Object[] pair = new Object[2];
    for (int i = 0; i < 2; i++) {
      int other = 1 - i;
      pair[i] =
          contender.task(
              () -> {
                if (turns.count()) {
                  contender.submit(pair[other]);
                }
                return false;
              });
    }
    contender.submit(pair[0]);
    return turns.nanosEach();
  }

  /// Counts turns and takes the time from the first to the last, without the way into the pool.
  private static final class Turns {
    private final CountDownLatch ended = new CountDownLatch(1);
    private int turns;
    private long nanos;

    boolean count() {
      if (turns == 0) {
        nanos = -System.nanoTime();
      }
      turns++;
      if (turns <= CHAIN) {
        return true;
      }
      nanos += System.nanoTime();
      ended.countDown();
      return false;
    }

    double nanosEach() throws InterruptedException {
      ended.await();
      return nanos / (double) CHAIN;
    }
  }

  /// How near it comes to all processors being busy all the time.
  private static double spread(Contender contender) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(SPREAD_TASKS);
    Object[] tasks = new Object[SPREAD_TASKS];
    for (int i = 0; i < SPREAD_TASKS; i++) {
      tasks[i] =
          contender.task(
              () -> {
                spin(SPREAD_TASK_NANOS);
                ended.countDown();
                return false;
              });
    }
    Object first =
        contender.task(
            () -> {
              for (Object task : tasks) {
                contender.submit(task);
              }
              return false;
            });
    long since = System.nanoTime();
    contender.submit(first);
    ended.await();
    double ideal =
        SPREAD_TASKS * (double) SPREAD_TASK_NANOS / Runtime.getRuntime().availableProcessors();
    return ideal / (System.nanoTime() - since);
  }

  private static double wake(Contender contender, double quantile) throws InterruptedException {
    double[] micros = new double[WAKES];
    for (int i = 0; i < WAKES; i++) {
      spin(IDLE_PAUSE_NANOS); // both pools have fallen asleep
      CountDownLatch ran = new CountDownLatch(1);
      long[] startedAt = new long[1];
      Object task =
          contender.task(
              () -> {
                startedAt[0] = System.nanoTime();
                ran.countDown();
                return false;
              });
      long since = System.nanoTime();
      contender.submit(task);
      ran.await();
      micros[i] = (startedAt[0] - since) / 1e3;
    }
    Arrays.sort(micros);
    return micros[(int) (quantile * (WAKES - 1))];
  }

  /// A caller that parks until its answer is there.
  private static double ask(Contender contender) {
    Thread asker = Thread.currentThread();
    AtomicInteger answers = new AtomicInteger();
    Object task =
        contender.task(
            () -> {
              answers.incrementAndGet();
              LockSupport.unpark(asker);
              return false;
            });
    long since = System.nanoTime();
    for (int i = 1; i <= ASKS; i++) {
      contender.submit(task);
      while (answers.get() < i) {
        LockSupport.park(contender);
      }
    }
    return (System.nanoTime() - since) / 1e3 / ASKS;
  }

  private static void spin(long nanos) {
    long since = System.nanoTime();
    while (System.nanoTime() - since < nanos) {
      Thread.onSpinWait();
    }
  }
}
