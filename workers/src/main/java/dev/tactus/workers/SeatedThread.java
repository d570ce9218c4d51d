package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// The fields of a [WorkerThread].
abstract class SeatedThread extends Thread {
  /// Set once, before the thread is started; null for one that some other program has made.
  @Nullable Worker worker;

  /// The pool of that worker.
  @Nullable WorkerPool pool;

  SeatedThread(Runnable run) {
    super(run);
  }
}
