package dev.tactus.scheduler;

import org.jspecify.annotations.Nullable;

/// Holds the batch of the run that is under way on a thread.
///
/// A run sets the field and puts back what was there before, so that a task which runs inside
/// another one, on a direct executor, leaves the outer batch as it was.
final class BatchScope {
  private static final ThreadLocal<BatchScope> OF_THREAD = ThreadLocal.withInitial(BatchScope::new);

  @Nullable ExecutionBatch batch;

  private BatchScope() {}

  static BatchScope ofThisThread() {
    return OF_THREAD.get();
  }
}
