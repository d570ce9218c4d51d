package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.event.VmErrors;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.time.host.StackProbe;
import dev.tactus.workers.TurnEnd;
import dev.tactus.workers.WorkerPool;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
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
/// | null | IDLE and empty: nobody owns the mailbox | owns it, and asks for a turn |
/// | [#PARKED] | IDLE, but what it has, if anything, stays | the same, its node goes behind that |
/// | a node | SCHEDULED or RUNNING: it has an owner | links its node behind that one |
/// | the mailbox itself | the same, with a *sole* message only | its node is the first, `head` |
/// | [#CLOSED] | CLOSED: it takes no more | owns what was sent since, and refuses it |
///
/// | the tail becomes | by |
/// |---|---|
/// | the mailbox itself | any sender's CAS from null |
/// | a node | any sender's exchange |
/// | null | the owner's CAS from what it took last, with nothing left |
/// | PARKED | the owner's CAS from the newest that is left |
/// | CLOSED | the owner's exchange, for good |
///
/// So an idle mailbox costs its sender one atomic step, and its owner one CAS; a busy one costs its
/// sender one exchange and a store. There is no second word that says whether a turn is due, hence
/// none that could disagree. The idea of the list is Vyukov's; the idle mark in place of a stub
/// node is ours.
///
/// **The sole message.** Most messages of actors come to one that waits for them. Such a one needs
/// no node: its sender takes the mailbox by a CAS to the mailbox itself and leaves the message in
/// `sole`. That saves the memory of a node and, where the mailbox is old and the node would be
/// young, two fences of G1's barrier. It is always the oldest message: only an empty mailbox gets
/// one. Its place in the list is called `null` here, and what follows it is `head`.
///
/// **Ownership.** Exactly one party owns a mailbox that is not idle: the sender that found it so,
/// then the turn that it asked for, then the next turn if that one asks for it. All fields but
/// `tail` and `system` belong to the owner, with one exception: as long as the owner is at the
/// place of the sole message, `head` is written by the sender that found the mailbox itself, once,
/// and not by the owner. Handing over goes through the dispatcher's queue or through the CAS to
/// null or PARKED, and all of these publish what the owner wrote.
///
/// **Linearization.** A message is sent by the exchange, or by the CAS from null. The mailbox is
/// idle from the owner's CAS on; that CAS fails if anything was sent after the last message that
/// was taken, so no wake-up is lost.
///
/// **Non-invariants.** A node that is not the last one may have no link yet: its successor's sender
/// is between the exchange and the store; the same holds for `head` behind a sole message. Without
/// that, `head` is exact only between turns.
///
/// ## Parked messages
///
/// A suspended mailbox, and one that its dispatcher refuses to run, goes idle by this mark whether
/// messages are left or not. They stay where they are, `sole` and from `head` to `parkedLast`, and
/// the next owner links its own node behind them. Each message that arrives meanwhile costs a turn
/// that looks and parks again, but does not walk over those that were there before: it begins at
/// `parkedLast`.
///
/// ## Stranded mailboxes
///
/// A sender whose stack ends while it asks for a turn parks the mailbox that it owns, and throws.
/// That takes a few calls, also where it looks like one step: code where hardly anybody comes is
/// interpreted. Where there is no room for these either, the sender puts the mailbox on a list,
/// which takes a lock and two fields but no call. Whoever sends the next message, to any mailbox,
/// asks for its turn.
abstract class Inbox extends SystemInbox {
  static final Node CLOSED = new Node(null);
  private static final Node PARKED = new Node(null);

  /// The lock of the list of those that are stranded.
  private static final Object STRANDED = new Object();

  /// The first of them; null for none, nearly always. Written under the lock, and looked at without
  /// it: each sender takes an atomic step, so that what it reads for the next message is not old.
  private static @Nullable Inbox stranded;

  private static final VarHandle TAIL;
  private static final VarHandle HEAD;

  /// For exchanges of the tail. A handle that returns a reference makes a call to cast it when it
  /// has exchanged. If the stack ended in that call, the mailbox would have an owner that does not
  /// know of it.
  private static final AtomicReferenceFieldUpdater<MailboxLines.Senders, @Nullable Object>
      TAIL_EXCHANGE =
          AtomicReferenceFieldUpdater.newUpdater(MailboxLines.Senders.class, Object.class, "tail");

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TAIL = lookup.findVarHandle(MailboxLines.Senders.class, "tail", Object.class);
      HEAD = lookup.findVarHandle(MailboxLines.Owner.class, "head", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    // Else the first sender does it, who may have no stack for that; nobody could send any more.
    boolean unused = WorkerPool.isOnWorker();
  }

