package dev.tactus.scheduler;

import org.jspecify.annotations.Nullable;

/// What a thread knows of the runs that are under way on it.
///
/// A run sets the field and puts back what was there before, so that a task which runs inside
/// another one, on a direct executor, leaves the outer batch as it was.
final class BatchScope {
  private static final ThreadLocal<BatchScope> OF_THREAD = ThreadLocal.withInitial(BatchScope::new);

  /// The batch of the innermost run.
  @Nullable ExecutionBatch batch;

  /// The periodic timer that this thread is giving to its executor after a run, and whether the
  /// executor ran it at once. A loop then takes the place of a recursion as deep as there are runs.
  @Nullable Runnable resubmitting;

  boolean runAgain;

  private BatchScope() {}

  static BatchScope ofThisThread() {
    return OF_THREAD.get();
  }
}
