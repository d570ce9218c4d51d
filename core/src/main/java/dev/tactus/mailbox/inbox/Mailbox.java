package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.Occupant;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.workers.Linger;
import dev.tactus.workers.TurnEnd;
import org.jspecify.annotations.Nullable;

/// Where the messages of one actor wait, and who may run it.
///
/// How messages come in, and who owns the mailbox, is in [Inbox]; what an owner does in its turn is
/// here.
///
/// ## System messages
///
/// They are in [SystemInbox], looked at before each message, and make the mailbox ready by an empty
/// node. A turn handles at most its throughput of them.
public abstract class Mailbox extends Inbox {
  /// The share of a mailbox under pressure: see [#throttle].
  private static final int PRESSED = -1;

  /// A mailbox that owns itself until [#start()].
  protected Mailbox(Dispatcher dispatcher, @Nullable LocalQueue queue) {
    super(dispatcher, queue);
    throttle(false);
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

  /// Called when the mailbox is closed and drained, before it refuses system messages.
  protected abstract void closed();

  /// Asks for the first turn. Threads: who created it, once.
  protected final void start() {
    makeReady();
  }

  /// Asks again for a turn that the pool would not give after the last one. Threads: the owner.
  @Override
  protected final void refused() {
    if (!dispatcher.submitAgain(this)) {
      parkRefused();
    }
  }

  @Override
  protected final boolean run() {
    return runTurn(null, null) == TurnResult.NEED_RESCHEDULE;
  }

  @Override
  protected final boolean run(TurnEnd end) {
    beginRunning(); // as runTurn() does it, one call less deep
    int most = share;
    TurnResult result = most > 0 ? runInOrder(end, null, most, Dispatcher.NO_END) : runAsked(null);
    return result == TurnResult.NEED_RESCHEDULE;
  }

  @Override
  protected final boolean runLingering(Linger linger) {
    return runTurn(null, linger) == TurnResult.NEED_RESCHEDULE;
  }

  @Override
  protected final boolean hasMore() {
    // What was taken has no message; what follows a sole message is the oldest node itself.
    Node node = oldestNode();
    return node != null && (node.message != null || node.nextAcquire() != null);
  }

  /// Hands over messages until there are none, or the turn is used up. Threads: the owner.
  ///
  /// @param end where to say that the turn ends; null where nobody wants to know
  /// @param linger how to wait for more where there are none; null for not at all
  final TurnResult runTurn(@Nullable TurnEnd end, @Nullable Linger linger) {
    beginRunning();
    int most = share;
    return most > 0 ? runInOrder(end, linger, most, Dispatcher.NO_END) : runAsked(linger);
  }

  /// The same where turns differ in length, or messages have another order.
  private TurnResult runAsked(@Nullable Linger linger) {
    int most = share == PRESSED ? dispatcher.pressedThroughput() : dispatcher.throughput();
    long endNanos = dispatcher.turnEndNanos();
    return queue == null
        ? runInOrder(null, linger, most, endNanos)
        : runByQueue(queue, most, endNanos);
  }

  /// Whether the time of a turn is over. Each turn has at least one message, however long it took
  /// to get there.
  private boolean isLate(int left, int most, long endNanos) {
    return endNanos != Dispatcher.NO_END && left < most && dispatcher.isTurnOver(endNanos);
  }

  private TurnResult runInOrder(
      @Nullable TurnEnd end, @Nullable Linger linger, int most, long endNanos) {
    Node node = place(); // null for the place of the sole message
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
        TurnResult result = attend(node);
        if (result != null) {
          return result;
        }
      }
      Object message = node == null ? sole : node.message;
      if (message != null) {
        if (left == 0 || isLate(left, most, endNanos)) {
          return again(previous, node);
        }
        left--;
        if (node == null) {
          sole = null;
        } else {
          node.message = null;
        }
        try {
          deliver(message);
        } catch (Throwable fatal) {
          leave(node);
          throw fatal;
        }
      }
      Node next = following(node);
      if (next == null) {
        if (isSpecial()) {
          continue; // the message has asked for the end, or has failed
        }
        if (linger != null && left > 0) {
          next = awaitNext(linger, node, leftAtLook - left);
          leftAtLook = left;
        }
        if (next == null) {
          if (tryIdle(node, end)) {
            return TurnResult.IDLE;
          }
          next = followingInAWhile(node);
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
  private @Nullable Node awaitNext(Linger linger, @Nullable Node node, int taken) {
    beginNextAt(node); // for hasMore()
    return linger.awaitMore(this, taken) ? following(node) : null;
  }

  private TurnResult runByQueue(LocalQueue queue, int most, long endNanos) {
    Node node = place();
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
      Object message;
      try {
        message = queue.poll();
        if (message != null) {
          left--;
          deliver(message);
        }
      } catch (Throwable fatal) {
        leave(node);
        throw fatal;
      }
      if (message != null || (node == null ? sole : node.message) != null) {
        continue; // a place is not given up over the message that it still has
      }
      if (tryIdle(node, null)) {
        return TurnResult.IDLE;
      }
      if (followingInAWhile(node) == null) {
        return again(null, node);
      }
    }
  }

  /// Moves what was sent until now to the queue. What is sent meanwhile is left for the next call:
  /// many senders may be faster than one owner.
  ///
  /// One for which the queue has no room stays where it is, as long as there is something else to
  /// do: that may make room.
  ///
  /// @return the last place from which one was moved, or the first that was not left
  private @Nullable Node takeIn(@Nullable Node first, LocalQueue queue) {
    queue.beginLook();
    parkedLast = null; // the nodes before the last are unlinked
    Node node = first;
    if (node == null) {
      Object message = sole;
      if (message != null) {
        if (!isAdded(message, queue, null)) {
          return null;
        }
        sole = null; // not before: it is in one place or the other
      }
      node = following(null);
      if (node == null) {
        return null;
      }
    }
    Object end = null;
    while (true) {
      Object message = node.message;
      if (message != null) {
        if (!isAdded(message, queue, node)) {
          return node;
        }
        node.message = null;
      }
      Node next = node == end ? null : node.nextAcquire();
      if (next == null) {
        beginNextAt(node); // for who counts what waits
        return node;
      }
      if (end == null) {
        end = tail; // only where there is more than one: senders write it all the time
      }
      node.unlink();
      node = next;
    }
  }

  /// Adds a message to the queue, if that has room.
  ///
  /// @param node where it is
  private boolean isAdded(Object message, LocalQueue queue, @Nullable Node node) {
    try {
      queue.add(message);
      return true;
    } catch (Throwable fatal) {
      if (queue.isEmpty() && !isAttentionDue()) {
        leave(node); // it is all there is to do
        throw fatal;
      }
      beginNextAt(node);
      return false;
    }
  }

  /// Ends a turn early, because something is thrown through it: what is left has another turn.
  private void leave(@Nullable Node node) {
    beginNextAt(node);
    endRunning();
    makeReady();
  }

  /// Ends a turn with messages left.
  ///
  /// @param previous the node before the first that is left. Its link is cut, so that an old node
  ///   that waits for the collector does not keep all later ones alive.
  private TurnResult again(@Nullable Node previous, @Nullable Node node) {
    if (previous != null) {
      previous.unlink();
    }
    beginNextAt(node);
    endRunning();
    return TurnResult.NEED_RESCHEDULE;
  }

  /// The first time in a turn that there is something else than messages.
  private boolean beginAttending() {
    systemLeft = (short) Math.min(dispatcher.throughput(), Short.MAX_VALUE);
    return true;
  }

  /// Sees to everything but messages.
  ///
  /// @return how the turn ends; null when it goes on
  private @Nullable TurnResult attend(@Nullable Node node) {
    try {
      if (isSet(STARTING)) {
        lower(STARTING);
        begin();
      }
      do {
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
      } while (isSet(ENDING) && !isSet(ENDED)); // a suspended mailbox does not come here again
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
  private @Nullable TurnResult park(@Nullable Node node) {
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
    return followingInAWhile(last) == null ? again(null, node) : null;
  }

  /// Refuses everything from now on, and what is left. This is the one place that drains a closed
  /// mailbox.
  private void closeFor(@Nullable Node first) {
    try {
      Object last = closeTail();
      if (queue != null) {
        for (Object message = queue.poll(); message != null; message = queue.poll()) {
          undelivered(message, DeadLetterReason.SHUTDOWN);
        }
      }
      refuseFrom(first, last);
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
    Object last = tail;
    if (last == CLOSED || (word & ENDED) != 0) {
      return Occupant.Phase.CLOSED;
    }
    if ((word & RUNNING) != 0) {
      return Occupant.Phase.RUNNING;
    }
    return isIdle(last) ? Occupant.Phase.IDLE : Occupant.Phase.SCHEDULED;
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
    int count = (queue == null ? 0 : queue.size()) + (sole == null ? 0 : 1);
    Object last = tail;
    for (Node node = oldestNode(); node != null && node != CLOSED; node = node.nextAcquire()) {
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
