package dev.tactus.workers;

import java.util.function.BooleanSupplier;

/// Does something again and again where the stack of a thread ends, each time with a little more
/// room, so that each of its steps is the one for which there is none.
final class StackEnd {
  private static final int STACK_BYTES = 200_000;
  private static final int ATTEMPTS = 60;

  private final BooleanSupplier attempt;
  private int attemptsLeft;
  private int succeeded;

  private StackEnd(int attempts, BooleanSupplier attempt) {
    this.attemptsLeft = attempts;
    this.attempt = attempt;
  }

  /// Attempts it on a thread of its own, until it has had room often enough.
  ///
  /// @return how often it returned true; the other times it has thrown
  static int attempt(BooleanSupplier attempt) throws InterruptedException {
    return attempt(ATTEMPTS, attempt);
  }

  /// The same, so many times.
  static int attempt(int attempts, BooleanSupplier attempt) throws InterruptedException {
    StackEnd end = new StackEnd(attempts, attempt);
    Thread thread = new Thread(null, end::descend, "steep", STACK_BYTES);
    thread.start();
    if (!thread.join(TestThreads.PATIENCE)) {
      throw new AssertionError("it does not end");
    }
    return end.succeeded;
  }

  @SuppressWarnings("InfiniteRecursion") // that is how it gets there
  private void descend() {
    try {
      descend();
    } catch (StackOverflowError e) {
      // here is its end
    }
    if (attemptsLeft > 0) {
      try {
        attemptsLeft--;
        succeeded += attempt.getAsBoolean() ? 1 : 0;
      } catch (StackOverflowError e) {
        // the next one has more room
      }
    }
  }
}
