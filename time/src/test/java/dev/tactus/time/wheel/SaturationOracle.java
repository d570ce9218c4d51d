package dev.tactus.time.wheel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What a wheel with little room has to do, for a wheel that moves entries in without a limit.
///
/// A place, which is a tick in reach or the overflow, keeps the best of what comes to it: the more
/// important first, among equals the older first.
final class SaturationOracle {
  private static final Comparator<TestEntry> WORST_FIRST =
      Comparator.<TestEntry>comparingInt(e -> e.rank)
          .thenComparing(Comparator.<TestEntry>comparingLong(e -> e.order).reversed());

  private final WheelSettings settings;
  private final int halfTicks;
  private final Map<Long, List<TestEntry>> slots = new HashMap<>();
  private final List<TestEntry> overflow = new ArrayList<>();
  private final List<TestEntry> dropped = new ArrayList<>();
  private long position;

  SaturationOracle(WheelSettings settings) {
    this.settings = settings;
    this.halfTicks = settings.slots() / 2;
  }

  void insert(TestEntry entry) {
    entry.expectedTick = Math.max(entry.deadlineTick, position + 1);
    if (half(entry.expectedTick) - half(position) > 1) {
      place(entry, overflow, settings.overflowCapacity());
    } else {
      placeInSlot(entry);
    }
  }

  private void placeInSlot(TestEntry entry) {
    place(
        entry,
        slots.computeIfAbsent(entry.expectedTick, tick -> new ArrayList<>()),
        settings.slotCapacity());
  }

  private void place(TestEntry entry, List<TestEntry> place, int capacity) {
    place.add(entry);
    if (place.size() > capacity) {
      TestEntry worst = place.stream().min(WORST_FIRST).orElseThrow();
      place.remove(worst);
      dropped.add(worst);
    }
  }

  void remove(TestEntry entry) {
    overflow.remove(entry);
    List<TestEntry> slot = slots.get(entry.expectedTick);
    if (slot != null) {
      slot.remove(entry);
    }
  }

  /// Walks to a tick; the consumer may insert and remove.
  void advanceTo(long target, Consumer<TestEntry> consumer) {
    while (position < target) {
      if (half(position + 1) != half(position)) {
        moveIn(half(position + 1));
      }
      position++;
      List<TestEntry> due = slots.getOrDefault(position, new ArrayList<>());
      while (!due.isEmpty()) {
        TestEntry oldest = due.stream().min(Comparator.comparingLong(e -> e.order)).orElseThrow();
        due.remove(oldest);
        consumer.accept(oldest);
      }
      slots.remove(position);
    }
    moveIn(half(position) + 1);
  }

  private void moveIn(long half) {
    Iterator<TestEntry> each = overflow.iterator();
    while (each.hasNext()) {
      TestEntry entry = each.next();
      if (half(entry.expectedTick) == half) {
        each.remove();
        placeInSlot(entry);
      }
    }
  }

  /// What was dropped since the last call, by order.
  List<TestEntry> takeDropped() {
    List<TestEntry> taken = new ArrayList<>(dropped);
    taken.sort(Comparator.comparingLong(e -> e.order));
    dropped.clear();
    return taken;
  }

  List<TestEntry> waiting() {
    List<TestEntry> all = new ArrayList<>(overflow);
    slots.values().forEach(all::addAll);
    all.sort(Comparator.comparingLong(e -> e.order));
    return all;
  }

  int overflowSize() {
    return overflow.size();
  }

  private long half(long tick) {
    return Math.floorDiv(tick, halfTicks);
  }
}
