package dev.tactus.workers;

/// The hot field of a [Crew], apart from everything else: each submission and each turn reads it,
/// on every worker.
final class CrewLines {
  private CrewLines() {}

  abstract static class Signals extends Apart {
    @SuppressWarnings("unused") // accessed through a handle
    volatile int signals = Crew.SAMPLE;
  }

  abstract static class After extends Signals {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
  }
}
