package dev.tactus.time.wheel;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A doubly linked list through the entries themselves, in the order they were appended.
///
/// It remembers whether that is also the order of registration, so that a slot has to be sorted
/// only where timers reached it by different ways.
///
/// Threads: one owner.
final class EntryList {
  private static final Comparator<WheelEntry> BY_ORDER = Comparator.comparingLong(e -> e.order);

  @Nullable WheelEntry head;
  @Nullable WheelEntry tail;
  int size;

  /// How many entries of each rank the list holds.
  private final int[] ranks = new int[Wheel.RANKS];

  private boolean inOrder = true;

  /// Whether the tail was discarded.
  private boolean unsettled;

  /// The next list that has to be settled.
  @Nullable EntryList nextUnsettled;

  // While entries are handed over the head is not kept; a removed first entry tells where to go on.
  private boolean handingOver;
  private boolean firstRemoved;

  boolean isEmpty() {
    return head == null;
  }

  void append(WheelEntry entry) {
    assert !unsettled : "the tail was discarded";
    WheelEntry last = tail;
    entry.next = null;
    entry.prev = last;
    if (last == null) {
      head = entry;
      inOrder = true;
    } else {
      last.next = entry;
      inOrder &= last.order < entry.order;
    }
    tail = entry;
    size++;
    ranks[entry.rank]++;
  }

  void remove(WheelEntry entry) {
    WheelEntry before = entry.prev;
    WheelEntry after = entry.next;
    if (before == null) {
      assert head == entry || handingOver;
      head = after;
      firstRemoved = true;
    } else {
      before.next = after;
    }
    if (after == null) {
      assert tail == entry && !unsettled;
      tail = before;
    } else {
      after.prev = before;
    }
    entry.next = null;
    entry.prev = null;
    entry.where = WheelEntry.NOWHERE;
    size--;
    ranks[entry.rank]--;
  }

  /// Takes out an entry that is never put into a list again.
  ///
  /// Where it is the last one the tail is not written: that is a write of a reference into an old
  /// object, which makes the collector's barrier wait for every line of memory that was touched
  /// before. The tail is then one that was discarded, and those before it are found by its link,
  /// until [#settle].
  ///
  /// @return whether this list has to be settled, and did not have to before
  boolean discard(WheelEntry entry) {
    if (entry.next != null) {
      remove(entry);
      return false;
    }
    WheelEntry before = entry.prev;
    if (before == null) {
      head = null;
    } else {
      before.next = null;
    }
    entry.where = WheelEntry.DISCARDED;
    size--;
    ranks[entry.rank]--;
    boolean isFirst = !unsettled;
    unsettled = true;
    return isFirst;
  }

  /// Finds the tail again, and lets go of what was discarded. Nothing but [#discard] comes before
  /// it.
  void settle() {
    WheelEntry last = tail;
    while (last != null && last.where == WheelEntry.DISCARDED) {
      WheelEntry before = last.prev;
      last.prev = null;
      last.where = WheelEntry.NOWHERE;
      last = before;
    }
    tail = last;
    unsettled = false;
  }

  /// Takes the first entry; null when there is none.
  @Nullable WheelEntry poll() {
    WheelEntry first = head;
    if (first != null) {
      remove(first);
    }
    return first;
  }

  /// Takes the entries one by one, first to last, and hands each over. The consumer may remove
  /// entries that are still to come. When it throws, the rest stays.
  ///
  /// The head is written once, at the end, and not for each entry: a write of a reference into an
  /// old object costs a collector's barrier, which is more than everything else that happens here.
  void handOver(EntryConsumer consumer) {
    WheelEntry next = head;
    handingOver = true;
    try {
      while (next != null) {
        WheelEntry entry = next;
        next = entry.next;
        if (next == null) {
          tail = null;
        } else {
          next.prev = null;
        }
        entry.next = null;
        entry.where = WheelEntry.NOWHERE;
        size--;
        ranks[entry.rank]--;
        firstRemoved = false;
        consumer.accept(entry);
        if (firstRemoved) {
          next = head;
        }
      }
    } finally {
      if (!firstRemoved) { // else the consumer has thrown since, and the head is right
        head = next;
      }
      handingOver = false;
    }
  }

  /// Moves everything to the end of another list, which then is in the order of registration.
  void drainInOrderTo(EntryList target) {
    WheelEntry first = head;
    if (first == null) {
      return;
    }
    if (inOrder && target.head == null) {
      target.head = first;
      target.tail = tail;
      target.inOrder = true;
    } else {
      WheelEntry[] entries = new WheelEntry[target.size + size];
      int count = target.copyTo(entries, 0);
      copyTo(entries, count);
      // Runs that are sorted already, the usual case, cost one comparison an entry.
      Arrays.sort(entries, BY_ORDER);
      relink(target, entries);
    }
    target.size += size;
    for (int rank = 0; rank < ranks.length; rank++) {
      target.ranks[rank] += ranks[rank];
      ranks[rank] = 0;
    }
    head = null;
    tail = null;
    size = 0;
    inOrder = true;
  }

  private int copyTo(WheelEntry[] entries, int from) {
    int count = from;
    for (WheelEntry e = head; e != null; e = e.next) {
      entries[count++] = e;
    }
    return count;
  }

  private static void relink(EntryList target, WheelEntry[] entries) {
    WheelEntry last = null;
    for (WheelEntry e : entries) {
      e.prev = last;
      e.next = null;
      if (last == null) {
        target.head = e;
      } else {
        last.next = e;
      }
      last = e;
    }
    target.tail = last;
    target.inOrder = true;
  }

  /// The lowest rank that is in the list, or [Wheel#RANKS] when the list is empty.
  int lowestRank() {
    int rank = 0;
    while (rank < ranks.length && ranks[rank] == 0) {
      rank++;
    }
    return rank;
  }

  /// The newest entry of this rank; null when there is none.
  @Nullable WheelEntry newestOf(int rank) {
    WheelEntry newest = null;
    int left = ranks[rank];
    for (WheelEntry e = tail; e != null && left > 0; e = e.prev) {
      if (e.rank == rank) {
        left--;
        if (newest == null || newest.order < e.order) {
          newest = e;
        }
        if (inOrder) {
          break;
        }
      }
    }
    return newest;
  }
}
