package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.workers.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Where the messages of one actor wait, and who may run it.
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
/// ## System messages
///
/// They are a stack of their own, taken whole and reversed, and looked at before each message. Who
/// pushes to an empty stack sends an empty node as well, which makes the mailbox ready like any
/// message does. So M1.2 needs no further protocol.
///
/// ## Parked messages
///
/// A suspended mailbox, and one that its dispatcher refuses to run, goes idle although messages are
/// left. They stay where they are, from `head` to `parkedLast`, and the next owner links its own
/// node behind them. Each message that arrives meanwhile costs a turn that looks and parks again.
///
/// ## The state word
///
/// Written by the owner only, read by anyone.
///
/// | bits | name | set | cleared |
/// |---|---|---|---|
/// | 0 | RUNNING | a turn begins | it ends |
/// | 1 | STARTING | at creation | the first turn has begun |
/// | 2 | ENDED | the mailbox is closed | never |
/// | 8 to 31 | suspend count | each [#suspend()] adds one | each [#resume()] takes one away |
public abstract class Mailbox extends Task {
  /// The message of a node that carries none, or none any more.
  static final Object TAKEN = "taken";

  private static final Node CLOSED = new Node(TAKEN);
  private static final SystemMessage SYSTEM_CLOSED = new SystemMessage() {};

  private static final int RUNNING = 1;
  private static final int STARTING = 2;
  private static final int ENDED = 4;
  private static final int SUSPEND_ONE = 1 << 8;

  /// If none of these bits is set, messages can be handed over.
  private static final int SLOW = ~RUNNING;

  /// How often it looks for the link of a node whose successor is known to be on its way.
  private static final int LINK_LOOKS = 200;

