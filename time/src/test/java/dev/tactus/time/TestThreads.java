package dev.tactus.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/// Threads that begin at the same moment, whose failures fail the test.
public final class TestThreads {
  /// Far more than anything here takes, so that only a lost wake-up or a deadlock reaches it.
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final CountDownLatch start = new CountDownLatch(1);

  /// Adds a thread that waits for [#start()].
  public TestThreads with(Runnable work) {
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

  /// Adds several threads.
  public TestThreads with(int count, Runnable work) {
    for (int i = 0; i < count; i++) {
      with(work);
    }
    return this;
  }

  /// Lets all of them go.
  public TestThreads start() {
    start.countDown();
    return this;
  }

  /// Whether all have ended.
  public boolean haveEnded() {
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /// Waits for the end of all of them.
  public void join() throws InterruptedException {
    for (Thread thread : threads) {
      if (!thread.join(PATIENCE)) {
        throw new AssertionError("a thread did not end: " + List.of(thread.getStackTrace()));
      }
    }
    for (Throwable failure : failures) {
      throw new AssertionError("a thread failed", failure);
    }
  }
}
