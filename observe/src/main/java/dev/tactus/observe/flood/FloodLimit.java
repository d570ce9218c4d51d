package dev.tactus.observe.flood;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// Lets so many events of a second through and counts the others, at the cost of reading a clock
/// and a counter.
///
/// The second is replaced by whoever sees the next one first. Two who do so at once may let a few
/// more through than there should be; none is lost to the count.
///
/// Threads: any.
public final class FloodLimit {
  private static final long SECOND = 1_000_000_000L;

  private final int perSecond;
  private final LongSupplier nanos;
  private final AtomicLong second = new AtomicLong(Long.MIN_VALUE);
  private final AtomicInteger used = new AtomicInteger();
  private final LongAdder suppressed = new LongAdder();

  /// A limit on this clock.
  public FloodLimit(int perSecond, LongSupplier nanos) {
    this.perSecond = perSecond;
    this.nanos = nanos;
  }

  /// Whether this one may pass.
  public boolean admit() {
    long now = Math.floorDiv(nanos.getAsLong(), SECOND);
    long seen = second.get();
    if (now != seen && second.compareAndSet(seen, now)) {
      used.set(0);
    }
    if (used.get() < perSecond && used.incrementAndGet() <= perSecond) {
      return true;
    }
    suppressed.increment();
    return false;
  }

  /// How many did not pass since this was last asked.
  public long takeSuppressed() {
    return suppressed.sumThenReset();
  }
}
