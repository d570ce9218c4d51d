package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// The hot field of a [ReadySampler], which each turn reads; see [Apart].
final class SamplerLines {
  private SamplerLines() {}

  abstract static class Noted extends Apart {
    volatile @Nullable Task noted;
  }

  abstract static class After extends Noted {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
  }
}
