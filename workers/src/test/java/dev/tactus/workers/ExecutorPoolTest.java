package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/// Tasks on executors that behave, and on some that do not.
@Requirement({"M7.1", "M7.3"})
final class ExecutorPoolTest {
  private final Deque<Runnable> commands = new ArrayDeque<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final AtomicInteger turns = new AtomicInteger();

  private ExecutorPool pool(Executor executor) {
    return ExecutorPool.on("host", executor, (task, failure) -> failures.add(failure));
  }

  private void runAll() {
    for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
      command.run();
    }
  }

  /// One that wants so many turns.
  private TestTask wanting(int wanted) {
    return TestTask.repeating(1, () -> turns.incrementAndGet() < wanted);
  }

  @Test
  void submit_untilATaskWantsNoMore_eachTurnIsOneCommand() {
    ExecutorPool pool = pool(commands::add);
    assertThat(pool.trySubmit(wanting(3))).isTrue();
    assertThat(pool.snapshot().waiting()).isEqualTo(1);
    assertThat(commands).hasSize(1);
    runAll();
    assertThat(turns).hasValue(3);
    assertThat(pool.snapshot().executed()).isEqualTo(3);
    assertThat(pool.snapshot().waiting()).isZero();
  }

  @Test
  void submit_refused_canBeSubmittedAgain() {
    boolean[] refusing = {true};
    ExecutorPool pool =
        pool(
            command -> {
              if (refusing[0]) {
                throw new RejectedExecutionException("full");
              }
              commands.add(command);
            });
    TestTask task = wanting(1);
    assertThat(pool.trySubmit(task)).isFalse();
    assertThat(pool.snapshot().waiting()).isZero();
    refusing[0] = false;
    assertThat(pool.trySubmit(task)).isTrue();
    runAll();
    assertThat(turns).hasValue(1);
    assertThat(failures).isEmpty();
  }

  @Test
  void submit_withAnExecutorThatFails_isARefusalAndReported() {
    ExecutorPool pool =
        pool(
            command -> {
              throw new IllegalStateException("told to fail");
            });
    assertThat(pool.trySubmit(wanting(1))).isFalse();
    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void submit_withAnExecutorThatFailsAfterTakingTheCommand_runsItAtMostOnce() {
    ExecutorPool pool =
        pool(
            command -> {
              commands.add(command);
              throw new RejectedExecutionException("too late");
            });
    assertThat(pool.trySubmit(wanting(1))).isFalse();
    runAll();
    assertThat(turns).hasValue(0);
  }

  @Test
  @Requirement("W1")
  void submit_withAnExecutorThatRunsWithinExecute_isARefusal() {
    ExecutorPool pool = pool(Runnable::run);
    assertThat(pool.trySubmit(wanting(1))).isFalse();
    assertThat(turns).hasValue(0);
  }

  @Test
  @Requirement("W9")
  void turn_thatThrows_isReportedAndNotRunAgain() {
    ExecutorPool pool = pool(commands::add);
    pool.submit(
        TestTask.once(
            1,
            () -> {
              throw new IllegalStateException("told to fail");
            }));
    runAll();
    assertThat(failures).hasSize(1);
    assertThat(pool.snapshot().failures()).isEqualTo(1);
  }

  @Test
  @Requirement("M2.4")
  void turn_thatCannotBeFollowedByAnother_tellsTheTask() {
    boolean[] refusing = {false};
    ExecutorPool pool =
        pool(
            command -> {
              if (refusing[0]) {
                throw new RejectedExecutionException("full");
              }
              commands.add(command);
            });
    AtomicInteger refused = new AtomicInteger();
    Task task =
        new Task() {
          @Override
          protected boolean run() {
            refusing[0] = true;
            return true;
          }

          @Override
          protected void refused() {
            refused.incrementAndGet();
          }
        };
    pool.submit(task);
    runAll();
    assertThat(refused).hasValue(1);
  }

  /// One without memory for another stripe.
  private static final class FullAdder extends LongAdder {
    private static final long serialVersionUID = 1;

    @Override
    public void increment() {
      throw new OutOfMemoryError("as if");
    }
  }

  @Test
  void run_turnThatCannotBeCounted_isRun() {
    List<LongAdder> adders = new ArrayList<>(List.of(new LongAdder(), new FullAdder()));
    ExecutorPool pool =
        new ExecutorPool(
            "host",
            commands::add,
            (task, failure) -> failures.add(failure),
            () -> adders.isEmpty() ? new LongAdder() : adders.removeFirst());
    assertThat(pool.trySubmit(wanting(1))).isTrue();
    assertThatThrownBy(this::runAll).isInstanceOf(OutOfMemoryError.class);
    assertThat(turns).hasValue(1);
  }

  @Test
  void run_failureThatCannotBeCounted_isReported() {
    List<LongAdder> adders =
        new ArrayList<>(List.of(new LongAdder(), new LongAdder(), new FullAdder()));
    ExecutorPool pool =
        new ExecutorPool(
            "host",
            commands::add,
            (task, failure) -> failures.add(failure),
            () -> adders.removeFirst());
    RuntimeException broken = new IllegalStateException("broken");
    assertThat(
            pool.trySubmit(
                TestTask.once(
                    1,
                    () -> {
                      throw broken;
                    })))
        .isTrue();
    assertThatThrownBy(this::runAll).isInstanceOf(OutOfMemoryError.class);
    assertThat(failures).containsExactly(broken);
  }
}
