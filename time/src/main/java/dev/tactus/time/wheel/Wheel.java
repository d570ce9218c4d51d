package dev.tactus.time.wheel;

import org.jspecify.annotations.Nullable;

/// A timing wheel with an overflow queue behind it.
///
/// ## Algorithm
///
/// A hashed wheel in which every slot stands for exactly one tick. The slots are two halves: the
/// half that the position is in, and the next one. An entry whose deadline lies in one of these two
/// goes into its slot, any other into the [Overflow], from where it moves in while the position
/// walks through the half before. One bit a slot tells which slots hold something, so the next due
/// tick is found in a few instructions, and empty ticks cost nothing.
///
/// Entries of one tick are given back in the order of registration. Mostly a slot's list is in that
/// order already; where entries reached the slot by different ways (directly, from the overflow, or
/// armed anew by a periodic timer) the list knows that it is not, and is sorted once, when its tick
/// comes.
///
/// Insert and remove are O(1). An entry moves at most once per level of the overflow in its life.
///
/// Invariants:
/// - the slots hold only ticks after `position`, of its half and the next one; so slots are unique;
/// - a bit is set if and only if its slot holds something;
/// - `due` is empty between two calls, unless a consumer threw.
///
/// Threads: one owner at a time; hand-over between owners needs a happens-before edge.
///
/// Papers: Varghese and Lauck, *Hashed and Hierarchical Timing Wheels* (1987).
public final class Wheel {
  /// How many ranks of importance there are.
  public static final int RANKS = 3;

  /// What [#nextWakeTick()] answers when nothing waits.
  public static final long NEVER = Long.MAX_VALUE;

  private final WheelSettings settings;
  private final int mask;
  private final int halfShift;
  private final EntryList[] slots;
  private final long[] occupied;
  private final Overflow overflow;
  private final EntryConsumer dropped;
  private final EntryList due = new EntryList();

  /// How many entries a full slot remembers that would have to go next.
  private final int remembered;

  /// The tick that was processed last.
  private long position;

  private int inSlots;

  /// Creates an empty wheel at tick 0.
  ///
  /// @param dropped takes entries that had to go because there was no room; it must not call the
  ///   wheel
  public Wheel(WheelSettings settings, EntryConsumer dropped) {
    this.settings = settings;
    this.dropped = dropped;
    int count = settings.slots();
    mask = count - 1;
    halfShift = Integer.numberOfTrailingZeros(count) - 1;
    slots = new EntryList[count];
    for (int i = 0; i < count; i++) {
      slots[i] = new EntryList();
    }
    occupied = new long[Math.max(1, count / Long.SIZE)];
    remembered = DropCandidates.rememberedOf(settings.slotCapacity());
    overflow = new Overflow(settings, halfShift, this::insert, dropped);
  }

  /// The tick that was processed last.
  public long position() {
    return position;
  }

  /// How many entries wait, in slots and in the overflow.
  public int size() {
    return inSlots + overflow.size() + due.size;
  }

  /// How many entries wait beyond the slots.
  public int overflowSize() {
    return overflow.size();
  }

