package dev.tactus.mailbox.inbox;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The smallest message first; equal ones in their order.
///
/// A message that the comparator cannot compare must not be lost, nor stop the mailbox: it counts
/// as equal to every other.
final class PriorityOrder extends LocalQueue {
  private record Entry(Object message, long number) {}

  private final PriorityQueue<Entry> entries;
  private long numbers;

  PriorityOrder(Comparator<Object> comparator) {
    Comparator<Entry> byPayload = (a, b) -> compare(comparator, a, b);
    this.entries = new PriorityQueue<>(byPayload.thenComparingLong(Entry::number));
  }

  private static int compare(Comparator<Object> comparator, Entry a, Entry b) {
    try {
      return comparator.compare(Envelope.payload(a.message()), Envelope.payload(b.message()));
    } catch (Throwable e) { // also an error: whatever leaves here takes a message with it
      return 0;
    }
  }

  @Override
  void add(Object message) {
    entries.add(new Entry(message, numbers++));
  }

  @Override
  void addFirst(Object message) {
    throw new UnsupportedOperationException("a priority mailbox has no front to put back to");
  }

  @Override
  @Nullable Object poll() {
    Entry entry = entries.poll();
    return entry == null ? null : entry.message();
  }

  @Override
  boolean isEmpty() {
    return entries.isEmpty();
  }

  @Override
  int size() {
    return entries.size();
  }
}
