package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// A thread that knows which worker it is: what a pool runs on unless it is given other threads.
final class WorkerThread extends Thread {
  /// Set once, before the thread is started; null for one that some other program has made.
  @Nullable Worker worker;

  WorkerThread(Runnable run) {
    super(run);
  }
}
