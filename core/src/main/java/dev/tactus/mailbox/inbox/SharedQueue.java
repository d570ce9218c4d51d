package dev.tactus.mailbox.inbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Messages that senders may take out again, to make room for newer ones.
///
/// The messages are here and not in the inbox; the inbox only carries the signal that there are
/// some. A sender adds first and signals then; the owner takes the signal back first and looks
/// then. So what was added before a signal that is still out is seen by the look that follows.
///
/// Notices of the runtime come through the inbox and queue up behind the messages, but nobody may
/// drop one: a sender that takes one out puts it into `spared`, which goes before everything else,
/// and takes the next. It signals after that, for the sake of its own message.
///
/// Threads: senders use `push`, `signal` and `takeOldest`, the owner everything else.
public final class SharedQueue extends LocalQueue {
  private static final VarHandle SIGNALLED;

  static {
    try {
      SIGNALLED =
          MethodHandles.lookup().findVarHandle(SharedQueue.class, "signalled", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// What came through the inbox, and no sender may drop.
  private record Notice(Object message) {}

  private final ConcurrentLinkedQueue<Object> messages = new ConcurrentLinkedQueue<>();

  /// Notices that were the oldest when room was made.
  private final ConcurrentLinkedQueue<Notice> spared = new ConcurrentLinkedQueue<>();

  @SuppressWarnings("unused") // accessed through SIGNALLED
  private volatile boolean signalled;

  /// An empty queue.
  public SharedQueue() {}

  /// Adds a message; [#signal] is due then. Threads: any.
  public void push(Object message) {
    messages.add(message);
  }

  /// Wakes the mailbox, unless somebody has since it last looked. If that throws, the signal is
  /// taken back, so that the next message wakes it. Threads: any.
  public void signal(Mailbox mailbox) {
    if (!signalled && SIGNALLED.compareAndSet(this, false, true)) {
      try {
        mailbox.wake();
      } catch (Throwable e) {
        signalled = false; // needs no call: as a rule the stack is used up
        throw e;
      }
    }
  }

  /// Takes the oldest message out; null when there is none. Threads: any that signals afterwards.
  public @Nullable Object takeOldest() {
    Object oldest = messages.poll();
    while (oldest instanceof Notice notice) {
      spared.add(notice);
      oldest = messages.poll();
    }
    return oldest;
  }

  @Override
  void beginLook() {
    if (signalled) {
      signalled = false;
    }
  }

  @Override
  void add(Object message) {
    messages.add(new Notice(message));
  }

  @Override
  void addFirst(Object message) {
    throw new UnsupportedOperationException("a mailbox that drops its head has no front");
  }

  @Override
  @Nullable Object poll() {
    Object first = spared.poll();
    if (first == null) {
      first = messages.poll();
    }
    return first instanceof Notice notice ? notice.message : first;
  }

  @Override
  boolean isEmpty() {
    return spared.isEmpty() && messages.isEmpty();
  }

  @Override
  int size() {
    return spared.size() + messages.size();
  }
}
