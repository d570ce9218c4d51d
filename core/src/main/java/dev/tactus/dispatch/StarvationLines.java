package dev.tactus.dispatch;

/// The hot field of a [StarvationWatch], which each submission reads; see [Apart].
final class StarvationLines {
  private StarvationLines() {}

  abstract static class Watching extends Apart {
    @SuppressWarnings("unused") // accessed through a handle
    volatile boolean watching;
  }

  abstract static class After extends Watching {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
  }
}
