package dev.tactus.mailbox;

/// Does something again and again where the stack of a thread ends, each time with a little more
/// room, so that each of its steps is the one for which there is none.
final class StackEnd {
  private static final int STACK_BYTES = 300_000;

  private final Runnable attempt;
  private int attemptsLeft;

  private StackEnd(int attempts, Runnable attempt) {
    this.attemptsLeft = attempts;
    this.attempt = attempt;
  }

  /// Attempts it so many times, on a thread of its own.
  static void attempt(int attempts, Runnable attempt) throws InterruptedException {
    StackEnd end = new StackEnd(attempts, attempt);
    Thread thread = new Thread(null, end::descend, "steep", STACK_BYTES);
    thread.start();
    thread.join();
  }

  @SuppressWarnings("InfiniteRecursion") // that is how it gets there
  private void descend() {
    try {
      descend();
    } catch (StackOverflowError e) {
      // here is its end
    }
    if (attemptsLeft > 0) {
      attemptsLeft--;
      try {
        attempt.run();
      } catch (StackOverflowError e) {
        // the next one has more room
      }
    }
  }
}
