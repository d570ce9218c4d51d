package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The pool with real threads.
final class WorkerPoolTest {
  private static PoolSettings settings(int workers) {
    return PoolSettings.defaults().withName("test").withWorkers(workers);
  }

  /// Workers that never think that what waits at them is worth another one: whatever runs in
  /// parallel here does so by the rules that hold in any case.
  private static PoolSettings reluctant(int workers) {
    long never = Long.MAX_VALUE / 1_000_000;
    return settings(workers)
        .withIdle(IdleSettings.DEFAULT.withWakeWorthNanos(never).withStealWorthNanos(never));
  }

  @Test
  @Requirement("W1")
  void submit_fromOutside_runsOnAWorker() {
    AtomicReference<Thread> runner = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    try (WorkerPool pool = WorkerPool.start(settings(2))) {
      pool.submit(
          TestTask.once(
              1,
              () -> {
                runner.set(Thread.currentThread());
                ran.countDown();
              }));
      TestThreads.await(ran);

      assertThat(pool.isWorkerThread()).isFalse();
    }
    assertThat(runner.get()).isNotSameAs(Thread.currentThread());
    assertThat(Objects.requireNonNull(runner.get()).getName()).startsWith("test-worker-");
  }

  /// Two pools, on threads that know their worker and on others: a turn on either belongs to one of
  /// them, and what it submits to the other comes there from outside.
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  @Requirement("W1")
  void submit_fromATurnOfAnotherPool_comesFromOutside(boolean firstKnows, boolean secondKnows) {
    CompletableFuture<List<Boolean>> inFirst = new CompletableFuture<>();
    CompletableFuture<List<Boolean>> inSecond = new CompletableFuture<>();
    try (WorkerPool first = WorkerPool.start(onThreads(firstKnows));
        WorkerPool second = WorkerPool.start(onThreads(secondKnows))) {
      Task there =
          TestTask.once(
              2, () -> inSecond.complete(List.of(first.isWorkerThread(), second.isWorkerThread())));
      first.submit(
          TestTask.once(
              1,
              () -> {
                second.submit(there);
                inFirst.complete(List.of(first.isWorkerThread(), second.isWorkerThread()));
              }));

      assertThat(inFirst.join()).containsExactly(true, false);
      assertThat(inSecond.join()).containsExactly(false, true);
    }
  }

  private static PoolSettings onThreads(boolean thatKnow) {
    return thatKnow
        ? settings(1)
        : settings(1).withHost(WorkerHost.DEFAULT.withThreads(Thread::new));
  }

  @Test
  @Requirement("W1")
  void submit_fromATurn_runsAfterThatTurn() {
    AtomicInteger nested = new AtomicInteger();
    AtomicInteger seenInTurn = new AtomicInteger(-1);
    CountDownLatch ran = new CountDownLatch(1);
    try (WorkerPool pool = WorkerPool.start(settings(1))) {
      pool.submit(
          TestTask.once(
              1,
              () -> {
                assertThat(pool.isWorkerThread()).isTrue();
                pool.submit(
                    TestTask.once(
                        2,
                        () -> {
                          nested.set(1);
                          ran.countDown();
                        }));
                seenInTurn.set(nested.get());
              }));
      TestThreads.await(ran);
    }
    assertThat(seenInTurn).hasValue(0);
  }

