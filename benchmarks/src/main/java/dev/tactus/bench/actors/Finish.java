package dev.tactus.bench.actors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What a workload's thread waits for: a number of actors that say that they are done.
final class Finish {
  private static final int TIMEOUT_SECONDS = 60;

  private final CountDownLatch left;

  Finish(int actors) {
    left = new CountDownLatch(actors);
  }

  /// Says that one is done. Threads: any.
  void reached() {
    left.countDown();
  }

  /// Waits for all. What they wrote before they were done can be read after.
  void await() throws InterruptedException {
    if (!left.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          left.getCount() + " actors were not done after " + TIMEOUT_SECONDS + " s");
    }
  }

  /// Checks a count of the outcome.
  static void check(String what, long expected, long found) {
    if (expected != found) {
      throw new IllegalStateException(what + ": " + expected + " expected, " + found + " found");
    }
  }
}
