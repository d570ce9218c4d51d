package dev.tactus.scheduler;

import org.jspecify.annotations.Nullable;

/// What one thread keeps that draws numbers, apart from everything that others write.
///
/// Threads: its owner writes, any reads what is volatile.
final class NumberLane extends NumberLines.After {
  /// What makes its numbers others than those of all other lanes, from 1.
  final int mark;

  NumberLane(int mark) {
    this.mark = mark;
  }

  /// Whether something is left of its share of an epoch.
  boolean hasShare(Numbering.Epoch present) {
    if (epoch != present) {
      if (present.share == 0) {
        return false; // what is left of another epoch is still left when that goes on
      }
      epoch = present;
      left = present.share;
    }
    return left > 0;
  }

  /// Whether its share of an epoch is used up.
  boolean hasUsedUp(Numbering.Epoch present) {
    return epoch == present && left <= 0;
  }
}

/// The fields of a [NumberLane].
final class NumberLines {
  private NumberLines() {}

  abstract static class Before {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

    /// Fills the gap behind the header.
    @SuppressWarnings("unused")
    private int p0f;
  }

  /// What the owner writes.
  abstract static class Owned extends Before {
    /// How many numbers were drawn by the clock.
    volatile long drawn;

    /// How many numbers were drawn from the counter that count for many.
    volatile long met;

    /// The latest number that was drawn by the clock.
    long latest;

    /// How many more may be drawn from the epoch below.
    long left;

    Numbering.@Nullable Epoch epoch;
  }

  abstract static class After extends Owned {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
  }
}
