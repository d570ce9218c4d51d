package dev.tactus.scheduler;

import java.util.concurrent.Executor;

/// Runs a task at once, on the caller's thread.
enum DirectExecutor implements Executor {
  INSTANCE;

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public String toString() {
    return "direct";
  }
}