  /// One that owns itself until its first turn is asked for, as if a message had been sent to it.
  Inbox(Dispatcher dispatcher, @Nullable LocalQueue queue) {
    super(dispatcher, queue);
    TAIL.set(this, this);
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
    return enqueue(message, WorkerPool.isOnWorker());
  }

  /// The same.
  ///
  /// @param isNear whether the mailbox is likely to be in the cache of the sender's processor. Then
  ///   a look whether it is empty costs nothing. From elsewhere it would fetch the line first to
  ///   read and again to write, so there it is an exchange at once.
  final boolean enqueue(@Nullable Object message, boolean isNear) {
    if (stranded != null) {
      readyStranded();
    }
    Node newest = null;
    if (isNear && tail == null && TAIL.compareAndSet(this, null, this)) {
      sole = message;
    } else {
      Node node = new Node(message);
      Object last = TAIL_EXCHANGE.getAndSet(this, node);
      if (last == CLOSED) { // put back by what has just had room on the stack
        refuseLate(node, TAIL_EXCHANGE.getAndSet(this, CLOSED));
        return false;
      }
      boolean isIdle = last == null || last == PARKED;
      Node before = isIdle ? parkedLast : last == this ? null : (Node) last;
      try {
        if (before == null) { // there is a sole message at most
          // release: pairs with following(); publishes the node and its message.
          HEAD.setRelease(this, node);
        } else {
          before.linkRelease(node);
        }
      } catch (Throwable e) { // these need no call
        if (before == null) {
          head = node;
        } else {
          before.next = node;
        }
      }
      if (!isIdle) {
        return true;
      }
      newest = node;
    }
    boolean isTaken;
    try {
      isTaken = dispatcher.submit(this);
    } catch (Throwable fatal) {
      try {
        parkFrom(newest);
      } catch (Throwable another) { // no call from here on
        synchronized (STRANDED) {
          strandedBelow = stranded;
          stranded = this;
        }
      }
      throw fatal;
    }
    if (!isTaken) {
      parkRefused();
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
    if (stranded != null) {
      readyStranded();
    }
    Node node = new Node(message);
    Object last = TAIL_EXCHANGE.getAndSet(this, node);
    if (last == CLOSED) { // as in enqueue()
      refuseLate(node, TAIL_EXCHANGE.getAndSet(this, CLOSED));
      return Entry.REFUSED;
    }
    boolean isIdle = last == null || last == PARKED;
    Node before = isIdle ? parkedLast : last == this ? null : (Node) last;
    try {
      if (before == null) {
        // release: as in enqueue()
        HEAD.setRelease(this, node);
      } else {
        before.linkRelease(node);
      }
    } catch (Throwable e) {
      if (before == null) {
        head = node;
      } else {
        before.next = node;
      }
    }
    return isIdle ? Entry.UNREADY : Entry.OWNED;
  }

  /// The second half: asks for a turn. If that throws, the mailbox is idle, and the next message
  /// makes it ready. Threads: the owner, which is no longer the owner afterwards.
  public final void makeReady() {
    Node newest = parkedLast;
    boolean isTaken;
    try {
      isTaken = dispatcher.submit(this);
    } catch (Throwable fatal) {
      try {
        parkFrom(newest);
      } catch (Throwable another) {
        synchronized (STRANDED) {
          strandedBelow = stranded;
          stranded = this;
        }
      }
      throw fatal;
    }
    if (!isTaken) {
      parkRefused();
    }
  }

  /// Parks a mailbox whose turn could not be asked for, as [#parkRefused()] does. It throws only
  /// where the mailbox is not parked: nothing is called after the step that does it. Threads: the
  /// owner.
  ///
  /// @param newest a node from which the newest is reached; null for the place of the sole message
  private void parkFrom(@Nullable Node newest) {
    Node last = newest;
    do {
      for (Node next = last == null ? head : last.next; next != null; next = last.next) {
        last = next;
      }
      parkedLast = last;
    } while (!TAIL.compareAndSet(this, last == null ? this : last, PARKED));
  }

  /// Asks for the turns of mailboxes whose owners could not even park them. What is thrown at that
  /// was thrown at those before, and the mailbox is parked, or stranded again.
  private static void readyStranded() {
    StackProbe.tryIt(); // before anything is taken off, or the message of this sender is in
    Inbox next;
    while ((next = takeStranded()) != null) {
      try {
        next.makeReady();
      } catch (Throwable e) {
        VmErrors.report(e);
        return;
      }
    }
  }

  private static @Nullable Inbox takeStranded() {
    synchronized (STRANDED) {
      Inbox taken = stranded;
      if (taken != null) {
        stranded = taken.strandedBelow;
        taken.strandedBelow = null;
      }
      return taken;
    }
  }

  @Override
  public final void wake() {
    boolean unused = enqueue(null);
  }

  /// Refuses what was sent to a closed mailbox. Who found the mark has replaced it, and put it
  /// back; what others have sent in between is refused with it.
  ///
  /// @param last what was sent last before the mark was put back
  private void refuseLate(Node node, Object last) {
    refuseAll(node, last, DeadLetterReason.NO_RECIPIENT);
  }

  /// Refuses everything from now on.
  ///
  /// @return what was sent last, which the caller has to see to
  final Object closeTail() {
    return TAIL_EXCHANGE.getAndSet(this, CLOSED);
  }

  /// Refuses what is left. Threads: the owner, once, after [#closeTail()].
  ///
  /// @param place the oldest node that is left; null for the place of the sole message
  /// @param last what was sent last
  final void refuseFrom(@Nullable Node place, Object last) {
    Object message = sole;
    if (message != null) {
      sole = null;
      undelivered(message, DeadLetterReason.SHUTDOWN);
    }
    if (last != this) {
      refuseAll(place == null ? awaitHead() : place, last, DeadLetterReason.SHUTDOWN);
    }
    HEAD.set(this, null);
    parkedLast = null;
  }

  /// Waits for the node behind a sole message, whose sender has exchanged the tail already.
  private Node awaitHead() {
    Node node = head;
    while (node == null) {
      Thread.onSpinWait();
      node = head;
    }
    return node;
  }

  /// Refuses the messages from one node to a later one, and awaits the links between. It makes
  /// nothing: there may be no memory.
  private void refuseAll(Node first, Object last, DeadLetterReason reason) {
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
    Node place = place();
    while (!tryPark(place, lastLinked(place))) {
      Thread.onSpinWait(); // what was sent meanwhile waits with the others once it is linked
    }
    dispatcher.retryLater(this, this::wake);
  }

  /// Where a turn begins: the oldest node, or null for the place of the sole message. Threads: the
  /// owner, between turns.
  final @Nullable Node place() {
    return sole != null ? null : (Node) HEAD.getAcquire(this);
  }

  /// The oldest node between turns. Threads: any; approximate.
  final @Nullable Node oldestNode() {
    return head;
  }

  /// Notes where the next turn begins. Threads: the owner.
  final void beginNextAt(@Nullable Node place) {
    if (place != null) { // behind a sole message it is its sender's
      HEAD.set(this, place);
    }
  }

  /// What was sent after a node, or after the sole message, as far as its sender has linked it.
  /// Threads: the owner.
  final @Nullable Node following(@Nullable Node place) {
    return place == null ? (Node) HEAD.getAcquire(this) : place.nextAcquire();
  }

  /// The same where something was sent, but is perhaps not linked yet.
  ///
  /// @return null when its sender takes too long
  final @Nullable Node followingInAWhile(@Nullable Node place) {
    if (place != null) {
      return place.nextInAWhile();
    }
    for (int i = 0; i < Node.LOOKS; i++) {
      Node node = following(null);
      if (node != null) {
        return node;
      }
      Thread.onSpinWait();
    }
    return null;
  }

  /// The last node that can be reached; null for the place of the sole message. Threads: the owner.
  final @Nullable Node lastLinked(@Nullable Node place) {
    Node known = parkedLast != null ? parkedLast : place != null ? place : following(null);
    return known == null ? null : known.lastLinked();
  }

  /// Goes idle with messages left. Threads: the owner.
  ///
  /// @return false when it is still owned, because something was sent meanwhile
  final boolean tryPark(@Nullable Node place, @Nullable Node last) {
    beginNextAt(place);
    parkedLast = last;
    // Publishes sole, head and parkedLast to the next owner.
    return TAIL.compareAndSet(this, last == null ? this : last, PARKED);
  }

  /// Gives the mailbox up, if nothing was sent after this. Threads: the owner.
  ///
  /// @param end where to say that the turn ends, if it does; null where nobody wants to know
  final boolean tryIdle(@Nullable Node place, @Nullable TurnEnd end) {
    assert parkedLast == null : "idle with a mark of parked messages: " + this;
    assert sole == null : "idle with a message: " + this;
    if (place != null) {
      HEAD.set(this, null);
    }
    endRunning();
    Object last = place == null ? this : place;
    if (end == null) {
      if (TAIL.compareAndSet(this, last, null)) {
        return true;
      }
    } else {
      end.announce(); // with nothing between this and the CAS
      if (TAIL.compareAndSet(this, last, null)) {
        return true;
      }
      end.takeBack();
    }
    beginNextAt(place); // for who counts what waits
    goOnRunning();
    return false;
  }

  /// Whether nobody owns it, as its tail says. Threads: any.
  static boolean isIdle(@Nullable Object tail) {
    return tail == null || tail == PARKED;
  }
}
