package dev.tactus.workers;

import java.util.function.BooleanSupplier;

/// Does something again and again where the stack of a thread ends, each time with a little more
/// room, so that each of its steps is the one for which there is none.
final class StackEnd {
  private static final int STACK_BYTES = 200_000;
  private static final int ATTEMPTS = 60;

  private final BooleanSupplier attempt;
  private int attempts;
  private int succeeded;

  private StackEnd(BooleanSupplier attempt) {
    this.attempt = attempt;
  }

  /// Attempts it on a thread of its own, until it has had room often enough.
  ///
  /// @return how often it returned true; the other times it has thrown
  static int attempt(BooleanSupplier attempt) throws InterruptedException {
    StackEnd end = new StackEnd(attempt);
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
    if (attempts < ATTEMPTS) {
      try {
        attempts++;
        succeeded += attempt.getAsBoolean() ? 1 : 0;
      } catch (StackOverflowError e) {
        // the next one has more room
      }
    }
  }
}
