package dev.tactus.process;

import dev.tactus.workers.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// What waits for a process: any thread pushes, its worker takes all at once.
///
/// It is a part of the task and not an object beside it, because there are a million of them and
/// most are empty: four bytes each.
///
/// ## Algorithm
///
/// A stack whose top is replaced by CAS; the consumer takes it whole by one exchange and turns it
/// around. So what one producer pushes comes out in its order. At the end the top becomes a mark,
/// once and for ever, and from then on every push is refused: that exchange is the moment at which
/// the process can no longer be reached.
///
/// The order is linearized at the successful CAS of each push.
abstract class EventQueue extends Task {
  private static final VarHandle TOP;
  private static final EventNode CLOSED = new EventNode.Closed();

  static {
    try {
      TOP = MethodHandles.lookup().findVarHandle(EventQueue.class, "top", EventNode.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile @Nullable EventNode top;

  /// Adds a node. Threads: any; never blocks.
  ///
  /// @return false when the process has ended
  final boolean push(EventNode node) {
    EventNode seen;
    do {
      seen = top;
      if (seen == CLOSED) {
        return false;
      }
      node.next = seen;
      // volatile: pairs with the exchange in takeAll(); publishes the node and what it carries.
    } while (!TOP.compareAndSet(this, seen, node));
    return true;
  }

  /// Takes everything, the oldest first. Threads: the worker.
  final @Nullable EventNode takeAll() {
    // plain look first: while it is empty for the worker, there is nothing to exchange.
    return top == null ? null : reversed((EventNode) TOP.getAndSet(this, null));
  }

  /// Takes everything, the oldest first, and refuses whatever comes from now on. Threads: the
  /// worker, once.
  final @Nullable EventNode closeAndTakeAll() {
    return reversed((EventNode) TOP.getAndSet(this, CLOSED));
  }

  private static @Nullable EventNode reversed(@Nullable EventNode newest) {
    EventNode oldest = null;
    EventNode node = newest;
    while (node != null) {
      EventNode older = node.next;
      node.next = oldest;
      oldest = node;
      node = older;
    }
    return oldest;
  }

  /// How many wait; counted, so it takes time where there are many. While others push and take it
  /// is a guess. Threads: any.
  final int queued() {
    int count = 0;
    EventNode node = top;
    while (node != null && node != CLOSED) {
      count++;
      node = node.next;
    }
    return count;
  }
}
