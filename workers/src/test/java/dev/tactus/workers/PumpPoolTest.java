package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tasks that the caller runs.
@Requirement({"M2.6", "M7.1"})
final class PumpPoolTest {
  private final List<Throwable> failures = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final List<Integer> ran = new ArrayList<>();
  private final PumpPool pool =
      PumpPool.of("pump", calls::incrementAndGet, (task, failure) -> failures.add(failure));

  @Test
  void runOne_inTheOrderOfSubmission_runsOneTurn() {
    pool.submit(TestTask.once(1, () -> ran.add(1)));
    pool.submit(TestTask.once(2, () -> ran.add(2)));
    assertThat(calls).hasValue(2);
    assertThat(ran).isEmpty();
    assertThat(pool.runOne()).isTrue();
    assertThat(ran).containsExactly(1);
    assertThat(pool.snapshot().waiting()).isEqualTo(1);
    assertThat(pool.runOne()).isTrue();
    assertThat(pool.runOne()).isFalse();
    assertThat(pool.snapshot().executed()).isEqualTo(2);
  }

  @Test
  void runAll_withATaskThatWantsMore_alternatesWithTheOthers() {
    AtomicInteger left = new AtomicInteger(2);
    pool.submit(
        TestTask.repeating(
            1,
            () -> {
              ran.add(1);
              return left.getAndDecrement() > 0;
            }));
    pool.submit(TestTask.once(2, () -> ran.add(2)));
    assertThat(pool.runAll(100)).isEqualTo(4);
    assertThat(ran).containsExactly(1, 2, 1, 1);
  }

  @Test
  void runAll_withALimit_stopsThere() {
    pool.submit(TestTask.repeating(1, () -> true));
    assertThat(pool.runAll(7)).isEqualTo(7);
  }

  @Test
  @Requirement("W9")
  void runOne_ofATaskThatThrows_reportsItAndGoesOn() {
    pool.submit(
        TestTask.once(
            1,
            () -> {
              throw new IllegalStateException("told to fail");
            }));
    assertThat(pool.runOne()).isTrue();
    assertThat(failures).hasSize(1);
  }

  @Test
  @Requirement("W9")
  void submit_stackUsedUpInTheCall_isNotIn() {
    PumpPool steep =
        PumpPool.of(
            "pump",
            () -> {
              throw new StackOverflowError("as if");
            },
            (task, failure) -> failures.add(failure));
    TestTask task = TestTask.idle(1);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> steep.trySubmit(task)).isInstanceOf(StackOverflowError.class);
      assertThat(steep.runOne()).isFalse();
    }
  }

  @Test
  @Requirement("W9")
  void runOne_wantsAnotherTurnAndStackUsedUpInTheCall_hasIt() {
    PumpPool steep =
        PumpPool.of(
            "pump",
            () -> {
              if (calls.incrementAndGet() == 2) {
                throw new StackOverflowError("as if");
              }
            },
            (task, failure) -> failures.add(failure));
    steep.submit(TestTask.repeating(1, () -> ran.add(1) && ran.size() < 2));
    assertThat(steep.runAll(10)).isEqualTo(2);
    assertThat(ran).hasSize(2);
  }

  @Test
  void submit_withACallThatThrows_isAcceptedAndReported() {
    PumpPool loud =
        PumpPool.of(
            "pump",
            () -> {
              throw new IllegalStateException("told to fail");
            },
            (task, failure) -> failures.add(failure));
    assertThat(loud.trySubmit(TestTask.once(1, () -> ran.add(1)))).isTrue();
    assertThat(failures).hasSize(1);
    assertThat(loud.runOne()).isTrue();
    assertThat(ran).containsExactly(1);
  }

  @Test
  @Requirement("M7.3")
  void close_withATaskThatWantsAnotherTurn_tellsTheTask() {
    AtomicInteger refused = new AtomicInteger();
    pool.submit(
        new Task() {
          @Override
          protected boolean run() {
            return true;
          }

          @Override
          protected void refused() {
            refused.incrementAndGet();
          }
        });
    pool.close();
    assertThat(pool.trySubmit(TestTask.idle(2))).isFalse();
    assertThatThrownBy(() -> pool.submit(TestTask.idle(3)))
        .isInstanceOf(PoolClosedException.class)
        .hasMessageContaining("pump");
    assertThat(pool.runAll(10)).isEqualTo(1);
    assertThat(refused).hasValue(1);
  }

  @Test
  @Requirement("W9")
  void trySubmit_whereTheStackEnds_throwsOnlyWhereTheTaskIsNotIn() throws Exception {
    PumpPool pump = PumpPool.of("pump", () -> {}, (task, failure) -> failures.add(failure));
    AtomicInteger refused = new AtomicInteger();
    for (int round = 0; round < 20; round++) {
      int accepted =
          StackEnd.attempt(
              () -> {
                boolean isIn = false;
                try {
                  isIn = pump.trySubmit(TestTask.idle(1));
                } finally {
                  if (!isIn) {
                    refused.getAndIncrement();
                  }
                }
                return isIn;
              });
      assertThat(pump.runAll(1_000)).isEqualTo(accepted);
    }
    assertThat(refused).hasPositiveValue();
  }
}
