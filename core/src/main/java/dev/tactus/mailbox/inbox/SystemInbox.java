package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The system messages of one actor: a stack that anyone pushes to, taken whole and reversed.
///
/// Who pushes to an empty stack wakes the mailbox, which makes it ready like any message does. So a
/// mailbox with nothing but system messages has its turn without a protocol of its own. Where a
/// wake-up throws, as a rule for want of stack, the message stays, and who pushes the next one
/// wakes the mailbox. That one may find another message on top by then, so each says whether it is
/// heard.
///
/// What was taken but not handled yet waits in `owed`, and OWING in the state word says so: a turn
/// handles no more of them than its share, and an error in one does not take the others with it.
///
/// **Linearization.** A system message is sent by the CAS of `system`; they are taken by the
/// exchange to null.
abstract class SystemInbox extends MailboxState {
  private static final SystemMessage CLOSED = new SystemMessage() {};

  private static final VarHandle SYSTEM;

  static {
    try {
      SYSTEM =
          MethodHandles.lookup().findVarHandle(SystemInbox.class, "system", SystemMessage.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The newest system message; [#CLOSED] at the end.
  private volatile @Nullable SystemMessage system;

  SystemInbox(Dispatcher dispatcher, @Nullable LocalQueue queue) {
    super(dispatcher, queue);
  }

  /// Lets the mailbox have a turn, in which it looks for whatever there is. Threads: any.
  public abstract void wake();

  /// Takes a system message that will not be handled. It must not throw.
  protected abstract void undeliveredSystem(SystemMessage message);

  /// Sends a system message. Threads: any; never blocks.
  ///
  /// @return false when the mailbox is closed; the message is then still the sender's
  public final boolean enqueueSystem(SystemMessage message) {
    SystemMessage top;
    do {
      top = system;
      if (top == CLOSED) {
        return false;
      }
      message.next = top;
      message.position = top == null ? 1 : top.position + 1;
    } while (!SYSTEM.compareAndSet(this, top, message));
    if (top == null || !top.isHeard) {
      wake();
    }
    message.isHeard = true;
    return true;
  }

  /// Whether there is anything to do before the next message. Threads: the owner.
  final boolean isAttentionDue() {
    return system != null || isSpecial();
  }

  /// Whether a system message waits. Threads: the owner.
  final boolean hasSystem() {
    return owed != null || system != null;
  }

  /// Takes the oldest one out; null when there is none. Threads: the owner.
  final @Nullable SystemMessage pollSystem() {
    SystemMessage first = owed;
    if (first == null) {
      if (system == null) {
        return null;
      }
      first = reversed((SystemMessage) SYSTEM.getAndSet(this, null));
      if (first == null) {
        return null;
      }
    }
    owe(first.next);
    first.next = null;
    return first;
  }

  private void owe(@Nullable SystemMessage rest) {
    owed = rest;
    if (rest != null) {
      raise(OWING);
    } else if (isSet(OWING)) {
      lower(OWING);
    }
  }

  private static @Nullable SystemMessage reversed(@Nullable SystemMessage top) {
    SystemMessage first = null;
    SystemMessage message = top;
    while (message != null) {
      SystemMessage below = message.next;
      message.next = first;
      first = message;
      message = below;
    }
    return first;
  }

  /// Refuses system messages from now on, and what is left. Threads: the owner.
  final void closeSystem() {
    refuse(owed);
    owe(null);
    refuse(reversed((SystemMessage) SYSTEM.getAndSet(this, CLOSED)));
  }

  private void refuse(@Nullable SystemMessage first) {
    SystemMessage message = first;
    while (message != null) {
      SystemMessage current = message;
      message = current.next;
      current.next = null;
      undeliveredSystem(current);
    }
  }

  /// How many system messages wait that no turn has taken. Threads: any.
  public final int systemDepth() {
    SystemMessage top = system;
    return top == null || top == CLOSED ? 0 : top.position;
  }
}
