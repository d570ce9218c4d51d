package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.concurrent.BlockContext;

/// The executor by itself, without an actor system.
class ExecutorTest {
  private final TactusExecutor executor = start(2, 4);

  private static TactusExecutor start(int parallelism, int reserve) {
    return TactusExecutor.start(
        "test-dispatcher", new ExecutorConfig(parallelism, reserve), Thread::new);
  }

  @AfterEach
  void end() throws InterruptedException {
    executor.shutdown();
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(executor.isTerminated()).isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      Waiting.await(latch);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void block(CountDownLatch until) {
    try {
      Object unused =
          scala.concurrent.package$.MODULE$.blocking(
              () -> {
                awaitQuietly(until);
                return "done";
              });
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void execute_fromOutsideAndFromWithin_runsEachTaskOnce() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(20_000);
    for (int i = 0; i < 10_000; i++) {
      executor.execute(
          () -> {
            executor.execute(ran::countDown);
            ran.countDown();
          });
    }
    Waiting.await(ran);
    Waiting.until(() -> executor.completed() == 20_000);
    assertThat(executor.submitted()).isEqualTo(20_000);
  }

  /// Goes down until the stack ends. On the way back each call does this, until one has stack
  /// enough.
  @SuppressWarnings("InfiniteRecursion") // that is the point
  private static void atTheEndOfTheStack(Runnable attempt) {
    try {
      atTheEndOfTheStack(attempt);
    } catch (StackOverflowError e) {
      attempt.run();
    }
  }

  @Test
  @Requirement("W10")
  void shutdown_afterATaskThatWasNotTakenForWantOfStack_ends() throws InterruptedException {
    TactusExecutor steep = start(1, 0);
    CountDownLatch ran = new CountDownLatch(2);
    Runnable work = ran::countDown;
    AtomicInteger attempts = new AtomicInteger();
    Runnable attempt =
        () -> {
          attempts.getAndIncrement();
          steep.execute(work);
        };
    attempt.run();
    Waiting.until(() -> ran.getCount() == 1 && steep.completed() == 1);
    Thread sender = new Thread(null, () -> atTheEndOfTheStack(attempt), "steep", 1 << 19);
    var uncaught = new ConcurrentLinkedQueue<Throwable>();
    sender.setUncaughtExceptionHandler((unused, error) -> uncaught.add(error));
    sender.start();
    sender.join();
    assertThat(uncaught).as("thrown at the sender").isEmpty();
    assertThat(attempts.get()).as("attempts for want of stack").isGreaterThan(2);
    steep.shutdown(); // which sees to a worker that its sender had no stack to wake
    boolean isRun = ran.await(30, TimeUnit.SECONDS);
    assertThat(isRun).as(() -> "ran, " + state(steep)).isTrue();
    boolean hasEnded = steep.awaitTermination(30, TimeUnit.SECONDS);
    assertThat(hasEnded).as(() -> "ended, " + state(steep)).isTrue();
    assertThat(steep.completed()).as(() -> state(steep)).isEqualTo(steep.submitted());
  }

  /// What there is to know about one that hangs.
  private static String state(TactusExecutor of) {
    StringBuilder text = new StringBuilder(of + ": ");
    text.append(of.completed()).append(" completed of ").append(of.submitted());
    text.append(" submitted; ").append(of.snapshot());
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              text.append("\n").append(thread);
              for (StackTraceElement call : stack) {
                text.append("\n    at ").append(call);
              }
            });
    return text.toString();
  }

  @Test
  void submit_givesAFuture() throws Exception {
    Future<Integer> sum = executor.submit(() -> 40 + 2);
    assertThat(sum.get(30, TimeUnit.SECONDS)).isEqualTo(42);
  }

