package dev.tactus.workers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Threads that begin at the same moment, whose failures fail the test.
final class TestThreads {
  /// Far more than anything here takes, so that only a lost wake-up or a deadlock reaches it.
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final CountDownLatch start = new CountDownLatch(1);

  /// Adds a thread that waits for [#run()].
  TestThreads with(Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                start.await();
                work.run();
              } catch (InterruptedException | RuntimeException | AssertionError e) {
                failures.add(e);
              }
            });
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
    return this;
  }

  /// Lets all of them go and waits for their end.
  void run() throws InterruptedException {
    start.countDown();
    for (Thread thread : threads) {
      if (!thread.join(PATIENCE)) {
        throw new AssertionError("a thread did not end: " + List.of(thread.getStackTrace()));
      }
    }
    for (Throwable failure : failures) {
      throw new AssertionError("a thread failed", failure);
    }
  }

  /// Waits until something holds that other threads bring about.
  static void await(String what, BooleanSupplier condition) {
    long since = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - since > PATIENCE.toNanos()) {
        throw new AssertionError("still waiting for " + what);
      }
      Thread.onSpinWait();
    }
  }

  /// Waits for a latch.
  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still waiting for " + latch.getCount());
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
