package dev.tactus.workers;

/// The variable behind a run-next slot, apart from everything else: see [RunNext].
final class NextSlot extends WorkerLines.Next {
  @SuppressWarnings("unused")
  private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
}
