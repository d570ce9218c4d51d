package dev.tactus.actor;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Messages that an actor has set aside.
///
/// Threads: the turns of the actor.
final class Stash {
  private final int capacity;
  private final Deque<Object> messages = new ArrayDeque<>();

  Stash(int capacity) {
    this.capacity = capacity;
  }

  int capacity() {
    return capacity;
  }

  int size() {
    return messages.size();
  }

  /// Sets one aside.
  ///
  /// @return false when there is no room
  boolean add(Object message) {
    if (messages.size() == capacity) {
      return false;
    }
    messages.addLast(message);
    return true;
  }

  /// Takes the one out that was set aside first; null when there is none.
  @Nullable Object takeFirst() {
    return messages.pollFirst();
  }
}
