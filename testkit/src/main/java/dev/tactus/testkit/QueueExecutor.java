package dev.tactus.testkit;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/// An executor whose tasks wait until the test runs them: a busy executor, as slow as the test
/// wants it.
///
/// Threads: one.
public final class QueueExecutor implements Executor {
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private boolean rejecting;

  private QueueExecutor() {}

  /// An executor without tasks.
  public static QueueExecutor create() {
    return new QueueExecutor();
  }

  @Override
  public void execute(Runnable task) {
    if (rejecting) {
      throw new RejectedExecutionException(
          "This queue executor was told to reject; call rejecting(false) to let it take tasks.");
    }
    waiting.add(task);
  }

  /// Makes the executor refuse tasks, or take them again.
  public void rejecting(boolean on) {
    rejecting = on;
  }

  /// How many tasks wait.
  public int size() {
    return waiting.size();
  }

  /// Runs the task that has waited longest.
  ///
  /// @return whether there was one
  public boolean runNext() {
    Runnable next = waiting.poll();
    if (next == null) {
      return false;
    }
    next.run();
    return true;
  }

  /// Runs tasks until none waits, including those that come meanwhile.
  ///
  /// @return how many were run
  public int runAll() {
    int count = 0;
    while (runNext()) {
      count++;
    }
    return count;
  }
}
