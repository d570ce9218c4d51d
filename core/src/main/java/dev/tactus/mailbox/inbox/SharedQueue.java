package dev.tactus.mailbox.inbox;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Messages that senders may take out again, to make room for newer ones.
///
/// The messages are here and not in the inbox; the inbox only carries the signal that there are
/// some. A sender adds first and signals then; the owner takes the signal back first and looks
/// then. So what was added before a signal that is still out is seen by the look that follows.
///
/// Threads: senders use `push` and `takeOldest`, the owner everything else.
public final class SharedQueue extends LocalQueue {
  private final ConcurrentLinkedQueue<Object> messages = new ConcurrentLinkedQueue<>();

  /// What came through the inbox: notices of the runtime, which no sender may take out.
  private final ArrayDeque<Object> uncounted = new ArrayDeque<>();

  private final AtomicBoolean signalled = new AtomicBoolean();

  /// An empty queue.
  public SharedQueue() {}

  /// Adds a message. Threads: any.
  ///
  /// @return whether the mailbox has to be woken
  public boolean push(Object message) {
    messages.add(message);
    return !signalled.get() && signalled.compareAndSet(false, true);
  }

  /// Takes the oldest message out; null when there is none. Threads: any.
  public @Nullable Object takeOldest() {
    return messages.poll();
  }

  @Override
  void beginLook() {
    if (signalled.get()) {
      signalled.set(false);
    }
  }

  @Override
  void add(Object message) {
    uncounted.addLast(message);
  }

  @Override
  void addFirst(Object message) {
    throw new UnsupportedOperationException("a mailbox that drops its head has no front");
  }

  @Override
  @Nullable Object poll() {
    Object notice = uncounted.pollFirst();
    return notice != null ? notice : messages.poll();
  }

  @Override
  boolean isEmpty() {
    return uncounted.isEmpty() && messages.isEmpty();
  }

  @Override
  int size() {
    return uncounted.size() + messages.size();
  }
}
