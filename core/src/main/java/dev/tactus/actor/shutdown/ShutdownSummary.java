package dev.tactus.actor.shutdown;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How a coordinated shutdown went.
///
/// @param phases in the order in which they ran
public record ShutdownSummary(List<PhaseSummary> phases) {
  /// Copies the list.
  public ShutdownSummary {
    phases = List.copyOf(phases);
  }

  /// Whether every task of every phase ended in time and without an error.
  public boolean isClean() {
    return phases.stream().allMatch(PhaseSummary::isClean);
  }

  /// How one phase went.
  ///
  /// @param name which
  /// @param isSkipped whether it was left out, because a phase before it failed
  /// @param took how long it took
  /// @param tasks in the order in which they were added
  public record PhaseSummary(
      String name, boolean isSkipped, Duration took, List<TaskSummary> tasks) {
    /// Copies the list.
    public PhaseSummary {
      tasks = List.copyOf(tasks);
    }

    /// Whether it ran, and every task ended in time and without an error.
    public boolean isClean() {
      return !isSkipped && tasks.stream().allMatch(task -> task.outcome() == Outcome.DONE);
    }
  }

  /// How one task went.
  ///
  /// @param name which
  /// @param outcome how it ended
  /// @param error what went wrong; empty unless it failed
  public record TaskSummary(String name, Outcome outcome, Optional<Throwable> error) {}

  /// How a task ended.
  public enum Outcome {
    /// In time and without an error.
    DONE,
    /// With an error.
    FAILED,
    /// Not before the time of its phase was over.
    TIMED_OUT
  }
}