  @Test
  @Requirement("W2")
  void defaults_workers_areTheAvailableProcessors() {
    assertThat(PoolSettings.defaults().workers())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  @Requirement("W2")
  void submit_asManyTasksAsWorkers_runAtTheSameTime(int workers) {
    CountDownLatch allInTheirTurn = new CountDownLatch(workers);
    Set<Thread> runners = ConcurrentHashMap.newKeySet();
    CountDownLatch ended = new CountDownLatch(workers);
    try (WorkerPool pool = WorkerPool.start(reluctant(workers))) {
      for (int i = 0; i < workers; i++) {
        pool.submit(
            TestTask.once(
                i,
                () -> {
                  runners.add(Thread.currentThread());
                  allInTheirTurn.countDown();
                  TestThreads.await(allInTheirTurn);
                  ended.countDown();
                }));
      }
      TestThreads.await(ended);
    }
    assertThat(runners).hasSize(workers);
  }

  @Test
  @Requirement("W6")
  void submit_whileOneSearches_thatOneWakesAnotherForWhatItLeaves() {
    PoolSettings settings =
        reluctant(2)
            .withIdle(reluctant(2).idle().withWatchNanos(Long.MAX_VALUE / 8))
            .withQueues(QueueSettings.DEFAULT.withGlobalBatch(0));
    try (WorkerPool pool = WorkerPool.start(settings)) {
      for (int round = 0; round < 200; round++) {
        CountDownLatch bothInTheirTurn = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
          pool.submit(
              TestTask.once(
                  i,
                  () -> {
                    bothInTheirTurn.countDown();
                    TestThreads.await(bothInTheirTurn);
                    ended.countDown();
                  }));
        }
        TestThreads.await(ended);
      }
      assertThat(pool.snapshot().executed()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  @Requirement("W2")
  void submit_turnThatWaitsForWhatItSubmitted_anotherWorkerRunsIt(int submitted) {
    CountDownLatch ran = new CountDownLatch(submitted);
    CountDownLatch ended = new CountDownLatch(1);
    try (WorkerPool pool = WorkerPool.start(reluctant(2))) {
      pool.submit(waiting(pool, submitted, ran, ended));
      TestThreads.await(ended);

      assertThat(pool.snapshot().stolen()).isEqualTo(submitted);
    }
  }

  /// A task that submits others and does not end its turn before they have run.
  private static TestTask waiting(
      WorkerPool pool, int submitted, CountDownLatch ran, CountDownLatch ended) {
    return TestTask.once(
        -1,
        () -> {
          for (int i = 0; i < submitted; i++) {
            pool.submit(TestTask.once(i, ran::countDown));
          }
          TestThreads.await(ran);
          ended.countDown();
        });
  }

  @Test
  @Requirement("W6")
  void submit_turnThatWaitsAfterAllSleptForLong_anotherWorkerRunsIt() {
    RecordingParker[] parkers = new RecordingParker[3];
    AtomicInteger made = new AtomicInteger();
    PoolSettings settings =
        reluctant(2)
            .withIdle(reluctant(2).idle().withWatchNanos(1_000))
            .withHost(
                WorkerHost.DEFAULT.withParkers(
                    () -> parkers[made.getAndIncrement()] = new RecordingParker()));
    try (WorkerPool pool = WorkerPool.start(settings)) {
      for (int round = 1; round <= 5; round++) {
        int rounds = round;
        TestThreads.await(
            "a pool without a watcher",
            () ->
                pool.snapshot().sleeping() == 2
                    && parkers[0].endlessParks.get() >= rounds
                    && parkers[1].endlessParks.get() >= rounds);
        CountDownLatch ran = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        pool.submit(waiting(pool, 1, ran, ended));
        TestThreads.await(ended);
      }
    }
  }

  @Test
  @Requirement({"W2", "W8"})
  void run_repeatingTask_seesItsOwnWrites() {
    int turns = 10_000;
    CountDownLatch ended = new CountDownLatch(1);
    int[] plain = new int[1];
    try (WorkerPool pool = WorkerPool.start(settings(2))) {
      for (int i = 0; i < 4; i++) {
        pool.submit(TestTask.repeating(i, () -> ended.getCount() > 0)); // company
      }
      pool.submit(
          TestTask.repeating(
              9,
              () -> {
                boolean again = ++plain[0] < turns;
                if (!again) {
                  ended.countDown();
                }
                return again;
              }));
      TestThreads.await(ended);
    }
    assertThat(plain[0]).isEqualTo(turns);
  }

  @Test
  @Requirement("W6")
  void idle_noWork_yieldsTwelveTimesThenParks() {
    AtomicInteger yields = new AtomicInteger();
    RecordingParker[] parkers = new RecordingParker[2];
    AtomicInteger made = new AtomicInteger();
    AtomicInteger yieldsAtPark = new AtomicInteger(-1);
    WorkerHost host =
        WorkerHost.DEFAULT
            .withClock(ManualClock.atZero()) // so that no yield takes long
            .withYield(yields::incrementAndGet)
            .withParkers(() -> parkers[made.getAndIncrement()] = new RecordingParker());
    try (WorkerPool pool = WorkerPool.start(settings(1).withHost(host))) {
      TestThreads.await("the worker to park", () -> parkers[0].parks.get() > 0);
      yieldsAtPark.set(yields.get());

      assertThat(pool.snapshot().sleeping()).isEqualTo(1);
      assertThat(pool.snapshot().parks()).isEqualTo(1);
    }
    assertThat(yieldsAtPark).hasValue(12);
    assertThat(parkers[0].endlessParks).as("a lone worker has nobody to watch").hasValue(1);
  }

  @Test
  @Requirement("W6")
  void wake_manySubmissions_eachOfOneWhoSleeps() {
    RecordingParker[] parkers = new RecordingParker[3];
    AtomicInteger made = new AtomicInteger();
    PoolSettings settings =
        settings(2)
            .withIdle(IdleSettings.DEFAULT.withSpinNanos(0).withWatchNanos(Long.MAX_VALUE / 8))
            .withHost(
                WorkerHost.DEFAULT.withParkers(
                    () -> parkers[made.getAndIncrement()] = new RecordingParker()));
    int tasks = 2_000;
    AtomicInteger executed = new AtomicInteger();
    try (WorkerPool pool = WorkerPool.start(settings)) {
      for (int i = 0; i < tasks; i++) {
        pool.submit(TestTask.once(i, executed::incrementAndGet));
        if (i % 10 == 0) {
          TestThreads.await("all asleep", () -> pool.snapshot().sleeping() == 2);
        }
      }
      TestThreads.await("all asleep", () -> pool.snapshot().sleeping() == 2);
      PoolSnapshot snapshot = pool.snapshot();

      assertThat(executed).hasValue(tasks);
      assertThat((long) parkers[0].unparks.get() + parkers[1].unparks.get())
          .as("unparks, each of a worker that was taken off the stack of sleepers")
          .isEqualTo(snapshot.wakes())
          .isBetween(tasks / 10L, 2L * tasks);
    }
  }

  @Test
  void start_factoryGivesNoThread_refused() {
    assertThatThrownBy(
            () ->
                WorkerPool.start(
                    settings(1).withHost(WorkerHost.DEFAULT.withThreads(WorkerPoolTest::none))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gave no thread for worker 0 of the pool 'test'");
  }

  @SuppressWarnings("NullAway") // what a careless factory does
  private static Thread none(Runnable loop) {
    return null;
  }

  @Test
  void start_virtualThreads_runTasks() {
    CountDownLatch ran = new CountDownLatch(1);
    WorkerHost host = WorkerHost.DEFAULT.withThreads(Thread.ofVirtual().factory());
    try (WorkerPool pool = WorkerPool.start(settings(2).withHost(host))) {
      pool.submit(TestTask.once(1, () -> pool.submit(TestTask.once(2, ran::countDown))));
      TestThreads.await(ran);
    }
    assertThat(ran.getCount()).isZero();
  }
}
