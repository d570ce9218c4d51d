package dev.tactus.time.wheel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a wheel has to do, done in the simplest way: one sorted set of everything that waits.
final class SortedOracle {
  private static final Comparator<TestEntry> BY_TICK_THEN_ORDER =
      Comparator.<TestEntry>comparingLong(e -> e.expectedTick).thenComparingLong(e -> e.order);

  private final TreeSet<TestEntry> sorted = new TreeSet<>(BY_TICK_THEN_ORDER);

  /// The same entries in no order, to choose one of them at random.
  private final List<TestEntry> waiting = new ArrayList<>();

  /// Takes an entry in; one whose deadline has passed is due on the tick after `position`.
  void insert(TestEntry entry, long position) {
    entry.expectedTick = Math.max(entry.deadlineTick, position + 1);
    entry.index = waiting.size();
    waiting.add(entry);
    if (!sorted.add(entry)) {
      throw new AssertionError("the test inserted " + entry + " twice");
    }
  }

  /// Takes an entry out.
  ///
  /// @return whether it waited
  boolean remove(TestEntry entry) {
    if (!sorted.remove(entry)) {
      return false;
    }
    TestEntry last = waiting.removeLast();
    if (last != entry) {
      waiting.set(entry.index, last);
      last.index = entry.index;
    }
    entry.index = -1;
    return true;
  }

  /// What has to come out next.
  @Nullable TestEntry first() {
    return sorted.isEmpty() ? null : sorted.first();
  }

  /// The tick at which something has to come out next.
  long firstTick() {
    return sorted.isEmpty() ? Wheel.NEVER : sorted.first().expectedTick;
  }

  /// The tick at which the last of all has to come out.
  long lastTick() {
    return sorted.last().expectedTick;
  }

  @Nullable TestEntry any(SplittableRandom random) {
    return waiting.isEmpty() ? null : waiting.get(random.nextInt(waiting.size()));
  }

  boolean contains(TestEntry entry) {
    return entry.index >= 0;
  }

  List<TestEntry> entries() {
    return waiting;
  }

  int size() {
    return waiting.size();
  }
}
