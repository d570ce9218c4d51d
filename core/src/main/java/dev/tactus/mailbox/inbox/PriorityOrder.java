package dev.tactus.mailbox.inbox;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The smallest message first; equal ones in their order.
///
/// A message that the comparator cannot compare must not be lost, nor stop the mailbox: it counts
/// as equal to every other, so that it comes when it is the oldest. In one heap with the others it
/// would break their order, being equal to the smallest and to the greatest. So messages are kept
/// in groups within which they can be compared; as a rule there is one. Next comes the oldest of
/// those that are the smallest of their groups. Notices of the runtime whose payload is none of the
/// user's are never shown to the comparator, and are such a group as well.
///
/// The end of an actor has its place between what was sent before it and what was sent after it. So
/// from there on messages wait apart, unsorted, until it was taken.
final class PriorityOrder extends LocalQueue {
  private record Entry(Object message, long number) {}

  private final Comparator<Object> comparator;
  private final Comparator<Entry> order;

  /// Never none; an empty one is the only one.
  private final List<PriorityQueue<Entry>> groups = new ArrayList<>(1);

  /// What keeps its place, and all that was sent after it, or what is left of that; null for none.
  private @Nullable SteadyDeque behind;

  private long numbers;
  private int size;

  PriorityOrder(Comparator<Object> comparator) {
    this.comparator = comparator;
    Comparator<Entry> byPayload = this::compare;
    this.order = byPayload.thenComparingLong(Entry::number);
    groups.add(new PriorityQueue<>(order));
  }

  private int compare(Entry a, Entry b) {
    if (isOfRuntime(a) || isOfRuntime(b)) {
      return 0;
    }
    try {
      return comparator.compare(Envelope.payload(a.message()), Envelope.payload(b.message()));
    } catch (Throwable e) { // also an error: whatever leaves here takes a message with it
      return 0;
    }
  }

  private static boolean isOfRuntime(Entry entry) {
    return Envelope.sorting(entry.message()) == Envelope.Sorting.BY_AGE;
  }

  private boolean canCompare(Entry a, Entry b) {
    if (isOfRuntime(a) || isOfRuntime(b)) {
      return false;
    }
    try {
      int unused = comparator.compare(Envelope.payload(a.message()), Envelope.payload(b.message()));
      return true;
    } catch (Throwable e) { // as above
      return false;
    }
  }

  @Override
  void add(Object message) {
    SteadyDeque waiting = behind;
    if (waiting == null && keepsItsPlace(message)) {
      waiting = new SteadyDeque();
      behind = waiting;
    }
    if (waiting == null) {
      sort(message);
    } else {
      waiting.addLast(message);
    }
    size++; // last: what throws has not taken it in
  }

  private static boolean keepsItsPlace(Object message) {
    return Envelope.sorting(message) == Envelope.Sorting.IN_PLACE;
  }

  private void sort(Object message) {
    Entry entry = new Entry(message, numbers++);
    groupOf(entry).add(entry);
  }

  /// The group with which a message can be compared. Those that cannot even be compared with
  /// themselves are a group, too, in which all are equal.
  private PriorityQueue<Entry> groupOf(Entry entry) {
    for (PriorityQueue<Entry> group : groups) {
      Entry member = group.peek();
      if (member == null || canCompare(entry, member)) {
        return group;
      }
    }
    if (!canCompare(entry, entry)) {
      for (PriorityQueue<Entry> group : groups) {
        Entry member = group.peek();
        if (member != null && !canCompare(member, member)) {
          return group;
        }
      }
    }
    PriorityQueue<Entry> another = new PriorityQueue<>(order);
    groups.add(another);
    return another;
  }

  @Override
  void addFirst(Object message) {
    throw new UnsupportedOperationException("a priority mailbox has no front to put back to");
  }

  @Override
  @Nullable Object poll() {
    sortBehind();
    PriorityQueue<Entry> next = groups.getFirst();
    for (int i = 1; i < groups.size(); i++) {
      PriorityQueue<Entry> other = groups.get(i);
      if (number(other) < number(next)) {
        next = other;
      }
    }
    Entry entry = next.poll();
    if (entry == null) {
      return pollBehind();
    }
    size--;
    if (next.isEmpty() && groups.size() > 1) {
      boolean unused = groups.remove(next);
    }
    return entry.message();
  }

  /// Sorts what is no longer behind anything, one at a time. Where there is no memory for that, the
  /// rest stays: what is sorted goes first then, and after that the oldest.
  private void sortBehind() {
    SteadyDeque waiting = behind;
    if (waiting == null) {
      return;
    }
    Object first = waiting.peekFirst();
    while (first != null && !keepsItsPlace(first)) {
      try {
        sort(first);
      } catch (Throwable e) {
        return;
      }
      Object unused = waiting.pollFirst();
      first = waiting.peekFirst();
    }
    if (first == null) {
      behind = null;
    }
  }

  /// Takes out what has kept its place.
  private @Nullable Object pollBehind() {
    SteadyDeque waiting = behind;
    Object first = waiting == null ? null : waiting.pollFirst();
    if (first != null) {
      size--;
    }
    return first;
  }

  private static long number(PriorityQueue<Entry> group) {
    Entry smallest = group.peek();
    return smallest == null ? Long.MAX_VALUE : smallest.number();
  }

  @Override
  boolean isEmpty() {
    return size == 0;
  }

  @Override
  int size() {
    return size;
  }
}
