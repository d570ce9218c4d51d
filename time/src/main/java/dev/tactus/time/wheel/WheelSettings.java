package dev.tactus.time.wheel;

import dev.tactus.error.ErrorCode;

/// How large a wheel is and when it complains.
///
/// @param slots number of slots, a power of two from 2 to 2^20; about this many ticks are in reach
/// @param slotCapacity how many entries one slot takes
/// @param overflowCapacity how many entries wait beyond the wheel at most
/// @param reinsertionBatchLimit how many entries move in ahead of time on one tick
/// @param overflowReinsertionThreshold the share of the overflow's capacity above which it counts
///   as nearly full
public record WheelSettings(
    int slots,
    int slotCapacity,
    int overflowCapacity,
    int reinsertionBatchLimit,
    double overflowReinsertionThreshold) {
  /// 512 slots, room for four million entries in a slot and in the overflow, 100 moves, 75 %.
  public static final WheelSettings DEFAULT = new WheelSettings(512, 1 << 22, 1 << 22, 100, 0.75);

  /// Checks the values.
  public WheelSettings {
    require(
        slots >= 2 && slots <= 1 << 20 && Integer.bitCount(slots) == 1,
        "slots",
        slots,
        "a power of two from 2 to 1048576");
    require(slotCapacity >= 1, "slotCapacity", slotCapacity, "1 or more");
    require(overflowCapacity >= 1, "overflowCapacity", overflowCapacity, "1 or more");
    require(
        reinsertionBatchLimit >= 1, "reinsertionBatchLimit", reinsertionBatchLimit, "1 or more");
    require(
        overflowReinsertionThreshold > 0 && overflowReinsertionThreshold <= 1,
        "overflowReinsertionThreshold",
        overflowReinsertionThreshold,
        "above 0 and at most 1");
  }

  private static void require(boolean holds, String name, Object given, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_SCHEDULER_SETTING.mark(
              "The wheel's " + name + " was " + given + "; allowed is " + allowed + "."));
    }
  }

  /// The same with another number of slots.
  public WheelSettings withSlots(int count) {
    return new WheelSettings(
        count, slotCapacity, overflowCapacity, reinsertionBatchLimit, overflowReinsertionThreshold);
  }

  /// The same with another capacity of a slot.
  public WheelSettings withSlotCapacity(int capacity) {
    return new WheelSettings(
        slots, capacity, overflowCapacity, reinsertionBatchLimit, overflowReinsertionThreshold);
  }

  /// The same with another capacity of the overflow.
  public WheelSettings withOverflowCapacity(int capacity) {
    return new WheelSettings(
        slots, slotCapacity, capacity, reinsertionBatchLimit, overflowReinsertionThreshold);
  }

  /// The same with another limit of ahead-of-time moves.
  public WheelSettings withReinsertionBatchLimit(int limit) {
    return new WheelSettings(
        slots, slotCapacity, overflowCapacity, limit, overflowReinsertionThreshold);
  }

  /// The same with another threshold.
  public WheelSettings withOverflowReinsertionThreshold(double share) {
    return new WheelSettings(slots, slotCapacity, overflowCapacity, reinsertionBatchLimit, share);
  }
}
