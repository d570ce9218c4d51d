package dev.tactus.scheduler;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/// An executor whose tasks run when the test says so; it can be told to refuse.
final class ManualExecutor implements Executor {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int refusalsLeft;
  private int refused;

  @Override
  public void execute(Runnable task) {
    if (refusalsLeft > 0) {
      refusalsLeft--;
      refused++;
      throw new RejectedExecutionException("the test says no");
    }
    waiting.add(task);
  }

  /// Refuses the next tasks, this many.
  void refuse(int times) {
    refusalsLeft = times;
  }

  int refused() {
    return refused;
  }

  int waiting() {
    return waiting.size();
  }

  void runNext() {
    waiting.remove().run();
  }

  /// Runs until nothing waits, also what tasks add meanwhile.
  ///
  /// @return how many ran
  int runAll() {
    int count = 0;
    Runnable next;
    while ((next = waiting.poll()) != null) {
      next.run();
      count++;
    }
    return count;
  }
}
