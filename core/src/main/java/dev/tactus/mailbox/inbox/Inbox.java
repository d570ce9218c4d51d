package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.mailbox.DeadLetterReason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The list by which messages arrive, and who owns the mailbox.
///
/// ## The tail is the state
///
/// Messages are a linked list. A sender exchanges the tail for its own node, and what it finds
/// there tells all it needs:
///
/// | tail | means | a sender that finds it |
/// |---|---|---|
/// | null | IDLE: nobody owns the mailbox | owns it, and asks for a turn |
/// | a node | SCHEDULED or RUNNING: it has an owner | links its node behind that one |
/// | [#CLOSED] | CLOSED: it takes no more | owns what was sent since, and refuses it |
///
/// The tail becomes a node by any sender's exchange, null by the owner's CAS from the node that it
/// took last, and CLOSED by the owner's exchange, for good.
///
/// So an idle mailbox costs its sender one exchange, and its owner one CAS; a busy one costs its
/// sender one exchange and a store. There is no second word that says whether a turn is due, hence
/// none that could disagree. The idea of the list is Vyukov's; the idle mark in place of a stub
/// node is ours.
///
/// **Ownership.** Exactly one party owns a mailbox that is not idle: the sender that found null,
/// then the turn that it asked for, then the next turn if that one asks for it. All fields but
/// `tail` and `system` belong to the owner. Handing over goes through the dispatcher's queue or
/// through the CAS to null, and both publish what the owner wrote.
///
/// **Linearization.** A message is sent by the exchange. The mailbox is idle from the CAS to null
/// on; that CAS fails if anything was sent after the last message that was taken, so no wake-up is
/// lost.
///
/// **Non-invariants.** A node that is not the last one may have no link yet: its successor's sender
/// is between the exchange and the store. `head` is exact only between turns.
///
/// ## Parked messages
///
/// A suspended mailbox, and one that its dispatcher refuses to run, goes idle although messages are
/// left. They stay where they are, from `head` to `parkedLast`, and the next owner links its own
/// node behind them. Each message that arrives meanwhile costs a turn that looks and parks again,
/// but does not walk over those that were there before: it begins at `parkedLast`.
abstract class Inbox extends SystemInbox {
  static final Node CLOSED = new Node(null);

  private static final VarHandle TAIL;

