package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How a worker waits for more of a task, by what came before.
@Requirement("W6")
final class AdaptiveLingerTest {
  private static final int NEVER = Integer.MAX_VALUE;

  private final Crew crew = new Crew(PoolSettings.defaults().withWorkers(2));
  private final Worker worker = crew.worker(0);
  private final AdaptiveLinger linger = new AdaptiveLinger(worker, crew.global);

  /// Has more from some look on.
  private static final class Fed extends Task {
    private final int fromLook;
    private int looks;

    Fed(int fromLook) {
      this.fromLook = fromLook;
    }

    @Override
    protected boolean run() {
      return false;
    }

    @Override
    protected boolean hasMore() {
      looks++;
      return looks >= fromLook;
    }
  }

  private static Task queued(Task task) {
    assertThat(task.enters()).isTrue();
    return task;
  }

  @Test
  void awaitMore_oneAtATime_looksUntilItIsThere() {
    Fed task = new Fed(5);

    assertThat(linger.awaitMore(task, 1)).isTrue();
    assertThat(task.looks).isEqualTo(5);
  }

  @Test
  void awaitMore_nothingComes_givesUp() {
    Fed task = new Fed(NEVER);

    assertThat(linger.awaitMore(task, 1)).isFalse();
    assertThat(task.looks).isEqualTo(AdaptiveLinger.LOOKS);
  }

  @Test
  void awaitMore_stream_looksAwayForLongerAndLonger() {
    assertThat(linger.awaitMore(new Fed(1), 100)).isTrue();
    assertThat(linger.away()).isEqualTo(AdaptiveLinger.AWAY_MIN);
    for (int i = 0; i < 10; i++) {
      Fed task = new Fed(1);
      assertThat(linger.awaitMore(task, 100)).isTrue();
      assertThat(task.looks).as("looks, after a time without").isEqualTo(1);
    }

    assertThat(linger.away()).isEqualTo(AdaptiveLinger.AWAY_MAX);
  }

  @Test
  void awaitMore_streamEnds_looksAgain() {
    for (int i = 0; i < 10; i++) {
      assertThat(linger.awaitMore(new Fed(1), 100)).isTrue();
    }
    assertThat(linger.away()).isEqualTo(AdaptiveLinger.AWAY_MAX);
    for (int away = AdaptiveLinger.AWAY_MAX; away >= AdaptiveLinger.AWAY_MIN; away /= 2) {
      assertThat(linger.away()).isEqualTo(away);
      assertThat(linger.awaitMore(new Fed(1), 1)).isTrue();
    }

    assertThat(linger.away()).isZero();
  }

  @Test
  void awaitMore_fewThatWaitForTheirAnswers_doesNotLetThemWaitLong() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(linger.awaitMore(new Fed(1), AdaptiveLinger.STREAM)).isTrue();
      assertThat(linger.away()).isLessThan(AdaptiveLinger.AWAY_MAX);
    }
  }

  @Test
  void awaitMore_oneAtATimeForLong_triesNowAndThenWhetherItIsAStream() {
    int trials = 0;
    for (int i = 0; i < 10 * AdaptiveLinger.TRIAL; i++) {
      assertThat(linger.awaitMore(new Fed(1), 1)).isTrue();
      trials += linger.away() == 0 ? 0 : 1;
    }

    assertThat(trials).isBetween(5, 10);
  }

  @Test
  void awaitMore_somethingInTheGlobalQueue_doesNotWait() {
    assertThat(crew.global.offer(queued(TestTask.idle(1)))).isTrue();
    Fed task = new Fed(1);

    assertThat(linger.awaitMore(task, 1)).isFalse();
    assertThat(task.looks).isZero();
  }

  @Test
  void awaitMore_somethingAtTheWorker_doesNotWait() {
    worker.push(queued(TestTask.idle(1)));
    Fed task = new Fed(1);

    assertThat(linger.awaitMore(task, 1)).isFalse();
    assertThat(task.looks).isZero();
  }

  /// Says by which of the two ways it was run.
  private static final class Recorded extends Task {
    private final AtomicInteger lingering = new AtomicInteger();
    private final AtomicInteger plain = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Runnable turn;
    private int left;

    Recorded(int turns, Runnable turn) {
      this.left = turns;
      this.turn = turn;
    }

    @Override
    protected boolean run() {
      plain.incrementAndGet();
      return goOn();
    }

    @Override
    protected boolean runLingering(Linger linger) {
      lingering.incrementAndGet();
      return goOn();
    }

    private boolean goOn() {
      turn.run();
      left--;
      if (left == 0) {
        ended.countDown();
      }
      return left > 0;
    }
  }

  @Test
  void run_taskThatAnIdleWorkerFound_mayWaitInEachOfItsTurns() {
    try (WorkerPool pool = WorkerPool.start(PoolSettings.defaults().withWorkers(1))) {
      Recorded inner = new Recorded(1, () -> {});
      AtomicInteger turns = new AtomicInteger();
      Recorded outer =
          new Recorded(
              3,
              () -> {
                if (turns.incrementAndGet() == 1) {
                  pool.submit(inner);
                }
              });

      TestThreads.await(
          "a worker without work", () -> pool.snapshot().workers().getFirst().asleep());
      pool.submit(outer);
      TestThreads.await(outer.ended);
      TestThreads.await(inner.ended);

      assertThat(outer.lingering).hasValue(3);
      assertThat(inner.plain).as("what it was given beside that").hasValue(1);
    }
  }

  @Test
  void run_taskThatWasStolen_doesNotWait() {
    try (WorkerPool pool = WorkerPool.start(PoolSettings.defaults().withWorkers(2))) {
      Recorded stolen = new Recorded(1, () -> {});
      Recorded held =
          new Recorded(
              1,
              () -> {
                pool.submit(stolen);
                TestThreads.await(stolen.ended); // so another worker has to run it
              });
      TestThreads.await(
          "workers without work",
          () -> pool.snapshot().workers().stream().allMatch(WorkerSnapshot::asleep));

      pool.submit(held);
      TestThreads.await(held.ended);

      assertThat(held.lingering).as("what came from outside").hasValue(1);
      assertThat(stolen.plain).as("what was stolen").hasValue(1);
    }
  }
}
