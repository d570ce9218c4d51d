package dev.tactus.scheduler;

import java.util.concurrent.atomic.AtomicBoolean;

/// A task that counts its runs and the due times they stand for.
///
/// The counts are plain fields. So they come out right only if no two runs overlap and each run
/// sees what the one before wrote, on whatever threads they are.
final class RunTally implements Runnable {
  private final AtomicBoolean inside = new AtomicBoolean();
  private volatile boolean overlapped;
  private int runs;
  private int dueTimes;

  @Override
  public void run() {
    if (!inside.compareAndSet(false, true)) {
      overlapped = true;
    }
    runs++;
    dueTimes += ExecutionBatch.current().orElseThrow().runs();
    inside.setPlain(false); // orders nothing, so that it does not hide a missing order
  }

  int runs() {
    return runs;
  }

  int dueTimes() {
    return dueTimes;
  }

  /// Whether two runs were ever under way at the same time.
  boolean overlapped() {
    return overlapped;
  }
}
