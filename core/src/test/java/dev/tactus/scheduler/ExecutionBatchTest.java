package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/// The batch of a run can be read inside of it, and nowhere else.
@Requirement("S8.1")
final class ExecutionBatchTest {
  private static final ExecutionBatch ONCE = new ExecutionBatch(1, ExecutionMode.ONE_SHOT);
  private static final ExecutionBatch RATE = new ExecutionBatch(1, ExecutionMode.FIXED_RATE);
  private static final ExecutionBatch DELAY = new ExecutionBatch(1, ExecutionMode.FIXED_DELAY);

  private final List<Optional<ExecutionBatch>> seen = new ArrayList<>();

  private void look() {
    seen.add(ExecutionBatch.current());
  }

  @Test
  void current_insideOfEveryKindOfRun_isItsBatch() {
    ManualExecutor manual = new ManualExecutor();
    for (Executor executor : List.<Executor>of(Scheduler.DIRECT, manual, Runnable::run)) {
      try (VirtualScheduler virtual = VirtualScheduler.start()) {
        seen.clear();
        virtual.once(1, this::look, executor);
        virtual.atFixedRate(1, this::look, executor);
        virtual.withFixedDelay(1, this::look, executor);
        virtual.advanceTicks(1);
        look();
        manual.runAll();
        look();
        seen.removeIf(Optional::isEmpty);
        assertThat(seen).containsExactly(Optional.of(ONCE), Optional.of(RATE), Optional.of(DELAY));
      }
    }
  }

  @Test
  void current_outsideOfARun_isEmpty() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      look();
      virtual.once(1, () -> {});
      look();
      virtual.advanceTicks(1);
      look();
      assertThat(seen).hasSize(3).containsOnly(Optional.empty());
    }
  }

  @Test
  void current_afterARunThatThrew_isEmpty() {
    ManualExecutor executor = new ManualExecutor();
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Runnable failing =
          () -> {
            throw new IllegalStateException("no");
          };
      Runnable fatal =
          () -> {
            throw new InternalError("a test");
          };
      virtual.once(1, failing);
      virtual.once(1, failing, executor);
      virtual.atFixedRate(1, failing, Scheduler.DIRECT);
      virtual.atFixedRate(1, failing, executor);
      virtual.withFixedDelay(1, failing, Scheduler.DIRECT);
      virtual.advanceTicks(1);
      look();
      executor.runAll();
      look();
      virtual.once(1, fatal);
      virtual.atFixedRate(2, fatal, executor);
      assertThatThrownBy(() -> virtual.advanceTicks(1)).isInstanceOf(InternalError.class);
      look();
      virtual.advanceTicks(1);
      assertThatThrownBy(executor::runAll).isInstanceOf(InternalError.class);
      look();
      assertThat(seen).hasSize(4).containsOnly(Optional.empty());
    }
  }

  @Test
  void current_afterARunInsideOfARun_isTheOuterOneAgain() {
    ManualExecutor executor = new ManualExecutor();
    try (VirtualScheduler outer = VirtualScheduler.start();
        VirtualScheduler inner = VirtualScheduler.start()) {
      inner.once(1, this::look);
      inner.once(
          1,
          () -> {
            throw new IllegalStateException("no");
          });
      outer.atFixedRate(
          1,
          () -> {
            look();
            inner.advanceTicks(1);
            look();
          },
          executor);
      outer.advanceTicks(1);
      executor.runAll();
      look();
      assertThat(seen)
          .containsExactly(
              Optional.of(RATE), Optional.of(ONCE), Optional.of(RATE), Optional.empty());
    }
  }

  @Test
  void missedRuns_areOneLessThanRuns() {
    assertThat(new ExecutionBatch(1, ExecutionMode.FIXED_RATE).missedRuns()).isZero();
    assertThat(new ExecutionBatch(65, ExecutionMode.FIXED_RATE).missedRuns()).isEqualTo(64);
  }
}
