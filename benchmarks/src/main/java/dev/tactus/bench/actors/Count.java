package dev.tactus.bench.actors;

/// How many messages an actor has got, until it has got all.
///
/// It is an object of its own because its actor writes it with each message: beside fields that
/// senders read, it would take the line out of their caches each time, and that would be measured
/// instead of the runtime.
///
/// Threads: one run at a time; within it, [#next] is the actor's.
final class Count {
  private Finish finish = new Finish(0);
  private int expected;
  private int counted;

  /// Begins a run.
  void expect(int messages) {
    expect(messages, new Finish(1));
  }

  /// Begins a run of several, which have one end: who waits for each of them in turn wakes up as
  /// often, and takes a core from them.
  void expect(int messages, Finish ofAll) {
    finish = ofAll;
    expected = messages;
    counted = 0;
  }

  /// Counts a message.
  void next() {
    counted++;
    if (counted == expected) {
      finish.reached();
    }
  }

  /// Waits for all of them.
  void await() throws InterruptedException {
    finish.await();
    check();
  }

  /// Checks the outcome, after the end.
  void check() {
    Finish.check("messages counted", expected, counted);
  }
}
