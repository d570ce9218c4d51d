package dev.tactus.workers;

/// The hot fields of a [GlobalQueue]: those that producers write on one cache line, those that the
/// consumer writes on another.
final class GlobalLines {
  private GlobalLines() {}

  /// What producers write.
  abstract static class Producers extends Apart {
    /// How many tasks were pushed, with the highest bit set once the queue is closed.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long pushed;

    /// Those of them that did not get in: their queue was closed, or the stack of their submitter
    /// ended, or its memory. Written under the monitor of the queue, which needs no call, and so no
    /// stack. Workers would look for them for ever.
    volatile long abandoned;

    /// The task that was pushed last. Exchanged through an updater.
    volatile Task tail;

    Producers(Task stub) {
      tail = stub;
    }
  }

  abstract static class BeforeConsumer extends Producers {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

    /// Fills the gap behind the fields above, as the one at the beginning.
    @SuppressWarnings("unused")
    private int p1f;

    BeforeConsumer(Task stub) {
      super(stub);
    }
  }

  /// What the consumer writes.
  abstract static class Consumer extends BeforeConsumer {
    /// How many tasks were taken. Written by the consumer only.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long taken;

    /// The task to be taken next, or the stub in front of it. The consumer's.
    Task head;

    /// Whether somebody is the consumer at the moment.
    @SuppressWarnings("unused") // accessed through a handle
    volatile boolean consuming;

    Consumer(Task stub) {
      super(stub);
      head = stub;
    }
  }

  abstract static class AfterConsumer extends Consumer {
    @SuppressWarnings("unused")
    private long p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p2a, p2b, p2c, p2d, p2e;

    AfterConsumer(Task stub) {
      super(stub);
    }
  }
}
