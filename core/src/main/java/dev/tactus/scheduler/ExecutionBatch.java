package dev.tactus.scheduler;

import java.util.Optional;

/// What the present run of a task stands for.
///
/// @param runs how many due times this run stands for, at least 1
/// @param mode how the timer repeats
public record ExecutionBatch(int runs, ExecutionMode mode) {
  static final ExecutionBatch ONE_SHOT = new ExecutionBatch(1, ExecutionMode.ONE_SHOT);
  static final ExecutionBatch FIXED_RATE = new ExecutionBatch(1, ExecutionMode.FIXED_RATE);
  static final ExecutionBatch FIXED_DELAY = new ExecutionBatch(1, ExecutionMode.FIXED_DELAY);

  /// Checks the number of runs.
  public ExecutionBatch {
    if (runs < 1) {
      throw new IllegalArgumentException(
          "A batch was given " + runs + " runs; it stands for at least 1.");
    }
  }

  /// How many due times passed without a run of their own, because the task was not done with an
  /// earlier one.
  public int missedRuns() {
    return runs - 1;
  }

  /// The batch of the scheduled task that runs on this thread; empty outside of one.
  public static Optional<ExecutionBatch> current() {
    return Optional.ofNullable(BatchScope.ofThisThread().batch);
  }

  static ExecutionBatch fixedRate(int runs) {
    return runs == 1 ? FIXED_RATE : new ExecutionBatch(runs, ExecutionMode.FIXED_RATE);
  }
}
