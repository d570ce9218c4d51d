package dev.tactus.workers;

/// The hot fields of [IdleWorkers], apart from everything that others write.
final class IdleLines {
  private IdleLines() {}

  abstract static class Word extends Apart {
    @SuppressWarnings("unused") // accessed through a handle
    volatile long word;

    /// Since when a worker that was woken is awaited, not 0; 0 when none is. Written by who wakes
    /// it, before it is awake, and by the worker when it has come. Racy: of two that are awaited,
    /// the one that comes makes the other one's mark anew, if it sees that there is one.
    volatile long awaitedSinceNanos;

    /// How many may begin to search on their own.
    final int searchersMax;

    Word(int searchersMax) {
      this.searchersMax = searchersMax;
    }
  }

  abstract static class After extends Word {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

    After(int searchersMax) {
      super(searchersMax);
    }
  }
}
