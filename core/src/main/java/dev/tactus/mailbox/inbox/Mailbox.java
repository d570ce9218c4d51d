package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.Occupant;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.workers.Linger;
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
/// They are in [SystemInbox], looked at before each message, and make the mailbox ready by an empty
/// node. A turn handles at most its throughput of them.
///
/// ## Parked messages
///
/// A suspended mailbox, and one that its dispatcher refuses to run, goes idle although messages are
/// left. They stay where they are, from `head` to `parkedLast`, and the next owner links its own
/// node behind them. Each message that arrives meanwhile costs a turn that looks and parks again,
/// but does not walk over those that were there before: it begins at `parkedLast`.
public abstract class Mailbox extends SystemInbox {
  private static final Node CLOSED = new Node(null);

  /// The share of a mailbox under pressure: see [#throttle].
  private static final int PRESSED = -1;

  private static final VarHandle TAIL;

  static {
    try {
      TAIL = MethodHandles.lookup().findVarHandle(Mailbox.class, "tail", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Dispatcher dispatcher;

  /// The node that was sent last; see the table above.
  @SuppressWarnings("unused") // accessed through TAIL
  private volatile @Nullable Node tail;

  /// The oldest node that was not taken when the last turn ended.
  private @Nullable Node head;

  /// The newest node of an idle mailbox that has some; null for one that has none. While it is
  /// owned, a node from which the newest is reached, unless a message was taken since.
  private @Nullable Node parkedLast;

  /// Messages in another order than they came; null for first in, first out.
  private final @Nullable LocalQueue queue;

  /// How many messages each turn has at most; zero or less where there is more to ask at the
  /// beginning of a turn: see [#runAsked].
  private int share;

  /// How many system messages this turn may still handle; only after [#beginAttending]. No int,
  /// which would make each actor eight bytes larger.
  private short systemLeft;

  /// A mailbox that owns itself until [#start()].
  protected Mailbox(Dispatcher dispatcher, @Nullable LocalQueue queue) {
    this.dispatcher = dispatcher;
    this.queue = queue;
    throttle(false);
    Node first = new Node(null);
    this.head = first;
    TAIL.set(this, first);
  }

  /// Hands over one message. What it throws ends the turn and reaches the worker; the messages
  /// behind it are handled in another turn.
  protected abstract void deliver(Object message);

  /// Handles one system message. The same holds for what it throws.
  protected abstract void handleSystem(SystemMessage message);

  /// Called once, at the beginning of the first turn. The same holds for what it throws.
  protected abstract void begin();

  /// Called in the turn in which [#requestEnd()] was called. The same holds for what it throws.
  protected abstract void endRequested();

  /// Takes a message that will not be delivered. It must not throw.
  protected abstract void undelivered(Object message, DeadLetterReason reason);

  /// Called when the mailbox is closed and drained, before it refuses system messages.
  protected abstract void closed();

  /// Where it runs.
  public final Dispatcher dispatcher() {
    return dispatcher;
  }

  /// Asks for the first turn. Threads: who created it, once.
  protected final void start() {
    makeReady();
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
      // Who found the mark has replaced it, so puts it back; what others have sent in between is
      // refused with it.
      Node newest = (Node) TAIL.getAndSet(this, CLOSED);
      refuseAll(node, newest, DeadLetterReason.NO_RECIPIENT);
      return false;
    }
    return true;
  }

  @Override
  public final void wake() {
    boolean unused = enqueue(null);
  }

  /// Asks for a turn. Threads: the owner, which is no longer the owner afterwards.
  private void makeReady() {
    if (!dispatcher.submit(this)) {
      parkRefused();
    }
  }

  /// Asks again for a turn that the pool would not give after the last one. Threads: the owner.
  @Override
  protected final void refused() {
    if (!dispatcher.submitAgain(this)) {
      parkRefused();
    }
  }

  /// Parks a mailbox that its dispatcher does not run.
  private void parkRefused() {
    Node first = first();
    while (!tryPark(first, lastLinked(first))) {
      Thread.onSpinWait(); // what was sent meanwhile waits with the others once it is linked
    }
    dispatcher.retryLater(this, this::wake);
  }

  /// The last node that can be reached.
  private Node lastLinked(Node first) {
    Node known = parkedLast;
    return (known == null ? first : known).lastLinked();
  }

  /// Goes idle with messages left.
  ///
  /// @return false when it is still owned, because something was sent meanwhile
  private boolean tryPark(Node first, Node last) {
    head = first;
    parkedLast = last;
    // Publishes head and parkedLast to the next owner.
    return TAIL.compareAndSet(this, last, null);
  }

  private void refuseAll(Node first, Node last, DeadLetterReason reason) {
    first.forEachTo(last, message -> undelivered(message, reason));
  }

  @Override
  protected final boolean run() {
    beginRunning(); // as runTurn() does it, one call less deep
    int most = share;
    TurnResult end = most > 0 ? runInOrder(null, most, Dispatcher.NO_END) : runAsked(null);
    return end == TurnResult.NEED_RESCHEDULE;
  }

  @Override
  protected final boolean runLingering(Linger linger) {
    return runTurn(linger) == TurnResult.NEED_RESCHEDULE;
  }

  @Override
  protected final boolean hasMore() {
    Node node = head;
    return node != null && node.nextAcquire() != null;
  }

  /// Hands over messages until there are none, or the turn is used up. Threads: the owner.
  ///
  /// @param linger how to wait for more where there are none; null for not at all
  final TurnResult runTurn(@Nullable Linger linger) {
    beginRunning();
    int most = share;
    return most > 0 ? runInOrder(linger, most, Dispatcher.NO_END) : runAsked(linger);
  }

  /// The same where turns differ in length, or messages have another order.
  private TurnResult runAsked(@Nullable Linger linger) {
    int most = share == PRESSED ? dispatcher.pressedThroughput() : dispatcher.throughput();
    long endNanos = dispatcher.turnEndNanos();
    return queue == null ? runInOrder(linger, most, endNanos) : runByQueue(queue, most, endNanos);
  }

  /// Whether the time of a turn is over. Each turn has at least one message, however long it took
  /// to get there.
  private boolean isLate(int left, int most, long endNanos) {
    return endNanos != Dispatcher.NO_END && left < most && dispatcher.isTurnOver(endNanos);
  }

  private Node first() {
    Node node = head;
    if (node == null) {
      throw new IllegalStateException("a turn of a mailbox without messages: " + this);
    }
    return node;
  }

  private TurnResult runInOrder(@Nullable Linger linger, int most, long endNanos) {
    Node node = first();
    Node previous = null;
    int left = most;
    int leftAtLook = most;
    boolean attends = false;
    if (!isSpecial()) {
      parkedLast = null; // messages are about to be taken
    }
    while (true) {
      while (isAttentionDue()) {
        attends = attends || beginAttending();
        TurnResult end = attend(node);
        if (end != null) {
          return end;
        }
      }
      Object message = node.message;
      if (message != null) {
        if (left == 0 || isLate(left, most, endNanos)) {
          return again(previous, node);
        }
        left--;
        node.message = null;
        try {
          deliver(message);
        } catch (Throwable fatal) {
          leave(node);
          throw fatal;
        }
      }
      Node next = node.nextAcquire();
      if (next == null) {
        if (isSpecial()) {
          continue; // the message has asked for the end, or has failed
        }
        if (linger != null && left > 0) {
          next = awaitNext(linger, node, leftAtLook - left);
          leftAtLook = left;
        }
        if (next == null) {
          if (tryIdle(node)) {
            return TurnResult.IDLE;
          }
          next = node.nextInAWhile();
          if (next == null) {
            return again(previous, node);
          }
        }
      }
      previous = node;
      node = next;
    }
  }

  /// Waits a moment for what is sent next.
  ///
  /// @param taken how many messages there were in a row
  /// @return null when it did not come
  private @Nullable Node awaitNext(Linger linger, Node node, int taken) {
    head = node; // for hasMore()
    return linger.awaitMore(this, taken) ? node.nextAcquire() : null;
  }

  private TurnResult runByQueue(LocalQueue queue, int most, long endNanos) {
    Node node = first();
    int left = most;
    boolean attends = false;
    while (true) {
      node = takeIn(node, queue);
      if (isAttentionDue()) {
        attends = attends || beginAttending();
        TurnResult end = attend(node);
        if (end != null) {
          return end;
        }
        continue;
      }
      // Below zero after a sender has filled an empty queue between this look and the next line.
      if (!queue.isEmpty() && (left <= 0 || isLate(left, most, endNanos))) {
        return again(null, node);
      }
      Object message = queue.poll();
      if (message != null) {
        left--;
        try {
          deliver(message);
        } catch (Throwable fatal) {
          leave(node);
          throw fatal;
        }
      } else if (tryIdle(node)) {
        return TurnResult.IDLE;
      } else if (node.nextInAWhile() == null) {
        return again(null, node);
      }
    }
  }

  /// Moves what was sent until now to the queue. What is sent meanwhile is left for the next call:
  /// many senders may be faster than one owner.
  ///
  /// @return the last node that was moved, which stays as the first
  private Node takeIn(Node first, LocalQueue queue) {
    queue.beginLook();
    parkedLast = null; // the nodes before the last are unlinked
    Node node = first;
    Node end = null;
    while (true) {
      Object message = node.message;
      if (message != null) {
        try {
          queue.add(message);
        } catch (Throwable fatal) {
          leave(node);
          throw fatal;
        }
        node.message = null; // not before: it is in one place or the other
      }
      Node next = node == end ? null : node.nextAcquire();
      if (next == null) {
        head = node; // for who counts what waits
        return node;
      }
      if (end == null) {
        end = tail; // only where there is more than one: senders write it all the time
      }
      node.unlink();
      node = next;
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

  /// Gives the mailbox up, if nothing was sent after this node.
  private boolean tryIdle(Node node) {
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

  /// The first time in a turn that there is something else than messages.
  private boolean beginAttending() {
    systemLeft = (short) Math.min(dispatcher.throughput(), Short.MAX_VALUE);
    return true;
  }

  /// Sees to everything but messages.
  ///
  /// @return how the turn ends; null when it goes on
  private @Nullable TurnResult attend(Node node) {
    try {
      if (isSet(STARTING)) {
        lower(STARTING);
        begin();
      }
      if (isSet(ENDING)) {
        lower(ENDING);
        endRequested();
      }
      while (!isSet(ENDED) && hasSystem()) {
        if (systemLeft == 0) {
          return again(null, node);
        }
        SystemMessage message = pollSystem();
        if (message != null) {
          systemLeft--;
          handleSystem(message);
        }
      }
    } catch (Throwable fatal) {
      leave(node);
      throw fatal;
    }
    if (isSet(ENDED)) {
      closeFor(node);
      return TurnResult.CLOSED;
    }
    if (!isSuspended()) {
      parkedLast = null; // messages are about to be taken
      return null;
    }
    return park(node);
  }

  /// Ends the turn of a suspended mailbox.
  ///
  /// @return null when there is something to do after all
  private @Nullable TurnResult park(Node node) {
    Node last = lastLinked(node);
    // After the walk: the node of a wake-up may be among those that it went over, and who sent that
    // one has pushed its system message before.
    if (hasSystem()) {
      return null;
    }
    endRunning();
    if (tryPark(node, last)) {
      return TurnResult.IDLE;
    }
    goOnRunning();
    return last.nextInAWhile() == null ? again(null, node) : null;
  }

  /// Refuses everything from now on, and what is left. This is the one place that drains a closed
  /// mailbox.
  private void closeFor(Node first) {
    head = null;
    parkedLast = null;
    try {
      Node last = (Node) TAIL.getAndSet(this, CLOSED);
      if (queue != null) {
        for (Object message = queue.poll(); message != null; message = queue.poll()) {
          undelivered(message, DeadLetterReason.SHUTDOWN);
        }
      }
      refuseAll(first, last, DeadLetterReason.SHUTDOWN);
      closed();
      closeSystem(); // last: who is refused knows of the end, so everyone else has to know of it
    } finally {
      endRunning(); // only now: who is told of the end is still in this turn
    }
  }

  /// Cuts its turns short as long as it is under pressure; how short is the dispatcher's choice.
  /// Threads: the owner.
  public final void throttle(boolean isPressed) {
    share = isPressed ? PRESSED : queue == null ? dispatcher.plainThroughput() : 0;
  }

  /// Puts a message to the front. Threads: the owner; only where the queue is a deque.
  protected final void putBack(Object message) {
    if (queue == null) {
      throw new UnsupportedOperationException("a mailbox without a deque has no front");
    }
    queue.addFirst(message);
  }

  /// How it stands. Threads: any; approximate while a turn runs.
  public final MailboxView view() {
    Occupant.Phase phase = phase();
    String where = phase == Occupant.Phase.RUNNING ? latestThread() : "";
    return new MailboxView(phase, suspends(), depth(), systemDepth(), where);
  }

  /// What it is doing. Threads: any.
  public final Occupant.Phase phase() {
    int word = word();
    Node last = tail;
    if (last == CLOSED || (word & ENDED) != 0) {
      return Occupant.Phase.CLOSED;
    }
    if ((word & RUNNING) != 0) {
      return Occupant.Phase.RUNNING;
    }
    return last == null ? Occupant.Phase.IDLE : Occupant.Phase.SCHEDULED;
  }

  /// How often it is suspended. Threads: any.
  public final int suspends() {
    return suspends(word());
  }

  /// How it stands, as a dump of its dispatcher shows it. Threads: any.
  ///
  /// @param actor the path of the actor
  public final Occupant occupant(String actor) {
    return view().occupant(actor, dispatcher.id());
  }

  /// How many messages wait. Threads: any; approximate while a turn runs.
  public final int depth() {
    return depth(Integer.MAX_VALUE);
  }

  /// The same, counted up to a limit: the messages of an unbounded mailbox are counted one by one.
  public int depth(int max) {
    int count = queue == null ? 0 : queue.size();
    Node last = tail;
    for (Node node = head; node != null && node != CLOSED; node = node.nextAcquire()) {
      if (count >= max) {
        return max;
      }
      if (node.message != null) {
        count++;
      }
      if (node == last) {
        break; // what is sent from now on is not counted
      }
    }
    return count;
  }
}
