package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// The hot fields of a [WorkDeque], each on a cache line of its own.
///
/// The virtual machine lays out the fields of a class behind those of its superclass, so the
/// padding between them stays where it is.
final class DequeLines {
  private DequeLines() {}

  /// What thieves write.
  abstract static class Top extends Apart {
    /// The index of the oldest task. Only rises, only by a CAS.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long top;
  }

  abstract static class BeforeBottom extends Top {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
  }

  /// What the owner writes, and what it needs for that.
  abstract static class Bottom extends BeforeBottom {
    /// Replaced by the owner now and then; thieves read it through a handle.
    @Nullable Task[] ring;

    final int mask;

    /// The index behind the newest task. Written by the owner only.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long bottom;

    /// A value that `top` had; the owner's, so that a push need not read what thieves write.
    long topSeen;

    Bottom(int capacity) {
      ring = new @Nullable Task[capacity];
      mask = capacity - 1;
    }
  }

  abstract static class AfterBottom extends Bottom {
    @SuppressWarnings("unused")
    private long p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p2a, p2b, p2c, p2d, p2e;

    AfterBottom(int capacity) {
      super(capacity);
    }
  }
}
