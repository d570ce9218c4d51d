package dev.tactus.scheduler;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a thread knows of the runs that are under way on it.
///
/// A run sets the field and puts back what was there before, so that a task which runs inside
/// another one, on a direct executor, leaves the outer batch as it was.
final class BatchScope {
  private static final long NO_BATCH = 0;
  private static final int MODE_BITS = 2;
  private static final int MODE_MASK = (1 << MODE_BITS) - 1;

  /// The batch of every one-shot, packed.
  static final long ONE_SHOT = packed(ExecutionMode.ONE_SHOT, 1);

  private static final ThreadLocal<BatchScope> OF_THREAD = ThreadLocal.withInitial(BatchScope::new);

  /// The batch of the innermost run, packed, or [#NO_BATCH]. A number and not the batch itself: a
  /// write of a reference into an old object costs a collector's barrier, for every timer twice.
  private long batch = NO_BATCH;

  /// The periodic timer that this thread is giving to its executor after a run, and whether the
  /// executor ran it at once. A loop then takes the place of a recursion as deep as there are runs.
  @Nullable Runnable resubmitting;

  boolean runAgain;

  private BatchScope() {}

  static BatchScope ofThisThread() {
    return OF_THREAD.get();
  }

  /// What [#enter] takes for a run that stands for so many due times.
  static long packed(ExecutionMode mode, int runs) {
    int code =
        switch (mode) {
          case ONE_SHOT -> 0;
          case FIXED_RATE -> 1;
          case FIXED_DELAY -> 2;
        };
    return (long) runs << MODE_BITS | code;
  }

  /// Begins a run.
  ///
  /// @return what [#leave] has to put back
  long enter(long packed) {
    long outer = batch;
    batch = packed;
    return outer;
  }

  /// Ends a run.
  void leave(long outer) {
    batch = outer;
  }

  /// The batch of the innermost run; empty outside of one.
  Optional<ExecutionBatch> batch() {
    if (batch == NO_BATCH) {
      return Optional.empty();
    }
    ExecutionMode mode =
        switch ((int) batch & MODE_MASK) {
          case 0 -> ExecutionMode.ONE_SHOT;
          case 1 -> ExecutionMode.FIXED_RATE;
          default -> ExecutionMode.FIXED_DELAY;
        };
    return Optional.of(new ExecutionBatch((int) (batch >> MODE_BITS), mode));
  }
}
