package dev.tactus.mailbox.inbox;

import org.jspecify.annotations.Nullable;

/// First in, first out, with a front to put messages back to.
final class DequeQueue extends LocalQueue {
  private final SteadyDeque messages = new SteadyDeque();

  @Override
  void add(Object message) {
    messages.addLast(message);
  }

  @Override
  void addFirst(Object message) {
    messages.addFirst(message);
  }

  @Override
  @Nullable Object poll() {
    return messages.pollFirst();
  }

  @Override
  boolean isEmpty() {
    return messages.isEmpty();
  }

  @Override
  int size() {
    return messages.size();
  }
}
