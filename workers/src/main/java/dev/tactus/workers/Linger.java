package dev.tactus.workers;

/// A way to wait for more within a turn, for a task whose worker has nothing else to do.
@FunctionalInterface
public interface Linger {
  /// Waits for a moment, unless the worker has something else to do by now. Threads: the one that
  /// runs the turn.
  ///
  /// @param task the task of the turn, whose [Task#hasMore] is asked
  /// @param taken how much there was in a row before this
  /// @return whether there is more
  boolean awaitMore(Task task, int taken);
}
