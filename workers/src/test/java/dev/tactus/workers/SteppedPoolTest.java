package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How a worker finds its next task, step by step.
final class SteppedPoolTest {
  private final List<Integer> order = new ArrayList<>();
  private final ManualClock clock = ManualClock.atZero();

  private SteppedPool pool(int workers) {
    return pool(workers, QueueSettings.DEFAULT, 1);
  }

  private SteppedPool pool(int workers, QueueSettings queues, long seed) {
    return SteppedPool.of(
        PoolSettings.defaults()
            .withWorkers(workers)
            .withQueues(queues)
            .withSeed(seed)
            .withHost(WorkerHost.DEFAULT.withClock(clock)));
  }

  private TestTask noting(int id) {
    return TestTask.once(id, () -> order.add(id));
  }

  private void submitAll(SteppedPool pool, int count) {
    for (int i = 0; i < count; i++) {
      pool.submit(noting(i));
    }
  }

  private static WorkerSnapshot worker(SteppedPool pool, int number) {
    return pool.snapshot().workers().get(number);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  @Requirement("W1")
  void submit_fromOutside_onlyQueues() {
    SteppedPool pool = pool(1);
    pool.submit(noting(1));

    assertThat(order).isEmpty();
    assertThat(pool.snapshot().globalWaiting()).isEqualTo(1);
    assertThat(pool.step()).isTrue();
    assertThat(order).containsExactly(1);
    assertThat(pool.step()).isFalse();
  }

  @Test
  @Requirement("W1")
  void submit_fromATurn_onlyQueuesAtThatWorker() {
    SteppedPool pool = pool(2);
    pool.submit(
        TestTask.once(
            1,
            () -> {
              pool.submit(noting(2));
              order.add(1);
            }));

    assertThat(pool.stepWorker(1)).isTrue();
    assertThat(order).containsExactly(1);
    assertThat(worker(pool, 1).waiting()).isEqualTo(1);
    assertThat(pool.snapshot().globalWaiting()).isZero();
  }

  @Test
  @Requirement("W3")
  void step_severalSubmittedInOneTurn_newestFirst() {
    SteppedPool pool = pool(1);
    pool.submit(TestTask.once(9, () -> submitAll(pool, 5)));

    pool.runUntilIdle(100);

    assertThat(order).containsExactly(4, 3, 2, 1, 0);
  }

  @Test
  @Requirement("W4")
  void step_manyInTheGlobalQueue_takesOneAndMovesSixteen() {
    SteppedPool pool = pool(1);
    submitAll(pool, 20);

    pool.step();

    assertThat(worker(pool, 0).waiting()).isEqualTo(16);
    assertThat(pool.snapshot().globalWaiting()).isEqualTo(3);
    assertThat(worker(pool, 0).fromGlobal()).isEqualTo(17);
  }

  @Test
  @Requirement("W4")
  void step_turnsTakeLong_takesOneAndLeavesTheOthersToWhoeverIsFree() {
    SteppedPool pool = pool(1);
    submitSlow(pool, 20);
    pool.runUntilIdle(100);
    order.clear();

    submitSlow(pool, 20);
    pool.step();

    assertThat(worker(pool, 0).waiting()).isZero();
    assertThat(pool.snapshot().globalWaiting()).isEqualTo(19);
    pool.runUntilIdle(100);
    assertThat(order).isEqualTo(range(0, 20));
  }

  private void submitSlow(SteppedPool pool, int count) {
    for (int i = 0; i < count; i++) {
      int id = i;
      pool.submit(
          TestTask.once(
              id,
              () -> {
                clock.advanceNanos(50_000);
                order.add(id);
              }));
    }
  }

  @Test
  @Requirement("W4")
  void step_fewInTheGlobalQueue_leavesTheOthersTheirShare() {
    SteppedPool pool = pool(4);
    submitAll(pool, 8);

    pool.stepWorker(0);

    assertThat(worker(pool, 0).waiting()).isEqualTo(2);
    assertThat(pool.snapshot().globalWaiting()).isEqualTo(5);
  }

  @Test
  @Requirement({"W4", "W8"})
  void runUntilIdle_oneWorker_runsWhatComesFromOutsideNearlyInOrder() {
    SteppedPool pool = pool(1);
    submitAll(pool, 200);

    assertThat(pool.runUntilIdle(1_000)).isEqualTo(200);
    assertThat(order).containsExactlyInAnyOrderElementsOf(range(0, 200));
    for (int i = 0; i < 200; i++) {
      // A look at the global queue lets one task overtake the batch before it.
      assertThat(Math.abs(order.get(i) - i)).as("places from its own").isLessThanOrEqualTo(17);
    }
  }

  @Test
  @Requirement("W4")
  void step_nothingElsewhere_stealsHalf() {
    SteppedPool pool = pool(2);
    pool.submit(TestTask.once(9, () -> submitAll(pool, 9)));
    pool.stepWorker(0); // eight in the deque, one in the slot

    pool.stepWorker(1);

    assertThat(order).as("the oldest").containsExactly(0);
    assertThat(worker(pool, 0).waiting()).isEqualTo(5);
    assertThat(worker(pool, 1).waiting()).isEqualTo(3);
    assertThat(worker(pool, 1).stolen()).isEqualTo(4);
    assertThat(worker(pool, 1).steals()).isEqualTo(1);
    pool.stepWorker(1);
    assertThat(order).as("and on in their order").containsExactly(0, 1);
  }

  @Test
  @Requirement("W3")
  void push_dequeFull_olderHalfGoesToTheGlobalQueue() {
    SteppedPool pool = pool(1, QueueSettings.DEFAULT.withDequeCapacity(4), 1);
    pool.submit(TestTask.once(9, () -> submitAll(pool, 6)));
    pool.step();

    assertThat(worker(pool, 0).overflowed()).isEqualTo(2);
    assertThat(pool.snapshot().globalWaiting()).isEqualTo(2);
    assertThat(worker(pool, 0).waiting()).isEqualTo(4);
    pool.runUntilIdle(100);
    assertThat(order).containsExactlyInAnyOrderElementsOf(range(0, 6));
  }

  @Test
  @Requirement("W3")
  void push_smallestDequeAndManyTasks_nothingIsLost() {
    SteppedPool pool = pool(3, QueueSettings.DEFAULT.withDequeCapacity(2), 1);
    pool.submit(TestTask.once(9, () -> submitAll(pool, 500)));

    pool.runUntilIdle(10_000);

    assertThat(order).containsExactlyInAnyOrderElementsOf(range(0, 500));
    assertThat(pool.snapshot().waiting()).isZero();
  }

  @Test
  @Requirement({"W2", "M2.6"})
  void runUntilIdle_sameSeed_sameOrder() {
    assertThat(trace(7)).isEqualTo(trace(7)).hasSize(200);
    assertThat(trace(7)).isNotEqualTo(trace(8));
  }

  /// Which task ran on which worker, in a run with three workers.
  private List<String> trace(long seed) {
    SteppedPool pool = pool(3, QueueSettings.DEFAULT.withDequeCapacity(4), seed);
    List<String> trace = new ArrayList<>();
    long[] executed = new long[3];
    for (int i = 0; i < 20; i++) {
      int id = 100 * i;
      pool.submit(
          TestTask.once(
              id,
              () -> {
                for (int child = 1; child < 10; child++) {
                  int childId = id + child;
                  pool.submit(
                      TestTask.once(childId, () -> trace.add(childId + runner(pool, executed))));
                }
                trace.add(id + runner(pool, executed));
              }));
    }
    pool.runUntilIdle(1_000);
    return trace;
  }

  private static String runner(SteppedPool pool, long[] executed) {
    String runner = "";
    for (WorkerSnapshot worker : pool.snapshot().workers()) {
      if (worker.executed() != executed[worker.number()]) {
        executed[worker.number()] = worker.executed();
        runner = " on " + worker.number();
      }
    }
    return runner;
  }

  @Test
  @Requirement("M2.6")
  void step_fromWithinATurn_refused() {
    List<Throwable> failures = new ArrayList<>();
    SteppedPool pool =
        SteppedPool.of(
            PoolSettings.defaults().withWorkers(1).withFailures((task, e) -> failures.add(e)));
    pool.submit(TestTask.once(1, pool::step));

    pool.step();

    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(failures.getFirst()).hasMessageContaining("from within its turn");
  }

  @Test
  @Requirement("W10")
  void shutdown_tasksWaiting_givesThemBackAndRefusesMore() {
    SteppedPool pool = pool(2);
    submitAll(pool, 5);
    pool.step();

    ShutdownReport report = pool.shutdown();

    assertThat(report.leftCount()).isEqualTo(4);
    assertThat(report.isDrained()).isFalse();
    assertThat(pool.trySubmit(noting(6))).isFalse();
    assertThatThrownBy(() -> pool.submit(noting(6)))
        .isInstanceOf(PoolClosedException.class)
        .hasMessageContaining("'tactus'")
        .hasMessageContaining("task 6");
    assertThat(pool.step()).isFalse();
  }

  @Test
  @Requirement("W10")
  void shutdown_lastTurnHasAnnouncedItsEnd_givesBackWhatItHasMadeReady() {
    SteppedPool pool = pool(1);
    TestTask made = noting(1);
    pool.submit(
        new Task() {
          @Override
          protected boolean run() {
            throw new IllegalStateException("its end is to be announced");
          }

          @Override
          protected boolean run(TurnEnd end) {
            pool.submit(made);
            end.announce();
            return false;
          }
        });
    assertThat(pool.step()).isTrue();

    assertThat(pool.shutdown().left()).containsExactly(made);
  }

  @Test
  @Requirement("W8")
  void snapshot_afterAWait_tellsTheLatency() {
    SteppedPool pool = pool(1);
    submitAll(pool, 1);
    clock.advanceNanos(5_000_000);
    pool.runUntilIdle(10);

    ReadyLatency latency = pool.snapshot().readyLatency();
    assertThat(latency).isEqualTo(new ReadyLatency(1, 5_000_000, 5_000_000, 5_000_000));
  }

  @Test
  @Requirement("W2")
  void submit_taskThatIsQueued_caughtByAnAssertion() {
    SteppedPool pool = pool(1);
    TestTask task = noting(1);
    pool.submit(task);

    assertThatThrownBy(() -> pool.submit(task))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("task 1 was submitted, but it is queued already");
  }
}
