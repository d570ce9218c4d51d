package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Parker;
import dev.tactus.time.host.HostParker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The end of a pool, in all ways that it can come.
@Requirement("W10")
final class ShutdownTest {
  private static final Duration LONG = TestThreads.PATIENCE;

  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /// Who is about to wait for the end of a pool.
  private final AtomicReference<@Nullable Thread> closer = new AtomicReference<>();

  private volatile boolean hasParked;

  private PoolSettings settings(int workers) {
    return PoolSettings.defaults()
        .withWorkers(workers)
        .withHost(
            WorkerHost.DEFAULT.withThreads(
                loop -> {
                  Thread thread = new Thread(loop);
                  threads.add(thread);
                  return thread;
                }));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void shutdown_tasksWaiting_runsThemAndWhatTheySubmit(int workers) {
    AtomicInteger executed = new AtomicInteger();
    WorkerPool pool = WorkerPool.start(settings(workers));
    for (int i = 0; i < 1_000; i++) {
      pool.submit(
          TestTask.once(
              i,
              () -> {
                executed.incrementAndGet();
                pool.submit(TestTask.once(-1, executed::incrementAndGet));
              }));
    }

    ShutdownReport report = pool.shutdown(LONG);

    assertThat(report.isDrained()).isTrue();
    assertThat(report.leftCount()).isZero();
    assertThat(executed).hasValue(2_000);
    assertThat(threads).hasSize(workers).noneMatch(Thread::isAlive);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shutdown_nothingWasEverSubmitted_returns(int workers) {
    assertThat(WorkerPool.start(settings(workers)).shutdown(LONG).isDrained()).isTrue();
    assertThat(threads).noneMatch(Thread::isAlive);
  }

  @Test
  void submit_afterShutdown_refused() {
    WorkerPool pool = WorkerPool.start(settings(1).withName("gone"));
    pool.close();
    TestTask task = TestTask.idle(5);

    assertThat(pool.trySubmit(task)).isFalse();
    assertThatThrownBy(() -> pool.submit(task))
        .isInstanceOf(PoolClosedException.class)
        .hasMessageContaining("'gone'")
        .hasMessageContaining("task 5")
        .hasMessageContaining("trySubmit");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shutdown_tasksThatNeverEnd_reportsThemAtTheDeadline(int workers) {
    WorkerPool pool = WorkerPool.start(settings(workers));
    for (int i = 0; i < 5; i++) {
      pool.submit(TestTask.repeating(i, () -> true));
    }

    ShutdownReport report = pool.shutdown(Duration.ofMillis(20));

    assertThat(report.left())
        .extracting(Task::toString)
        .containsExactlyInAnyOrder("task 0", "task 1", "task 2", "task 3", "task 4");
    assertThat(report.stuckThreads()).isEmpty();
    assertThat(report.isDrained()).isFalse();
    assertThat(threads).noneMatch(Thread::isAlive);
  }

  @Test
  void shutdown_turnThatDoesNotEnd_namedAndWhatItLeavesIsHandedOverLater() {
    CountDownLatch inTurn = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    ConcurrentLinkedQueue<String> late = new ConcurrentLinkedQueue<>();
    AtomicReference<Boolean> accepted = new AtomicReference<>();
    WorkerPool pool =
        WorkerPool.start(
            settings(1)
                .withName("held")
                .withJoinTimeout(Duration.ofMillis(20))
                .withFailures((task, e) -> late.add(task + ": " + e.getClass().getSimpleName())));
    TestTask queued = TestTask.idle(1);
    pool.submit(
        TestTask.repeating(
            7,
            () -> {
              pool.submit(queued);
              inTurn.countDown();
              TestThreads.await(release);
              accepted.set(pool.trySubmit(TestTask.idle(2)));
              return true;
            }));
    TestThreads.await(inTurn);

    ShutdownReport report = pool.shutdown(Duration.ofMillis(20));
    release.countDown();
    TestThreads.await("the thread to end", () -> !threads.getFirst().isAlive());

    assertThat(report.stuckThreads()).containsExactly("held-worker-0");
    assertThat(report.left()).containsExactly(queued);
    assertThat(accepted).as("submitted after the stop").hasValue(false);
    assertThat(late).containsExactly("task 7: PoolClosedException");
  }

  @Test
  void shutdown_workerThatDoesNotGetOnBetweenTwoTurns_leavesItWhatItIsAboutToTake() {
    HeldClock clock = new HeldClock();
    WorkerPool pool =
        WorkerPool.start(
            PoolSettings.defaults()
                .withWorkers(1)
                .withJoinTimeout(Duration.ofMillis(20))
                .withHost(settings(1).host().withClock(clock)));
    Chain chain = new Chain(pool, clock);
    pool.submit(chain);
    TestThreads.await(clock.reached);

    ShutdownReport report = pool.shutdown(Duration.ofMillis(20));
    int executedBefore = chain.executed.get();
    clock.release.countDown();
    TestThreads.await("the thread to end", () -> !threads.getFirst().isAlive());

    assertThat(report.stuckThreads()).hasSize(1);
    assertThat(report.left()).isEmpty();
    assertThat(chain.executed).hasValue(executedBefore + 1);
  }

  /// Makes another of its kind ready and announces its end, over and over, and has its worker held
  /// up when that looks at the clock.
  private static final class Chain extends Task {
    private final WorkerPool pool;
    private final HeldClock clock;
    private final AtomicInteger executed;

    Chain(WorkerPool pool, HeldClock clock) {
      this(pool, clock, new AtomicInteger());
    }

    private Chain(WorkerPool pool, HeldClock clock, AtomicInteger executed) {
      this.pool = pool;
      this.clock = clock;
      this.executed = executed;
    }

    @Override
    protected boolean run() {
      executed.incrementAndGet();
      boolean unused = pool.trySubmit(new Chain(pool, clock, executed));
      return false;
    }

    @Override
    protected boolean run(TurnEnd end) {
      boolean unused = run();
      if (executed.get() > 100) { // the first of them may be timed, which reads the clock as well
        clock.held = Thread.currentThread();
      }
      end.announce();
      return false;
    }
  }

  /// Holds up one thread that reads it.
  private static final class HeldClock implements Clock {
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    volatile @Nullable Thread held;

    @Override
    public long nanos() {
      if (Thread.currentThread() == held) {
        reached.countDown();
        TestThreads.await(release);
      }
      return WorkerHost.DEFAULT.clock().nanos();
    }

    @Override
    public ClockKind kind() {
      return WorkerHost.DEFAULT.clock().kind();
    }
  }

  @Test
  void shutdown_zero_stopsAfterTheCurrentTurns() {
    CountDownLatch inTurn = new CountDownLatch(1);
    WorkerPool pool = WorkerPool.start(settings(1));
    AtomicInteger executed = new AtomicInteger();
    pool.submit(
        TestTask.repeating(
            0,
            () -> {
              inTurn.countDown();
              return true;
            }));
    TestThreads.await(inTurn);

    ShutdownReport report = pool.shutdown(Duration.ZERO);

    assertThat(report.leftCount()).isEqualTo(1);
    assertThat(executed).hasValue(0);
    assertThat(threads).noneMatch(Thread::isAlive);
  }

  @Test
  void shutdown_twice_sameReport() {
    WorkerPool pool = WorkerPool.start(settings(2));
    pool.submit(TestTask.repeating(0, () -> true));

    ShutdownReport first = pool.shutdown(Duration.ZERO);

    assertThat(pool.shutdown(LONG)).isSameAs(first);
    assertThat(first.leftCount()).isEqualTo(1);
  }

  @Test
  void shutdown_byATask_refused() {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch failed = new CountDownLatch(1);
    try (WorkerPool pool =
        WorkerPool.start(
            settings(1)
                .withName("own")
                .withFailures(
                    (task, e) -> {
                      failure.set(e);
                      failed.countDown();
                    }))) {
      pool.submit(TestTask.once(1, () -> pool.shutdown(Duration.ZERO)));
      TestThreads.await(failed);
    }
    assertThat(failure.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'own'")
        .hasMessageContaining("own-worker-0")
        .hasMessageContaining("from another thread");
  }

  @Test
  void shutdown_negativeTimeout_refused() {
    try (WorkerPool pool = WorkerPool.start(settings(1))) {
      assertThatThrownBy(() -> pool.shutdown(Duration.ofNanos(-1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("zero or more");
    }
  }

  @Test
  void shutdown_callerInterrupted_stopsAtOnceAndKeepsTheInterrupt() {
    WorkerPool pool = WorkerPool.start(settings(1));
    pool.submit(TestTask.repeating(0, () -> true));
    Thread.currentThread().interrupt();

    ShutdownReport report = pool.shutdown(LONG);

    assertThat(Thread.interrupted()).as("interrupted").isTrue();
    assertThat(report.leftCount()).isEqualTo(1);
  }

  @Test
  void shutdown_callerInterruptedWhileItWaits_stopsAtOnceAndKeepsTheInterrupt() throws Exception {
    WorkerPool pool = WorkerPool.start(settings(1));
    pool.submit(TestTask.repeating(0, () -> true));
    AtomicReference<ShutdownReport> report = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              report.set(pool.shutdown(Duration.ofDays(1)));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    TestThreads.await("wait", () -> caller.getState() == Thread.State.TIMED_WAITING);

    caller.interrupt();

    assertThat(caller.join(LONG)).as("ended").isTrue();
    assertThat(interrupted).isTrue();
    assertThat(Objects.requireNonNull(report.get()).leftCount()).isEqualTo(1);
  }

  /// One whose first wake-up fails, when somebody waits for the end of the pool by then.
  private final class SteepParker implements Parker {
    private final HostParker parker = new HostParker();

    @Override
    public boolean park(long nanos) {
      hasParked = true;
      return parker.park(nanos);
    }

    @Override
    public void unpark() {
      Thread closing = closer.getAndSet(null);
      if (closing != null) {
        closing.start();
        TestThreads.await("wait", () -> closing.getState() == Thread.State.TIMED_WAITING);
        throw new StackOverflowError("as if");
      }
      parker.unpark();
    }
  }

  @Test
  void shutdown_whileAWakeUpFails_runsTheTask() throws InterruptedException {
    AtomicReference<ShutdownReport> report = new AtomicReference<>();
    AtomicInteger executed = new AtomicInteger();
    PoolSettings settings = settings(1);
    WorkerPool pool =
        WorkerPool.start(settings.withHost(settings.host().withParkers(SteepParker::new)));
    TestThreads.await("sleep", () -> hasParked);
    Thread closing = new Thread(() -> report.set(pool.shutdown(LONG)));
    closer.set(closing);

    assertThat(pool.trySubmit(TestTask.once(1, executed::incrementAndGet))).isTrue();

    assertThat(closing.join(LONG)).as("ended").isTrue();
    assertThat(executed).hasValue(1);
    assertThat(Objects.requireNonNull(report.get()).isDrained()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void shutdown_whileOthersSubmit_theBooksBalance(int workers) throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      WorkerPool pool = WorkerPool.start(settings(workers));
      AtomicInteger accepted = new AtomicInteger();
      AtomicInteger executed = new AtomicInteger();
      AtomicReference<ShutdownReport> report = new AtomicReference<>();
      Runnable submitter =
          () -> {
            while (pool.trySubmit(TestTask.once(0, executed::incrementAndGet))) {
              accepted.incrementAndGet();
            }
          };
      Duration timeout = round % 2 == 0 ? LONG : Duration.ZERO;
      new TestThreads()
          .with(submitter)
          .with(submitter)
          .with(
              () -> {
                TestThreads.await("some work", () -> executed.get() > 20);
                report.set(pool.shutdown(timeout));
              })
          .run();

      ShutdownReport made = Objects.requireNonNull(report.get());
      assertThat(executed.get() + made.leftCount()).isEqualTo(accepted.get());
      if (!timeout.isZero()) {
        assertThat(made.isDrained()).isTrue();
      }
    }
  }
}