  /// How many slots hold something.
  public int activeSlots() {
    int count = 0;
    for (long word : occupied) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /// How many entries the slot of this tick holds; for people who look at the wheel.
  public int slotSize(int slot) {
    return slots[slot].size;
  }

  /// Whether the overflow is fuller than its threshold allows.
  public boolean overflowNearCapacity() {
    return overflow.isNearCapacity();
  }

  /// Puts an entry where it waits for its deadline; one whose deadline has passed is due on the
  /// next tick.
  ///
  /// Where there is no room, the newest of the least important entries is dropped, possibly this
  /// one.
  public void insert(WheelEntry entry) {
    assert entry.where == WheelEntry.NOWHERE : "an entry waits in one place only";
    if (entry.deadlineTick <= position) {
      entry.deadlineTick = position + 1;
    }
    long deadline = entry.deadlineTick;
    if ((deadline >> halfShift) - (position >> halfShift) > 1) {
      overflow.insert(entry, position);
      return;
    }
    int slot = (int) deadline & mask;
    EntryList list = slots[slot];
    if (list.size >= settings.slotCapacity()) {
      insertIntoFull(list, slot, entry);
    } else {
      insertInto(list, slot, entry);
    }
  }

  private void insertInto(EntryList list, int slot, WheelEntry entry) {
    append(list, entry, dropped);
    entry.where = WheelEntry.IN_SLOT;
    inSlots++;
    occupied[slot >> 6] |= 1L << slot;
  }

  /// Appends to a list. Where there is no memory for it, the entry is dropped rather than lost.
  static void append(EntryList list, WheelEntry entry, EntryConsumer dropped) {
    try {
      list.append(entry);
    } catch (OutOfMemoryError e) {
      dropped.accept(entry);
      throw e;
    }
  }

  /// Drops from a full slot what has to go first. Whoever hears of that may throw, so the entry is
  /// in its place before. Where there is no memory to look for what has to go, that is the entry.
  private void insertIntoFull(EntryList list, int slot, WheelEntry entry) {
    WheelEntry victim = entry;
    try {
      victim = victimOf(list, entry);
      if (victim != entry) {
        remove(victim);
        insertInto(list, slot, entry);
      }
    } finally {
      dropped.accept(victim);
    }
  }

  /// What has to go: the entry itself, or the newest of the least important in a full list.
  private WheelEntry victimOf(EntryList list, WheelEntry entry) {
    int lowest = list.lowestRank();
    WheelEntry newest = entry.rank < lowest ? null : list.newestOf(lowest, remembered);
    return victim(newest, entry);
  }

  /// The one of the two that has to go.
  ///
  /// @param newest of the least important entries that wait; null where there is none
  static WheelEntry victim(@Nullable WheelEntry newest, WheelEntry entry) {
    if (newest != null && (newest.rank < entry.rank || newest.order > entry.order)) {
      return newest;
    }
    return entry;
  }

  /// Takes an entry out before it is due; one that does not wait is left alone.
  public void remove(WheelEntry entry) {
    if (entry.where == WheelEntry.NOWHERE) {
      return;
    }
    if (entry.where != WheelEntry.IN_SLOT) {
      overflow.remove(entry);
      return;
    }
    if (entry.deadlineTick <= position) {
      due.remove(entry); // its tick has begun, but its turn has not come: no slot holds it any more
      return;
    }
    int slot = (int) entry.deadlineTick & mask;
    EntryList list = slots[slot];
    list.remove(entry);
    inSlots--;
    if (list.isEmpty()) {
      occupied[slot >> 6] &= ~(1L << slot);
    }
  }

  /// Walks to a tick and hands over everything that is due on the way: tick by tick, and in the
  /// order of registration within one.
  ///
  /// The consumer may insert and remove entries. When it throws, the entries that were not handed
  /// over are kept, and [#resume] or the next call goes on with them.
  public void advanceTo(long target, EntryConsumer consumer) {
    resume(consumer);
    while (true) {
      long tick = Math.min(nextSlotTick(), overflow.nextCascadeTick(position));
      if (tick > target) {
        break;
      }
      assert tick > position : "the wheel moves forward only";
      // Entries that move in may be due on this very tick, so for them it has not begun yet.
      position = tick - 1;
      overflow.cascade(tick);
      int slot = (int) tick & mask;
      EntryList list = slots[slot];
      int count = list.size;
      if (count > 0) {
        // First: where there is no memory to sort them, the tick has not begun, and the next call
        // tries again.
        list.drainInOrderTo(due);
        occupied[slot >> 6] &= ~(1L << slot);
        inSlots -= count;
      }
      position = tick;
      resume(consumer);
    }
    position = Math.max(position, target);
    overflow.moveAhead(position);
  }

  /// Hands over what an interrupted [#advanceTo] left.
  public void resume(EntryConsumer consumer) {
    if (!due.isEmpty()) {
      due.handOver(consumer);
    }
  }

  /// The tick at which [#advanceTo] has to be called next at the latest, or [#NEVER].
  ///
  /// That is when something is due, or when entries have to begin to move in from the overflow.
  public long nextWakeTick() {
    if (!due.isEmpty()) {
      return position + 1; // an interrupted call left something
    }
    return Math.min(nextSlotTick(), overflow.nextWakeTick(position));
  }

  /// Takes everything out, in no particular order.
  public void clear(EntryConsumer consumer) {
    resume(consumer);
    for (EntryList list : slots) {
      WheelEntry entry;
      while ((entry = list.poll()) != null) {
        consumer.accept(entry);
      }
    }
    java.util.Arrays.fill(occupied, 0);
    inSlots = 0;
    overflow.clear(consumer);
  }

  /// Shows every waiting entry, in no particular order. The consumer must not change the wheel.
  public void forEach(EntryConsumer consumer) {
    due.forEach(consumer);
    for (EntryList list : slots) {
      list.forEach(consumer);
    }
    overflow.forEach(consumer);
  }

  /// The tick of the first occupied slot after the position.
  private long nextSlotTick() {
    if (inSlots == 0) {
      return NEVER;
    }
    long first = position + 1;
    int start = (int) first & mask;
    int words = occupied.length;
    int index = start >> 6;
    long word = occupied[index] & (-1L << start);
    for (int step = 0; step <= words; step++) {
      if (word != 0) {
        int slot = (index << 6) + Long.numberOfTrailingZeros(word);
        return first + ((slot - start) & mask);
      }
      index = index + 1 == words ? 0 : index + 1;
      word = occupied[index];
    }
    throw new AssertionError("slots hold " + inSlots + " entries, but no bit is set");
  }
}
