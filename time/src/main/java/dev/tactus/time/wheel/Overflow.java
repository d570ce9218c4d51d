package dev.tactus.time.wheel;

import org.jspecify.annotations.Nullable;

/// The entries that lie beyond the wheel: a priority queue for deadlines that only ever lie ahead.
///
/// ## Algorithm
///
/// A heap would order entries that nobody asks for yet, at O(log n) a step and a cache miss a
/// level. Time moves in one direction, so it is enough to sort by distance, coarsely when far and
/// finer when near: level 0 has one list for every half of the wheel (its *unit*), each further
/// level has units that are `FAN` (32) times as long. Like the wheel, a level reaches over the
/// block that the position is in and the next one, so it has `2 · FAN` lists, and one word of bits
/// tells which hold something. An entry is put on the lowest level that reaches it.
///
/// A unit's entries have to be one level down when the position enters the unit ([#cascade]). They
/// may be there earlier: while the position walks through the unit before, [#moveAhead] moves some
/// on every tick, so that no tick has to move all at once. The limit of such moves is a setting;
/// where the unit holds so many that it would not be empty in time, the share that is needed is
/// moved anyway.
///
/// Insert and remove are O(1); the next deadline is known to the length of a unit, which is enough
/// to sleep by.
///
/// Threads: the owner of the wheel.
///
/// Papers: Varghese and Lauck (1987); Ahuja, Mehlhorn, Orlin and Tarjan, *Faster Algorithms for the
/// Shortest Path Problem* (1990), for the monotone bucket queue.
final class Overflow {
  /// How many units of one level make a unit of the next.
  private static final int FAN_SHIFT = 5;

  private static final int LISTS = 2 << FAN_SHIFT;

  /// One level: lists of units, and a bit for each list that holds something.
  private static final class Level {
    final int unitShift;
    final EntryList[] lists = new EntryList[LISTS];
    long occupied;

    Level(int unitShift) {
      this.unitShift = unitShift;
      for (int i = 0; i < LISTS; i++) {
        lists[i] = new EntryList();
      }
    }

    /// The first unit after this one that holds something, or -1.
    long nextUnit(long unit) {
      if (occupied == 0) {
        return -1;
      }
      long first = unit + 1;
      return first + Long.numberOfTrailingZeros(Long.rotateRight(occupied, (int) first));
    }

    EntryList list(long unit) {
      return lists[(int) unit & (LISTS - 1)];
    }

    void emptied(long unit) {
      occupied &= ~(1L << unit);
    }
  }

  private final WheelSettings settings;
  private final Level[] levels;
  private final EntryConsumer moveDown;
  private final EntryConsumer dropped;
  private final DropCandidates candidates;
  private final int[] ranks = new int[Wheel.RANKS];
  private int size;

  /// Creates an empty queue.
  ///
  /// @param moveDown inserts an entry into the wheel again, which brings it to a lower level
  Overflow(WheelSettings settings, int halfShift, EntryConsumer moveDown, EntryConsumer dropped) {
    this.settings = settings;
    this.moveDown = moveDown;
    this.dropped = dropped;
    candidates =
        new DropCandidates(
            DropCandidates.rememberedOf(settings.overflowCapacity()), this::forEachFromTheEnd);
    // Enough levels that the highest reaches Integer.MAX_VALUE ticks from anywhere.
    int count = 1;
    while (halfShift + count * FAN_SHIFT < Integer.SIZE) {
      count++;
    }
    levels = new Level[count];
    for (int i = 0; i < count; i++) {
      levels[i] = new Level(halfShift + i * FAN_SHIFT);
    }
  }

  int size() {
    return size;
  }

  boolean isNearCapacity() {
    return size > settings.overflowReinsertionThreshold() * settings.overflowCapacity();
  }

  void insert(WheelEntry entry, long position) {
    if (size >= settings.overflowCapacity()) {
      insertIntoFull(entry, position);
    } else {
      append(entry, position);
    }
  }

  private void append(WheelEntry entry, long position) {
    int index = 0;
    while (index < levels.length - 1 && !reaches(levels[index], position, entry.deadlineTick)) {
      index++;
    }
    // What even the highest level does not reach, after a very long stall, waits with an earlier
    // unit that has the same list, and is put in again when that unit moves down.
    Level level = levels[index];
    long unit = entry.deadlineTick >> level.unitShift;
    Wheel.append(level.list(unit), entry, dropped);
    level.occupied |= 1L << unit;
    entry.where = (byte) (WheelEntry.IN_OVERFLOW + index);
    size++;
    ranks[entry.rank]++;
    candidates.entered(entry);
  }

  private static boolean reaches(Level level, long position, long deadline) {
    int blockShift = level.unitShift + FAN_SHIFT;
    return (deadline >> blockShift) - (position >> blockShift) <= 1;
  }

