package dev.tactus.scheduler;

import org.jspecify.annotations.Nullable;

/// The fields of a [CancelLane]: those of its owner, and those of the ticking thread, each apart
/// from everything that others write.
final class CancelLines {
  /// How many timers a chunk holds.
  private static final int CHUNK = 256;

  private CancelLines() {}

  /// Some places of a lane, each filled once and emptied once.
  static final class Chunk {
    final @Nullable Timer[] places = new @Nullable Timer[CHUNK];

    /// How many places of the lane lie before it.
    final long begin;

    /// The one behind it. Written by the owner of the lane before it pushes there.
    @Nullable Chunk next;

    Chunk(long begin) {
      this.begin = begin;
    }

    /// Whether a place of the lane lies behind it.
    boolean endsBefore(long place) {
      return place - begin >= CHUNK;
    }

    /// The index of a place of the lane.
    int index(long place) {
      return (int) (place - begin);
    }
  }

  abstract static class Before {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

    /// Fills the gap behind the header.
    @SuppressWarnings("unused")
    private int p0f;
  }

  /// What the owner writes.
  abstract static class Owned extends Before {
    /// The number of the thread that owns the lane; 0 before the first.
    volatile long ownerId;

    /// How many timers were pushed.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long pushed;

    /// How many timers its owners have cancelled that count as cancelled, and how many of their own
    /// that the ticking thread never saw.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long cancelled;

    @SuppressWarnings("unused") // accessed through a handle
    volatile long withdrawn;

    /// The chunk that is being filled; null before the first push.
    @Nullable Chunk filling;
  }

  abstract static class Between extends Owned {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

    /// Fills the gap behind the reference above, into which one from below would go otherwise.
    @SuppressWarnings("unused")
    private int p1f;
  }

  /// What the ticking thread writes.
  abstract static class Drained extends Between {
    /// How many timers were taken out.
    long drained;

    /// The chunk that is being emptied; null before the first drain.
    @Nullable Chunk emptying;
  }

  abstract static class After extends Drained {
    @SuppressWarnings("unused")
    private long p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p2a, p2b, p2c, p2d, p2e;
  }
}
