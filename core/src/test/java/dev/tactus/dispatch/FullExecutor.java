package dev.tactus.dispatch;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/// An executor that can be full; what it takes waits for the test.
public final class FullExecutor implements Executor {
  private final Queue<Runnable> taken = new ArrayDeque<>();

  /// Whether it refuses what it is given.
  public boolean isFull;

  @Override
  public void execute(Runnable command) {
    if (isFull) {
      throw new RejectedExecutionException("full");
    }
    taken.add(command);
  }

  /// Runs what it has, and what that gives it.
  public void runAll() {
    for (Runnable next = taken.poll(); next != null; next = taken.poll()) {
      next.run();
    }
  }
}