  void remove(WheelEntry entry) {
    Level level = levels[entry.where - WheelEntry.IN_OVERFLOW];
    long unit = entry.deadlineTick >> level.unitShift;
    EntryList list = level.list(unit);
    list.remove(entry);
    size--;
    ranks[entry.rank]--;
    candidates.left(entry);
    if (list.isEmpty()) {
      level.emptied(unit);
    }
  }

  /// The first tick after the position that begins a unit which holds something.
  long nextCascadeTick(long position) {
    long tick = Wheel.NEVER;
    if (size > 0) {
      for (Level level : levels) {
        long unit = level.nextUnit(position >> level.unitShift);
        if (unit >= 0) {
          tick = Math.min(tick, unit << level.unitShift);
        }
      }
    }
    return tick;
  }

  /// The first tick at which entries have to begin to move down, if all are to be moved in time and
  /// no tick is to move more than the limit.
  long nextWakeTick(long position) {
    long tick = Wheel.NEVER;
    if (size > 0) {
      boolean eager = isNearCapacity();
      for (Level level : levels) {
        long current = position >> level.unitShift;
        long unit = level.nextUnit(current);
        if (unit >= 0) {
          long ticksNeeded = 1L + level.list(unit).size / settings.reinsertionBatchLimit();
          long begin = unit << level.unitShift;
          long unitTicks = 1L << level.unitShift;
          long lead = eager && unit == current + 1 ? unitTicks : Math.min(unitTicks, ticksNeeded);
          tick = Math.min(tick, Math.max(position + 1, begin - lead));
        }
      }
    }
    return tick;
  }

  /// Moves down what lies in the units that begin at this tick; the highest level first.
  void cascade(long position) {
    if (size == 0) {
      return;
    }
    for (int i = levels.length - 1; i >= 0; i--) {
      long unit = position >> levels[i].unitShift;
      EntryList list = levels[i].list(unit);
      // Entries of a list that is not empty belong to this unit, since no other unit with the same
      // list is in reach; or they lie beyond all reach, and are put in again.
      if (!list.isEmpty()) {
        move(levels[i], unit, list.size);
      }
    }
  }

  /// Moves down some of what lies in the next units.
  void moveAhead(long position) {
    if (size == 0) {
      return;
    }
    int limit = settings.reinsertionBatchLimit();
    for (int i = levels.length - 1; i >= 0; i--) {
      Level level = levels[i];
      long unit = (position >> level.unitShift) + 1;
      int waiting = level.list(unit).size;
      if (waiting > 0) {
        long ticksLeft = (unit << level.unitShift) - position;
        int needed = (int) Math.ceilDiv((long) waiting, ticksLeft);
        int count = Math.min(waiting, Math.max(needed, limit));
        limit = Math.max(0, limit - count);
        move(level, unit, count);
      }
    }
  }

  private void move(Level level, long unit, int count) {
    EntryList list = level.list(unit);
    for (int i = 0; i < count; i++) {
      WheelEntry entry = list.poll();
      if (entry == null) {
        break;
      }
      size--;
      ranks[entry.rank]--;
      if (list.isEmpty()) {
        level.emptied(unit);
      }
      try {
        moveDown.accept(entry);
      } finally { // whoever hears of a drop may throw
        if (entry.where < WheelEntry.IN_OVERFLOW) {
          candidates.left(entry);
        }
      }
    }
  }

  /// Drops what has to go first. Whoever hears of that may throw, so the entry is in its place
  /// before. Where there is no memory to look for what has to go, that is the entry.
  private void insertIntoFull(WheelEntry entry, long position) {
    WheelEntry victim = entry;
    try {
      victim = victimOf(entry);
      if (victim != entry) {
        remove(victim);
        append(entry, position);
      }
    } finally {
      dropped.accept(victim);
    }
  }

  private WheelEntry victimOf(WheelEntry entry) {
    int lowest = 0;
    while (ranks[lowest] == 0) {
      lowest++;
    }
    WheelEntry newest = entry.rank < lowest ? null : candidates.newestOf(lowest);
    return Wheel.victim(newest, entry);
  }

  void clear(EntryConsumer consumer) {
    for (Level level : levels) {
      for (EntryList list : level.lists) {
        @Nullable WheelEntry entry;
        while ((entry = list.poll()) != null) {
          size--;
          ranks[entry.rank]--;
          candidates.left(entry);
          consumer.accept(entry);
        }
      }
      level.occupied = 0;
    }
  }

  void forEach(EntryConsumer consumer) {
    for (Level level : levels) {
      for (EntryList list : level.lists) {
        list.forEach(consumer);
      }
    }
  }

  private void forEachFromTheEnd(EntryConsumer consumer) {
    for (Level level : levels) {
      for (EntryList list : level.lists) {
        list.forEachFromTheEnd(consumer);
      }
    }
  }
}
