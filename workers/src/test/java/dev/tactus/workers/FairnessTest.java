package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Nobody waits for ever behind others that never stop.
@Requirement("W7")
final class FairnessTest {
  /// What the project promises for one task behind an endless conversation.
  private static final int TURNS_MAX = 100;

  private final SteppedPool pool = SteppedPool.of(PoolSettings.defaults().withWorkers(1));
  private final List<Integer> order = new ArrayList<>();

  /// Two tasks that wake each other for ever.
  private static final class Pair {
    private final TaskPool pool;
    private final TestTask ping;
    private @Nullable TestTask pong;
    private long turns;
    private Runnable beforeNextTurn = () -> {};

    Pair(TaskPool pool) {
      this.pool = pool;
      this.ping = TestTask.once(-1, () -> wake(pong));
      this.pong = TestTask.once(-2, () -> wake(ping()));
    }

    private TestTask ping() {
      return ping;
    }

    private void wake(@Nullable Task other) {
      turns++;
      beforeNextTurn.run();
      beforeNextTurn = () -> {};
      if (other != null) {
        boolean unused = pool.trySubmit(other);
      }
    }

    Pair start() {
      pool.submit(ping);
      return this;
    }
  }

  private TestTask noting(int id) {
    return TestTask.once(id, () -> order.add(id));
  }

  /// Steps until so many have noted their run.
  private long turnsUntil(int noted) {
    long turns = 0;
    while (order.size() < noted && turns < 1_000_000) {
      assertThat(pool.step()).isTrue();
      turns++;
    }
    return turns;
  }

  @Test
  void next_turnsOfMilliseconds_looksAtTheGlobalQueueAtEach() {
    ManualClock clock = ManualClock.atZero();
    Crew crew =
        new Crew(
            PoolSettings.defaults()
                .withWorkers(1)
                .withHost(new WorkerHost(Thread::new, RecordingParker::new, clock, () -> {})));
    Worker worker = crew.worker(0);
    for (int i = 0; i < 8; i++) {
      assertThat(crew.submit(worker, new LongTurns(clock))).isTrue();
    }
    for (int i = 0; i < 200; i++) {
      runNext(worker);
    }

    assertThat(crew.submit(null, noting(1))).isTrue();
    runNext(worker);
    runNext(worker);

    assertThat(order).containsExactly(1);
  }

  private static void runNext(Worker worker) {
    Task task = worker.next();
    assertThat(task).isNotNull();
    if (task != null) {
      worker.run(task);
    }
  }

  /// A task that is never out of work, five milliseconds at a time.
  private static final class LongTurns extends Task {
    private final ManualClock clock;

    LongTurns(ManualClock clock) {
      this.clock = clock;
    }

    @Override
    protected boolean run() {
      clock.advanceNanos(5_000_000);
      return true;
    }
  }

  @Test
  void step_thirdComesFromOutside_runsWithinTheLimit() {
    new Pair(pool).start();
    for (int round = 1; round <= 50; round++) {
      pool.runUntilIdle(round); // another phase of the interval in each round
      pool.submit(noting(round));

      assertThat(turnsUntil(round)).isLessThanOrEqualTo(61);
    }
  }

  @Test
  void step_thirdIsInTheSameDeque_runsWithinTheLimit() {
    Pair pair = new Pair(pool).start();
    for (int round = 1; round <= 50; round++) {
      int id = round;
      pool.runUntilIdle(round); // another phase of the limit in each round
      pair.beforeNextTurn = () -> pool.submit(noting(id));

      assertThat(turnsUntil(round)).isLessThanOrEqualTo(TURNS_MAX);
    }
  }

  @Test
  void step_manyInTheSameDeque_waitInProportion() {
    int waiting = 50;
    Pair pair = new Pair(pool);
    pool.submit(
        TestTask.once(
            -3,
            () -> {
              for (int i = 0; i < waiting; i++) {
                pool.submit(noting(i));
              }
              pair.start();
            }));

    assertThat(turnsUntil(waiting)).isLessThanOrEqualTo(17L * waiting + TURNS_MAX);
  }

  @Test
  void step_manyComeFromOutside_waitInProportion() {
    new Pair(pool).start();
    pool.runUntilIdle(10);
    int waiting = 50;
    for (int i = 0; i < waiting; i++) {
      pool.submit(noting(i));
    }

    assertThat(turnsUntil(waiting)).isLessThanOrEqualTo(17L * waiting + 10 * TURNS_MAX);
  }

  @Test
  void step_taskThatFansOutForEver_oldestStillRuns() {
    // Each turn makes one ready that goes to the slot and one that goes to the deque.
    pool.submit(noting(0));
    TestTask[] three = new TestTask[3];
    three[1] = TestTask.idle(-1);
    three[2] = TestTask.once(-2, () -> pool.submit(three[0]));
    three[0] =
        TestTask.once(
            -3,
            () -> {
              pool.submit(three[2]);
              pool.submit(three[1]);
            });
    pool.submit(TestTask.once(-4, () -> pool.submit(three[0])));

    assertThat(turnsUntil(1)).isLessThanOrEqualTo(TURNS_MAX);
  }

  @Test
  void step_tasksThatUseUpTheirTurns_takeTurns() {
    for (int i = 0; i < 5; i++) {
      int id = i;
      pool.submit(TestTask.repeating(id, () -> order.add(id)));
    }

    pool.runUntilIdle(500);

    for (int id = 0; id < 5; id++) {
      assertThat(order.stream().filter(Integer.valueOf(id)::equals).count())
          .as("turns of task " + id)
          .isBetween(90L, 110L);
    }
    for (int i = 5; i < order.size(); i++) {
      assertThat(order.subList(i - 5, i).stream().distinct().count())
          .as("different tasks among turns " + (i - 5) + " to " + i)
          .isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void requeue_othersInTheGlobalQueue_goesBehindThem() {
    pool.submit(TestTask.repeating(1, () -> order.add(1)));
    assertThat(pool.step()).isTrue();
    pool.submit(noting(2));
    pool.submit(noting(3));

    pool.runUntilIdle(66);

    assertThat(order.subList(0, 65)).contains(2, 3);
  }

  @Test
  void requeue_othersWaitAtTheWorker_goesBehindAllOfThem() {
    pool.submit(
        TestTask.repeating(
            0,
            () -> {
              if (order.isEmpty()) {
                for (int id = 1; id <= 8; id++) {
                  pool.submit(noting(id));
                }
              }
              return order.add(0);
            }));

    pool.runUntilIdle(10);

    assertThat(order).startsWith(0).endsWith(0);
    assertThat(order.subList(1, 9)).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void run_pairOnOneRealWorker_thirdRunsWithinTheLimit() {
    long[] turns = new long[2];
    CountDownLatch ran = new CountDownLatch(1);
    try (WorkerPool real =
        WorkerPool.start(PoolSettings.defaults().withWorkers(1).withCloseTimeout(Duration.ZERO))) {
      Pair pair = new Pair(real);
      TestTask third =
          TestTask.once(
              3,
              () -> {
                turns[1] = pair.turns;
                ran.countDown();
              });
      real.submit(
          TestTask.once(
              -3,
              () -> {
                real.submit(third);
                turns[0] = pair.turns;
                pair.start();
              }));
      TestThreads.await(ran);
    }

    assertThat(turns[1] - turns[0]).isLessThanOrEqualTo(TURNS_MAX);
  }
}
