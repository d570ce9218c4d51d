package dev.tactus.workers;

import java.util.List;

/// How a shutdown went.
///
/// @param left the tasks that were queued and did not run; nobody will run them
/// @param stuckThreads names of workers whose turn has not ended; each ends after it, and hands
///   what it leaves to the [FailureHandler]
public record ShutdownReport(List<Task> left, List<String> stuckThreads) {
  /// Copies the lists.
  public ShutdownReport {
    left = List.copyOf(left);
    stuckThreads = List.copyOf(stuckThreads);
  }

  /// How many tasks did not run.
  public int leftCount() {
    return left.size();
  }

  /// Whether everything that was submitted has run to its end.
  public boolean isDrained() {
    return left.isEmpty() && stuckThreads.isEmpty();
  }
}
