package dev.tactus.mailbox.inbox;

import org.jspecify.annotations.Nullable;

/// Where the owner of a mailbox keeps messages that it takes in another order than they came.
///
/// Threads: the owner of the mailbox; `size` any, approximately.
public abstract class LocalQueue {
  /// Takes a message in that has just left the inbox.
  abstract void add(Object message);

  /// Puts a message back to the front.
  ///
  /// @throws UnsupportedOperationException where there is no front; a spawn checks that before
  abstract void addFirst(Object message);

  /// Takes the next message out; null when there is none.
  abstract @Nullable Object poll();

  /// Whether there is none.
  abstract boolean isEmpty();

  /// How many there are.
  abstract int size();

  /// Called before each look: what was signalled until now will be seen by it.
  void beginLook() {}
}
