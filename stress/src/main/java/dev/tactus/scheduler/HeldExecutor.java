package dev.tactus.scheduler;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Keeps the timer that it is given until a test runs it. It serves one timer.
final class HeldExecutor implements Executor {
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger given = new AtomicInteger();
  private volatile @Nullable Runnable timer;
  private volatile boolean hadTwo;

  /// Whether it runs what it gets at once, on the thread that gives it.
  private volatile boolean runsAtOnce;

  @Override
  public void execute(Runnable command) {
    given.incrementAndGet();
    if (runsAtOnce) {
      command.run();
      return;
    }
    timer = command;
    if (waiting.incrementAndGet() > 1) {
      hadTwo = true;
    }
  }

  /// From now on runs at once what it gets.
  void runAtOnce() {
    runsAtOnce = true;
  }

  /// Runs the timer once, if it waits. Threads: one at a time.
  void runNext() {
    Runnable next = timer;
    if (next != null && waiting.get() > 0) {
      waiting.decrementAndGet();
      next.run();
    }
  }

  /// Runs until nothing waits, also what is given meanwhile.
  void runAll() {
    while (waiting.get() > 0) {
      runNext();
    }
  }

  /// How often it was given the timer.
  int given() {
    return given.get();
  }

  /// Whether it ever had the timer twice at the same time.
  boolean hadTwo() {
    return hadTwo;
  }
}