  static {
    try {
      TAIL = MethodHandles.lookup().findVarHandle(Inbox.class, "tail", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Dispatcher dispatcher;

  /// The node that was sent last; see the table above. Changed through TAIL.
  volatile @Nullable Node tail;

  /// The oldest node that was not taken when the last turn ended.
  @Nullable Node head;

  /// The newest node of an idle mailbox that has some; null for one that has none. While it is
  /// owned, a node from which the newest is reached, unless a message was taken since.
  @Nullable Node parkedLast;

  /// One that owns itself until its first turn is asked for.
  Inbox(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    Node first = new Node(null);
    this.head = first;
    TAIL.set(this, first);
  }

  /// Takes a message that will not be delivered. It must not throw.
  protected abstract void undelivered(Object message, DeadLetterReason reason);

  /// Where it runs.
  public final Dispatcher dispatcher() {
    return dispatcher;
  }

  /// Sends a message. Threads: any; never blocks.
  ///
  /// From here to the worker's queue and from the turn to the handler there are few calls, and few
  /// instructions in them: a compiler inlines only so many levels, and users need most of them.
  ///
  /// A task that its dispatcher throws at was not taken, as a rule for want of stack: then the
  /// mailbox goes idle with the message in place, and the next one makes it ready.
  ///
  /// @param message null to give the mailbox a turn and nothing else
  /// @return false when the mailbox was closed, so that it has been refused
  public final boolean enqueue(@Nullable Object message) {
    Node node = new Node(message);
    Node last = (Node) TAIL.getAndSet(this, node);
    if (last == null) {
      Node parked = parkedLast;
      if (parked == null) {
        head = node;
      } else {
        parked.next = node;
      }
      boolean isTaken;
      try {
        isTaken = dispatcher.submit(this);
      } catch (Throwable fatal) {
        Node newest = node;
        do { // as parkRefused(), with no call that goes deeper than the exchange above
          for (Node next = newest.next; next != null; next = newest.next) {
            newest = next;
          }
          parkedLast = newest;
        } while (!TAIL.compareAndSet(this, newest, null));
        throw fatal;
      }
      if (!isTaken) {
        parkRefused();
      }
    } else if (last != CLOSED) {
      try {
        last.linkRelease(node);
      } catch (StackOverflowError e) {
        last.next = node; // needs no call
      }
    } else {
      refuseLate(node);
      return false;
    }
    return true;
  }

  /// Where a message is that was put in by [#put].
  public enum Entry {
    /// With an owner, who comes to it.
    OWNED,
    /// In a mailbox that was idle: [#makeReady()] is due.
    UNREADY,
    /// Nowhere: the mailbox was closed, and has refused it.
    REFUSED
  }

  /// The first half of [#enqueue], for who keeps books about messages: one that this throws at is
  /// not in. Whatever is thrown after it, the message is in. Threads: any; never blocks.
  public final Entry put(Object message) {
    Node node = new Node(message);
    Node last = (Node) TAIL.getAndSet(this, node);
    if (last == null) {
      Node parked = parkedLast;
      if (parked == null) {
        head = node;
      } else {
        parked.next = node;
      }
      return Entry.UNREADY;
    }
    if (last == CLOSED) {
      refuseLate(node);
      return Entry.REFUSED;
    }
    try {
      last.linkRelease(node);
    } catch (StackOverflowError e) {
      last.next = node; // as in enqueue()
    }
    return Entry.OWNED;
  }

  /// The second half: asks for a turn. If that throws, the mailbox is idle, and the next message
  /// makes it ready. Threads: the owner, which is no longer the owner afterwards.
  public final void makeReady() {
    Node known = parkedLast;
    Node newest = known == null ? first() : known;
    boolean isTaken;
    try {
      isTaken = dispatcher.submit(this);
    } catch (Throwable fatal) {
      do { // as in enqueue()
        for (Node next = newest.next; next != null; next = newest.next) {
          newest = next;
        }
        parkedLast = newest;
      } while (!TAIL.compareAndSet(this, newest, null));
      throw fatal;
    }
    if (!isTaken) {
      parkRefused();
    }
  }

  @Override
  public final void wake() {
    boolean unused = enqueue(null);
  }

  /// Refuses what was sent to a closed mailbox. Who found the mark has replaced it, so puts it
  /// back; what others have sent in between is refused with it.
  private void refuseLate(Node node) {
    refuseAll(node, closeTail(), DeadLetterReason.NO_RECIPIENT);
  }

  /// Refuses everything from now on.
  ///
  /// @return the newest node, which the caller has to see to
  final Node closeTail() {
    return (Node) TAIL.getAndSet(this, CLOSED);
  }

  /// Refuses the messages from one node to a later one, and awaits the links between. It makes
  /// nothing: there may be no memory.
  final void refuseAll(Node first, Node last, DeadLetterReason reason) {
    Node node = first;
    while (true) {
      Object message = node.message;
      if (message != null) {
        undelivered(message, reason);
      }
      if (node == last) {
        return;
      }
      node = node.awaitNext();
    }
  }

  /// Parks a mailbox that its dispatcher does not run. Threads: the owner.
  final void parkRefused() {
    Node first = first();
    while (!tryPark(first, lastLinked(first))) {
      Thread.onSpinWait(); // what was sent meanwhile waits with the others once it is linked
    }
    dispatcher.retryLater(this, this::wake);
  }

  /// The oldest node. Threads: the owner.
  final Node first() {
    Node node = head;
    if (node == null) {
      throw new IllegalStateException("a turn of a mailbox without messages: " + this);
    }
    return node;
  }

  /// The last node that can be reached. Threads: the owner.
  final Node lastLinked(Node first) {
    Node known = parkedLast;
    return (known == null ? first : known).lastLinked();
  }

  /// Goes idle with messages left. Threads: the owner.
  ///
  /// @return false when it is still owned, because something was sent meanwhile
  final boolean tryPark(Node first, Node last) {
    head = first;
    parkedLast = last;
    // Publishes head and parkedLast to the next owner.
    return TAIL.compareAndSet(this, last, null);
  }

  /// Gives the mailbox up, if nothing was sent after this node. Threads: the owner.
  final boolean tryIdle(Node node) {
    assert parkedLast == null : "idle with a mark of parked messages: " + this;
    head = null;
    endRunning();
    if (TAIL.compareAndSet(this, node, null)) {
      return true;
    }
    head = node; // for who counts what waits
    goOnRunning();
    return false;
  }
}
