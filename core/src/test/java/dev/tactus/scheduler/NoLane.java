package dev.tactus.scheduler;

import java.util.concurrent.FutureTask;

/// Runs what a test does on a thread that never has a [CancelLane]: it counts in the shared adders.
final class NoLane {
  private NoLane() {}

  static void run(Runnable step) throws Throwable {
    FutureTask<Void> task = new FutureTask<>(step, null);
    Thread.ofVirtual().start(task).join();
    if (task.state() == FutureTask.State.FAILED) {
      throw task.exceptionNow();
    }
  }
}
