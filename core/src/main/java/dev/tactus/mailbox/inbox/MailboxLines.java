package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.workers.Task;
import org.jspecify.annotations.Nullable;

/// Most fields of a [Mailbox], in the order in which they are to lie in memory.
///
/// Senders write the tail with each message, and the owner reads other fields with each message. On
/// one line of memory, that line would travel between them twice for each message. So between the
/// two lies what hardly anybody touches while messages come, and some padding: not a whole line's
/// length, for which each actor would be a fourth larger, but most of it. The virtual machine lays
/// out the fields of a class behind those of its superclass. ARCHITECTURE.md has the figures.
///
/// | what | who |
/// |---|---|
/// | [Senders] | senders, with each message |
/// | [Seldom] | the owner, at the beginning or the end of a turn, or when something is up |
/// | the classes below | the owner, with each message |
final class MailboxLines {
  private MailboxLines() {}

  /// What senders touch.
  abstract static class Senders extends Task {
    /// What was sent last, or how the mailbox stands: see the table of [Inbox]. Changed through
    /// TAIL.
    volatile @Nullable Object tail;

    final Dispatcher dispatcher;

    Senders(Dispatcher dispatcher) {
      this.dispatcher = dispatcher;
    }
  }

  /// What lies between senders and owner.
  abstract static class Seldom extends Senders {
    @SuppressWarnings("unused")
    private int q0, q1;

    /// The next of those that are stranded: see [Inbox]. Under the lock of them.
    @Nullable Inbox strandedBelow;

    /// How long the latest measured turn took; below zero before the first. Racy: it is for people.
    float turnNanos = -1;

    /// How many system messages this turn may still handle; only after [Mailbox#beginAttending]. No
    /// int, which would make each actor eight bytes larger.
    short systemLeft;

    /// The oldest system message that was taken but not handled: see [SystemInbox].
    @Nullable SystemMessage owed;

    /// Messages in another order than they came; null for first in, first out.
    final @Nullable LocalQueue queue;

    /// The newest node of an idle mailbox that has some; null for one that has none. While it is
    /// owned, a node from which the newest is reached, unless a message was taken since.
    @Nullable Node parkedLast;

    Seldom(Dispatcher dispatcher, @Nullable LocalQueue queue) {
      super(dispatcher);
      this.queue = queue;
    }
  }

  /// What the owner touches in each turn.
  abstract static class Owner extends Seldom {
    /// How many messages each turn has at most; zero or less where there is more to ask at the
    /// beginning of a turn: see [Mailbox#runAsked].
    int share;

    /// The thread of the latest turn.
    @Nullable Thread thread;

    /// The oldest node that was not taken when the last turn ended. Accessed through HEAD, but
    /// where even the call of a handle may have no room on the stack.
    volatile @Nullable Node head;

    /// The oldest message, if it came to an empty mailbox by a CAS; null once it was taken.
    @Nullable Object sole;

    Owner(Dispatcher dispatcher, @Nullable LocalQueue queue) {
      super(dispatcher, queue);
    }
  }
}