  @Test
  @SuppressWarnings("NullAway") // that is the point
  void execute_ofNull_isRefused() {
    assertThatThrownBy(() -> executor.execute(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void execute_afterAShutdown_isRejected() {
    executor.shutdown();
    assertThat(executor.isShutdown()).isTrue();
    assertThatThrownBy(() -> executor.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("test-dispatcher");
  }

  @Test
  void shutdown_fromATask_letsItselfAndTheOthersFinish() throws InterruptedException {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    executor.execute(
        () -> {
          for (int i = 0; i < 100; i++) {
            executor.execute(runs::incrementAndGet);
          }
          executor.shutdown();
          executor.shutdown();
          runs.incrementAndGet();
          begun.countDown();
        });
    Waiting.await(begun);
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(runs).hasValue(101);
  }

  @Test
  void shutdownNow_givesBackWhatDidNotRunAndInterruptsWhatRuns() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    var interrupted = new ConcurrentLinkedQueue<Thread>();
    for (int i = 0; i < 2; i++) {
      executor.execute(
          () -> {
            running.countDown();
            try {
              never.await();
            } catch (InterruptedException e) {
              interrupted.add(Thread.currentThread());
            }
          });
    }
    Waiting.await(running);
    Runnable waiting = () -> {};
    executor.execute(waiting);
    List<Runnable> left = executor.shutdownNow();
    assertThat(left).containsExactly(waiting);
    assertThat(executor.shutdownNow()).isEmpty();
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted).hasSize(2);
  }

  @Test
  @Requirement("W10")
  void shutdownNow_afterAShutdown_givesUpWhatItWaitsFor() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(2);
    CountDownLatch interrupted = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      executor.execute(
          () -> {
            running.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.countDown();
            }
          });
    }
    Waiting.await(running);
    AtomicInteger late = new AtomicInteger();
    Runnable waiting = late::incrementAndGet;
    executor.execute(waiting);
    executor.shutdown();
    assertThat(executor.shutdownNow()).containsExactly(waiting);
    Waiting.await(interrupted);
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(late).hasValue(0);
  }

  @Test
  @Requirement("S5.1")
  void quiet_whileATaskMakesAnotherExecutor_isNotSaid() {
    CountDownLatch gate = new CountDownLatch(1);
    TactusExecutor other = start(1, 0);
    List<TactusExecutor> known = new ArrayList<>(List.of(executor));
    try {
      boolean isQuiet =
          Parts.isQuiet(
              () -> {
                List<TactusExecutor> seen = List.copyOf(known);
                if (known.size() == 1) { // before the counts are looked at
                  executor.execute(
                      () -> {
                        known.add(other);
                        other.execute(() -> awaitQuietly(gate));
                      });
                  Waiting.until(() -> executor.completed() == 1);
                }
                return seen;
              });
      assertThat(isQuiet).isFalse();
    } finally {
      gate.countDown();
      other.shutdown();
    }
  }

  @Test
  void task_thatThrows_goesToTheUncaughtHandlerAndHurtsNobody() throws InterruptedException {
    var caught = new ConcurrentLinkedQueue<Throwable>();
    TactusExecutor own =
        TactusExecutor.start(
            "own",
            new ExecutorConfig(1, 0),
            work -> {
              Thread thread = new Thread(work);
              thread.setUncaughtExceptionHandler((t, error) -> caught.add(error));
              return thread;
            });
    RuntimeException error = new IllegalStateException("wrong");
    own.execute(
        () -> {
          throw error;
        });
    own.execute(() -> Sneaky.rethrow(new InterruptedException("quiet")));
    CountDownLatch after = new CountDownLatch(1);
    own.execute(after::countDown);
    Waiting.await(after);
    own.shutdown();
    assertThat(own.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(caught).containsExactly(error);
  }

  @Test
  void threads_areThoseOfTheFactoryButForTheClass() throws Exception {
    TactusExecutor own =
        TactusExecutor.start(
            "own",
            new ExecutorConfig(1, 1),
            work -> {
              Thread thread = new Thread(work, "given-name");
              thread.setDaemon(true);
              return thread;
            });
    Thread thread = own.submit(Thread::currentThread).get(30, TimeUnit.SECONDS);
    assertThat(thread.getName()).isEqualTo("given-name");
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread).isInstanceOf(BlockContext.class);
    own.shutdown();
    assertThat(own.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void blocking_onAllWorkers_othersStandIn() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      executor.execute(
          () -> {
            blocked.countDown();
            block(open);
          });
    }
    Waiting.await(blocked); // two workers, and two that stand in for them
    executor.execute(open::countDown);
    Waiting.await(open);
    Waiting.until(() -> executor.completed() == 5);
    Waiting.until(() -> executor.snapshot().standingIn() == 0);
  }

  @Test
  void blocking_againAndAgain_usesTheSameThreads() throws Exception {
    for (int i = 0; i < 500; i++) {
      CountDownLatch open = new CountDownLatch(1);
      Future<?> one = executor.submit(() -> block(open));
      Future<?> two = executor.submit(() -> block(open));
      executor.execute(open::countDown);
      one.get(30, TimeUnit.SECONDS);
      two.get(30, TimeUnit.SECONDS);
    }
    Waiting.until(() -> executor.snapshot().standingIn() == 0);
    assertThat(executor.snapshot().workers().workers()).hasSizeBetween(3, 5);
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      executor.execute(
          () -> {
            both.countDown();
            awaitQuietly(both);
          });
    }
    Waiting.await(both);
  }

  @Test
  void blocking_insideOfBlocking_isOneStandIn() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    var standingIn = new ConcurrentLinkedQueue<Integer>();
    Future<?> nested =
        executor.submit(
            () ->
                scala.concurrent.package$.MODULE$.blocking(
                    () -> {
                      block(new CountDownLatch(0));
                      standingIn.add(executor.snapshot().standingIn());
                      awaitQuietly(open);
                      return "done";
                    }));
    open.countDown();
    Object unused = nested.get(30, TimeUnit.SECONDS);
    assertThat(standingIn).containsExactly(1);
  }

  @Test
  void blocking_beyondTheReserve_waitsButLosesNothing() throws InterruptedException {
    TactusExecutor small = start(1, 1);
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch ran = new CountDownLatch(5);
    for (int i = 0; i < 5; i++) {
      small.execute(
          () -> {
            block(open);
            ran.countDown();
          });
    }
    Waiting.until(() -> small.snapshot().standingIn() == 1);
    open.countDown();
    Waiting.await(ran);
    small.shutdown();
    assertThat(small.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void atFullThrottle_isSoWhileAllWorkersAreBusy() throws InterruptedException {
    assertThat(executor.atFullThrottle()).isFalse();
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      executor.execute(
          () -> {
            busy.countDown();
            awaitQuietly(open);
          });
    }
    Waiting.await(busy);
    assertThat(executor.atFullThrottle()).isTrue();
    open.countDown();
    Waiting.until(() -> !executor.atFullThrottle());
  }

  @Test
  void config_withoutWordsOfItsOwn_takesThoseOfForkJoin() {
    String lines =
        """
        fork-join-executor { parallelism-min = 3, parallelism-factor = 2.0, parallelism-max = 7 }
        tactus-executor { reserve-max = 5 }
        """;
    assertThat(ExecutorConfig.of(ConfigFactory.parseString(lines), 1))
        .isEqualTo(new ExecutorConfig(3, 5));
    assertThat(ExecutorConfig.of(ConfigFactory.parseString(lines), 3))
        .isEqualTo(new ExecutorConfig(6, 5));
    assertThat(ExecutorConfig.of(ConfigFactory.parseString(lines), 64))
        .isEqualTo(new ExecutorConfig(7, 5));
    assertThat(
            ExecutorConfig.of(
                ConfigFactory.parseString(lines + "tactus-executor.parallelism-max = 2"), 64))
        .isEqualTo(new ExecutorConfig(2, 5));
  }

  @Test
  void config_outOfRange_isRefused() {
    String lines =
        """
        fork-join-executor { parallelism-min = 3, parallelism-factor = 2.0, parallelism-max = 7 }
        tactus-executor { reserve-max = 5 }
        """;
    for (String wrong :
        List.of("parallelism-min = 0", "parallelism-max = -1", "reserve-max = -1")) {
      assertThatThrownBy(
              () ->
                  ExecutorConfig.of(
                      ConfigFactory.parseString(lines + "tactus-executor." + wrong), 2))
          .isInstanceOf(ConfigException.BadValue.class)
          .hasMessageContaining(wrong.substring(0, wrong.indexOf(' ')))
          .hasMessageContaining("or more");
    }
  }
}
