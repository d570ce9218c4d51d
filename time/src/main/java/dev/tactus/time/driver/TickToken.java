package dev.tactus.time.driver;

import dev.tactus.time.MonotonicInstant;
import dev.tactus.time.TickScale;
import java.util.function.LongConsumer;

/// A stretch of ticks that a driver hands over at once. No tick is in two tokens, and none is in no
/// token.
///
/// @param firstTick the first tick of the stretch
/// @param lastTick the last tick of the stretch, at least `firstTick`
/// @param dueTick the tick for which the driver meant to hand over, within the stretch
/// @param mode whether the driver was in time
/// @param jitterNanos how late the driver itself woke up for `dueTick`
/// @param scale what the ticks mean
public record TickToken(
    long firstTick, long lastTick, long dueTick, TickMode mode, long jitterNanos, TickScale scale) {
  /// Checks the order of the ticks.
  public TickToken {
    if (firstTick > dueTick || dueTick > lastTick || jitterNanos < 0) {
      throw new IllegalArgumentException(
          "A token was given the ticks "
              + firstTick
              + " <= "
              + dueTick
              + " <= "
              + lastTick
              + " and a jitter of "
              + jitterNanos
              + " ns; the ticks must be in this order and the jitter 0 or more.");
    }
  }

  /// How many ticks the stretch has.
  public long ticks() {
    return lastTick - firstTick + 1;
  }

  /// Shows the deadline of each tick, first to last, in nanoseconds of the clock.
  public void forEachDeadline(LongConsumer consumer) {
    for (long tick = firstTick; tick <= lastTick; tick++) {
      consumer.accept(scale.boundaryNanos(tick));
    }
  }

  /// The moment at which the last tick of the stretch began.
  public MonotonicInstant lastDeadline() {
    return new MonotonicInstant(scale.boundaryNanos(lastTick));
  }
}
