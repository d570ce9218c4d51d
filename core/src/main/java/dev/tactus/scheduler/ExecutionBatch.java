package dev.tactus.scheduler;

import java.util.Optional;

/// What the present run of a task stands for.
///
/// @param runs how many due times this run stands for, at least 1
/// @param mode how the timer repeats
public record ExecutionBatch(int runs, ExecutionMode mode) {
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
    return BatchScope.ofThisThread().batch();
  }
}
