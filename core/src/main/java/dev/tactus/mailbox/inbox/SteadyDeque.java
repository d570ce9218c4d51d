package dev.tactus.mailbox.inbox;

import java.util.ArrayDeque;

/// A deque that is as it was before where it could not grow.
///
/// The JDK's puts a message in first and grows then. Where there is no memory for that, it is full,
/// looks empty, and the next message overwrites the oldest.
///
/// Threads: the owner of the mailbox.
final class SteadyDeque extends ArrayDeque<Object> {
  @Override
  public void addLast(Object message) {
    try {
      super.addLast(message);
    } catch (Throwable e) {
      if (isFullOfNoRoom()) {
        Object unused = pollLast();
      }
      throw e;
    }
  }

  @Override
  public void addFirst(Object message) {
    try {
      super.addFirst(message);
    } catch (Throwable e) {
      if (isFullOfNoRoom()) {
        Object unused = pollFirst();
      }
      throw e;
    }
  }

  private boolean isFullOfNoRoom() {
    return isEmpty() && peekFirst() != null;
  }
}