  private static final VarHandle TAIL;
  private static final VarHandle SYSTEM;
  private static final VarHandle STATE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TAIL = lookup.findVarHandle(Mailbox.class, "tail", Node.class);
      SYSTEM = lookup.findVarHandle(Mailbox.class, "system", SystemMessage.class);
      STATE = lookup.findVarHandle(Mailbox.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Dispatcher dispatcher;

  /// The node that was sent last; see the table above.
  @SuppressWarnings("unused") // accessed through TAIL
  private volatile @Nullable Node tail;

  /// The newest system message; [#SYSTEM_CLOSED] at the end.
  private volatile @Nullable SystemMessage system;

  /// The oldest node that was not taken when the last turn ended.
  private @Nullable Node head;

  /// The newest node of an idle mailbox that has some.
  private @Nullable Node parkedLast;

  /// Messages in another order than they came; null for first in, first out.
  private final @Nullable LocalQueue queue;

  private int state = STARTING;

  /// The thread of the latest turn.
  private @Nullable Thread thread;

  /// A mailbox that owns itself until [#start()].
  protected Mailbox(Dispatcher dispatcher, @Nullable LocalQueue queue) {
    this.dispatcher = dispatcher;
    this.queue = queue;
    Node first = new Node(TAKEN);
    this.head = first;
    TAIL.set(this, first);
  }

  /// Hands over one message. What it throws ends the turn and reaches the worker; the messages
  /// behind it are handled in another turn.
  protected abstract void deliver(Object message);

  /// Handles one system message. The same holds for what it throws.
  protected abstract void handleSystem(SystemMessage message);

  /// Called once, at the beginning of the first turn.
  protected abstract void begin();

  /// Takes a message that will not be delivered.
  protected abstract void undelivered(Object message, DeadLetterReason reason);

  /// Takes a system message that will not be handled.
  protected abstract void undeliveredSystem(SystemMessage message);

  /// Where it runs.
  public final Dispatcher dispatcher() {
    return dispatcher;
  }

  /// Asks for the first turn. Threads: who created it, once.
  protected final void start() {
    makeReady();
  }

  /// Sends a message. Threads: any; never blocks.
  public final void enqueue(Object message) {
    Node node = new Node(message);
    Node last = (Node) TAIL.getAndSet(this, node);
    if (last == null) {
      own(node);
    } else if (last != CLOSED) {
      last.linkRelease(node);
    } else {
      refuse(node);
    }
  }

  /// Lets it have a turn, in which it looks for whatever there is. Threads: any.
  public final void wake() {
    enqueue(TAKEN);
  }

  /// Sends a system message. Threads: any; never blocks.
  ///
  /// @return false when the mailbox is closed
  public final boolean enqueueSystem(SystemMessage message) {
    SystemMessage top;
    do {
      top = system;
      if (top == SYSTEM_CLOSED) {
        return false;
      }
      message.next = top;
    } while (!SYSTEM.compareAndSet(this, top, message));
    if (top == null) {
      wake();
    }
    return true;
  }

  private void own(Node node) {
    Node parked = parkedLast;
    if (parked == null) {
      head = node;
    } else {
      parkedLast = null;
      parked.linkRelease(node);
    }
    makeReady();
  }

  /// Asks for a turn. Threads: the owner, which is no longer the owner afterwards.
  private void makeReady() {
    if (!dispatcher.submit(this)) {
      refused();
    }
  }

  /// Parks a mailbox that its dispatcher does not run. Threads: the owner.
  @Override
  protected final void refused() {
    Node first = first();
    while (!tryPark(first)) {
      // Something was sent meanwhile: it waits with the others.
    }
    dispatcher.retryLater(this::wake);
  }

  /// Goes idle with messages left.
  ///
  /// @return false when it is still owned, because something was sent meanwhile
  private boolean tryPark(Node first) {
    Node last = first;
    for (Node next = last.nextAcquire(); next != null; next = last.nextAcquire()) {
      last = next;
    }
    head = first;
    parkedLast = last;
    // Publishes head and parkedLast to the next owner.
    if (TAIL.compareAndSet(this, last, null)) {
      return true;
    }
    parkedLast = null;
    return false;
  }

  /// Refuses what was sent after the mailbox was closed. Who found the mark has replaced it, so
  /// puts it back; what others have sent in between is refused with it.
  private void refuse(Node first) {
    Node last = (Node) TAIL.getAndSet(this, CLOSED);
    refuseAll(first, last, DeadLetterReason.NO_RECIPIENT);
  }

  private void refuseAll(Node first, Node last, DeadLetterReason reason) {
    Node node = first;
    while (true) {
      Object message = node.message;
      if (message != TAKEN) {
        undelivered(message, reason);
      }
      if (node == last) {
        return;
      }
      node = node.awaitNext();
    }
  }

  @Override
  protected final boolean run() {
    return runTurn() == TurnResult.NEED_RESCHEDULE;
  }

  /// Hands over messages until there are none, or the turn is used up. Threads: the owner.
  final TurnResult runTurn() {
    Thread current = Thread.currentThread();
    if (thread != current) {
      thread = current; // seldom: a store of a reference costs more than the look
    }
    STATE.setOpaque(this, state | RUNNING);
    return queue == null ? runInOrder() : runByQueue(queue);
  }

  private Node first() {
    Node node = head;
    if (node == null) {
      throw new IllegalStateException("a turn of a mailbox without messages: " + this);
    }
    return node;
  }

  private TurnResult runInOrder() {
    Node node = first();
    Node previous = null;
    int left = dispatcher.throughput();
    long endNanos = dispatcher.turnEndNanos();
    while (true) {
      while (system != null || (state & SLOW) != 0) {
        TurnResult end = attend(node);
        if (end != null) {
          return end;
        }
      }
      Object message = node.message;
      if (message != TAKEN) {
        if (left == 0 || (endNanos != Dispatcher.NO_END && dispatcher.isTurnOver(endNanos))) {
          return again(previous, node);
        }
        left--;
        node.message = TAKEN;
        hand(message, node);
      }
      Node next = node.nextAcquire();
      if (next == null) {
        if (tryIdle(node)) {
          return TurnResult.IDLE;
        }
        next = awaitLink(node);
        if (next == null) {
          return again(previous, node);
        }
      }
      previous = node;
      node = next;
    }
  }

  private TurnResult runByQueue(LocalQueue queue) {
    Node node = first();
    int left = dispatcher.throughput();
    long endNanos = dispatcher.turnEndNanos();
    while (true) {
      node = takeIn(node, queue);
      if (system != null || (state & SLOW) != 0) {
        TurnResult end = attend(node);
        if (end != null) {
          return end;
        }
        continue;
      }
      if (!queue.isEmpty()
          && (left == 0 || (endNanos != Dispatcher.NO_END && dispatcher.isTurnOver(endNanos)))) {
        return again(null, node);
      }
      Object message = queue.poll();
      if (message != null) {
        left--;
        hand(message, node);
      } else if (tryIdle(node)) {
        return TurnResult.IDLE;
      } else if (awaitLink(node) == null) {
        return again(null, node);
      }
    }
  }

  /// Moves what was sent to the queue.
  ///
  /// @return the last node, which is taken, too
  private static Node takeIn(Node first, LocalQueue queue) {
    queue.beginLook();
    Node node = first;
    while (true) {
      Object message = node.message;
      if (message != TAKEN) {
        node.message = TAKEN;
        queue.add(message);
      }
      Node next = node.nextAcquire();
      if (next == null) {
        return node;
      }
      node.unlink();
      node = next;
    }
  }

  /// Hands a message over so that one that cannot be handled does not take the others with it.
  private void hand(Object message, Node node) {
    try {
      deliver(message);
    } catch (Throwable fatal) {
      leave(node);
      throw fatal;
    }
  }

  /// Ends a turn early, because something is thrown through it: what is left has another turn.
  private void leave(Node node) {
    head = node;
    endRunning();
    makeReady();
  }

  /// Ends a turn with messages left.
  ///
  /// @param previous the node before the first that is left. Its link is cut, so that an old node
  ///   that waits for the collector does not keep all later ones alive.
  private TurnResult again(@Nullable Node previous, Node node) {
    if (previous != null) {
      previous.unlink();
    }
    head = node;
    endRunning();
    return TurnResult.NEED_RESCHEDULE;
  }

  private void endRunning() {
    STATE.setOpaque(this, state & ~RUNNING);
  }

  /// Gives the mailbox up, if nothing was sent after this node.
  private boolean tryIdle(Node node) {
    head = null;
    endRunning();
    if (TAIL.compareAndSet(this, node, null)) {
      return true;
    }
    STATE.setOpaque(this, state | RUNNING);
    return false;
  }

  /// The link of a node that has a successor; null when its sender takes too long.
  private static @Nullable Node awaitLink(Node node) {
    for (int i = 0; i < LINK_LOOKS; i++) {
      Node next = node.nextAcquire();
      if (next != null) {
        return next;
      }
      Thread.onSpinWait();
    }
    return null;
  }

  /// Sees to everything but messages.
  ///
  /// @return how the turn ends; null when it goes on
  private @Nullable TurnResult attend(Node node) {
    if ((state & STARTING) != 0) {
      STATE.setOpaque(this, state & ~STARTING);
      begin();
    }
    SystemMessage message = reversed((SystemMessage) SYSTEM.getAndSet(this, null));
    while (message != null && (state & ENDED) == 0) {
      SystemMessage current = message;
      message = current.next;
      current.next = null;
      try {
        handleSystem(current);
      } catch (Throwable fatal) {
        restore(message);
        leave(node);
        throw fatal;
      }
    }
    if ((state & ENDED) != 0) {
      closeFor(node, message);
      return TurnResult.CLOSED;
    }
    if (!isSuspended() || system != null) {
      return null;
    }
    endRunning();
    if (tryPark(node)) {
      return TurnResult.IDLE;
    }
    STATE.setOpaque(this, state | RUNNING);
    return null;
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

  /// Puts system messages back that were taken but not handled, before those that came since.
  private void restore(@Nullable SystemMessage first) {
    SystemMessage since = reversed((SystemMessage) SYSTEM.getAndSet(this, null));
    for (SystemMessage list : new @Nullable SystemMessage[] {first, since}) {
      SystemMessage message = list;
      while (message != null) {
        SystemMessage current = message;
        message = current.next;
        boolean isOpen = enqueueSystem(current);
        assert isOpen : "only the owner closes a mailbox";
      }
    }
  }

  /// Refuses everything from now on, and what is left. This is the one place that drains a closed
  /// mailbox.
  private void closeFor(Node first, @Nullable SystemMessage taken) {
    endRunning();
    head = null;
    Node last = (Node) TAIL.getAndSet(this, CLOSED);
    refuseAll(first, last, DeadLetterReason.SHUTDOWN);
    if (queue != null) {
      for (Object message = queue.poll(); message != null; message = queue.poll()) {
        undelivered(message, DeadLetterReason.SHUTDOWN);
      }
    }
    refuseSystem(taken);
    refuseSystem(reversed((SystemMessage) SYSTEM.getAndSet(this, SYSTEM_CLOSED)));
    closed();
  }

  private void refuseSystem(@Nullable SystemMessage first) {
    SystemMessage message = first;
    while (message != null) {
      SystemMessage current = message;
      message = current.next;
      current.next = null;
      undeliveredSystem(current);
    }
  }

  /// Called when the mailbox is closed and drained.
  protected abstract void closed();

  /// Ends the mailbox after the system message that is being handled. Threads: the owner.
  protected final void close() {
    STATE.setOpaque(this, state | ENDED);
  }

  /// Hands over system messages only, until a [#resume()] for each call. Threads: the owner.
  protected final void suspend() {
    STATE.setOpaque(this, state + SUSPEND_ONE);
  }

  /// Takes back one [#suspend()]. Threads: the owner.
  protected final void resume() {
    assert isSuspended() : "resumed more often than suspended";
    STATE.setOpaque(this, state - SUSPEND_ONE);
  }

  /// Takes back every [#suspend()]. Threads: the owner.
  protected final void resumeFully() {
    STATE.setOpaque(this, state & (SUSPEND_ONE - 1));
  }

  /// Whether it hands over system messages only.
  protected final boolean isSuspended() {
    return state >= SUSPEND_ONE;
  }

  /// Puts a message to the front. Threads: the owner; only where the queue is a deque.
  protected final void putBack(Object message) {
    if (queue == null) {
      throw new UnsupportedOperationException("a mailbox without a deque has no front");
    }
    queue.addFirst(message);
  }

  /// Whether the current thread runs a turn of it. Threads: any.
  protected final boolean isTurnOfCurrentThread() {
    return thread == Thread.currentThread() && ((int) STATE.getOpaque(this) & RUNNING) != 0;
  }

  /// How it stands. Threads: any; approximate while a turn runs.
  public final MailboxView view() {
    int word = (int) STATE.getOpaque(this);
    Node last = tail;
    MailboxView.Phase phase;
    if (last == CLOSED || (word & ENDED) != 0) {
      phase = MailboxView.Phase.CLOSED;
    } else if ((word & RUNNING) != 0) {
      phase = MailboxView.Phase.RUNNING;
    } else {
      phase = last == null ? MailboxView.Phase.IDLE : MailboxView.Phase.SCHEDULED;
    }
    Thread latest = thread;
    String where = phase == MailboxView.Phase.RUNNING && latest != null ? latest.getName() : "";
    return new MailboxView(phase, word >>> 8, depth(), systemDepth(), where);
  }

  /// How many messages wait. Threads: any; approximate while a turn runs.
  public int depth() {
    int count = queue == null ? 0 : queue.size();
    Node last = tail == null ? parkedLast : tail;
    Node node = head;
    while (node != null && node != CLOSED) {
      if (node.message != TAKEN) {
        count++;
      }
      node = node == last ? null : node.nextAcquire();
    }
    return count;
  }

  /// How many system messages wait. Threads: any.
  public final int systemDepth() {
    int count = 0;
    SystemMessage message = system;
    while (message != null && message != SYSTEM_CLOSED) {
      count++;
      message = message.next;
    }
    return count;
  }
}
