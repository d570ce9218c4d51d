package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// The hot field of a [ReadySampler], which each turn reads; apart for the reason that [CrewLines]
/// gives.
final class SamplerLines {
  private SamplerLines() {}

  abstract static class Before {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

    /// Fills the gap behind the header, into which a field from below would go otherwise.
    @SuppressWarnings("unused")
    private int p0f;
  }

  abstract static class Noted extends Before {
    @SuppressWarnings("unused") // accessed through a handle
    volatile @Nullable Task noted;
  }

  abstract static class After extends Noted {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
  }
}
