package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tactus.requirement.Requirement;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Tasks that throw, and workers that go on.
@Requirement("W9")
final class TaskFailureTest {
  private final List<Throwable> handled = new CopyOnWriteArrayList<>();
  private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
  private final AtomicReference<Thread> worker = new AtomicReference<>();

  private PoolSettings settings(FailureHandler handler) {
    return PoolSettings.defaults()
        .withWorkers(1)
        .withFailures(handler)
        .withHost(WorkerHost.DEFAULT.withThreads(this::thread));
  }

  private Thread thread(Runnable loop) {
    Thread thread = new Thread(loop);
    thread.setUncaughtExceptionHandler((failed, error) -> uncaught.add(error));
    worker.set(thread);
    return thread;
  }

  private static void fail(Throwable error) {
    TaskFailureTest.<RuntimeException>sneak(error);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> void sneak(Throwable error) throws E {
    throw (E) error;
  }

  /// Runs a failing task and then one that tells on which thread it ran.
  private Thread runnerAfter(FailureHandler handler, Runnable failing) {
    AtomicReference<Thread> runner = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    try (WorkerPool pool = WorkerPool.start(settings(handler))) {
      pool.submit(TestTask.once(1, failing));
      pool.submit(
          TestTask.once(
              2,
              () -> {
                runner.set(Thread.currentThread());
                ran.countDown();
              }));
      TestThreads.await(ran);

      assertThat(pool.snapshot().failures()).isEqualTo(1);
    }
    return Objects.requireNonNull(runner.get());
  }

  @Test
  void run_exception_reportedAndTheWorkerGoesOn() {
    Exception error = new Exception("checked, even");

    Thread runner = runnerAfter((task, e) -> handled.add(e), () -> fail(error));

    assertThat(handled).containsExactly(error);
    assertThat(uncaught).isEmpty();
    assertThat(runner).isSameAs(worker.get());
  }

  @Test
  void run_stackOverflow_isTheTasksOwnFault() {
    Thread runner = runnerAfter((task, e) -> handled.add(e), () -> deep(0));

    assertThat(handled).singleElement().isInstanceOf(StackOverflowError.class);
    assertThat(uncaught).isEmpty();
    assertThat(runner).isSameAs(worker.get());
  }

  @SuppressWarnings("InfiniteRecursion")
  private static long deep(long depth) {
    return deep(depth + 1) + depth;
  }

  @Test
  void run_errorOfTheMachine_alsoPassedOn() {
    OutOfMemoryError error = new OutOfMemoryError("as if");

    Thread runner = runnerAfter((task, e) -> handled.add(e), () -> fail(error));

    assertThat(handled).containsExactly(error);
    assertThat(uncaught).containsExactly(error);
    assertThat(runner).isSameAs(worker.get());
  }

  @Test
  void run_errorOfTheMachineAndNoHandler_passedOnOnce() {
    OutOfMemoryError error = new OutOfMemoryError("as if");

    runnerAfter(FailureHandler.UNCAUGHT, () -> fail(error));

    assertThat(uncaught).containsExactly(error);
  }

  @Test
  void run_handlerThrows_passedOnAndTheWorkerGoesOn() {
    RuntimeException second = new IllegalStateException("the handler, too");

    Thread runner =
        runnerAfter(
            (task, e) -> {
              throw second;
            },
            () -> fail(new IllegalArgumentException("first")));

    assertThat(uncaught).containsExactly(second);
    assertThat(runner).isSameAs(worker.get());
  }

  @Test
  void run_everybodyThrows_theWorkerGoesOn() {
    Thread runner =
        runnerAfter(
            (task, e) -> {
              throw new IllegalStateException("the handler");
            },
            () -> {
              Thread.currentThread()
                  .setUncaughtExceptionHandler(
                      (thread, e) -> {
                        throw new IllegalStateException("and the last resort");
                      });
              fail(new IllegalArgumentException("first"));
            });

    assertThat(runner).isSameAs(worker.get());
  }

  @Test
  void run_repeatingTaskThrows_isNotQueuedAgain() {
    CountDownLatch failed = new CountDownLatch(1);
    try (WorkerPool pool =
        WorkerPool.start(
            settings(
                (task, e) -> {
                  handled.add(e);
                  failed.countDown();
                }))) {
      pool.submit(
          TestTask.repeating(
              1,
              () -> {
                throw new IllegalStateException("once");
              }));
      TestThreads.await(failed);
    }
    assertThat(handled).hasSize(1);
  }

  @Test
  void run_taskLeavesAnInterrupt_nextTaskDoesNotSeeIt() {
    AtomicBoolean seen = new AtomicBoolean(true);
    CountDownLatch ran = new CountDownLatch(1);
    try (WorkerPool pool = WorkerPool.start(settings((task, e) -> handled.add(e)))) {
      pool.submit(
          TestTask.once(
              1,
              () -> {
                pool.submit(
                    TestTask.once(
                        2,
                        () -> {
                          seen.set(Thread.currentThread().isInterrupted());
                          ran.countDown();
                        }));
                Thread.currentThread().interrupt();
              }));
      TestThreads.await(ran);
    }
    assertThat(seen).isFalse();
  }

  /// One that throws whatever it is told.
  private static final class Touchy extends Task {
    @Override
    protected boolean run() {
      return true;
    }

    @Override
    protected void refused() {
      throw new IllegalStateException("refused");
    }

    @Override
    protected void turnTook(long nanos) {
      throw new IllegalStateException("turnTook");
    }
  }

  private void assertHandled(String message, PoolSnapshot after) {
    assertThat(handled).extracting(Throwable::getMessage).containsExactly(message);
    assertThat(after.failures()).isEqualTo(1);
  }

  @Test
  void run_taskThrowsWhenToldItsTime_reportedAndRunAgain() {
    Crew crew = new Crew(settings((task, e) -> handled.add(e)));
    Worker measuring = crew.worker(0);
    Task task = new Touchy();
    assertThat(task.enters()).isTrue();
    measuring.measureLeft = 1;

    measuring.run(task);

    assertHandled("turnTook", PoolSnapshot.of(crew));
    assertThat(measuring.next()).isSameAs(task);
  }

  @Test
  void run_onAnExecutorTaskThrowsWhateverItIsTold_reported() {
    List<Runnable> commands = new ArrayList<>();
    ExecutorPool pool =
        ExecutorPool.on(
            "host",
            command -> {
              if (!commands.isEmpty()) {
                throw new RejectedExecutionException("full");
              }
              commands.add(command);
            },
            (task, e) -> handled.add(e));
    pool.measureTurns(true);
    pool.submit(new Touchy());

    commands.getFirst().run();

    assertThat(handled).extracting(Throwable::getMessage).containsExactly("turnTook", "refused");
  }

  @Test
  void runOne_ofAPumpTaskThrowsWhenRefused_reported() {
    PumpPool pool = PumpPool.of("pump", () -> {}, (task, e) -> handled.add(e));
    pool.submit(new Touchy());
    pool.close();

    assertThat(pool.runOne()).isTrue();

    assertHandled("refused", pool.snapshot());
  }

  @Test
  void step_ofAChoosingPoolTaskThrowsWhenRefused_reported() {
    ChoosingPool pool = ChoosingPool.of("choosing", n -> 0, false, (task, e) -> handled.add(e));
    pool.submit(new Touchy());
    pool.refuseNext(1);

    assertThat(pool.step()).isTrue();

    assertHandled("refused", pool.snapshot());
  }

  @Test
  void run_measuredTurns_makeNothing() {
    Worker measuring = new Crew(settings(FailureHandler.UNCAUGHT)).worker(0);
    Task task = TestTask.idle(1);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int i = 0; i < 2_000; i++) {
      if (i == 1_000) { // all is loaded and linked
        before = threads.getCurrentThreadAllocatedBytes();
      }
      measuring.measureLeft = 1;
      assert task.enters();
      measuring.run(task);
    }

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).as("bytes").isLessThan(8_000);
  }
}
