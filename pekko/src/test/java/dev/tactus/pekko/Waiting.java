package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for events, with a limit that only a hang reaches.
final class Waiting {
  private static final long LIMIT_SECONDS = 30;

  private Waiting() {}

  static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).as("came within the limit").isTrue();
  }

  static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(next).as("came within the limit").isNotNull();
    return next;
  }

  /// Waits for a state that nobody announces.
  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("came within the limit").isLessThan(end);
      LockSupport.parkNanos(200_000);
    }
  }
}
