package dev.tactus.pekko;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.pekko.dispatch.Envelope;
import org.jspecify.annotations.Nullable;

/// A queue without a lock for many senders and one receiver (Vyukov's linked queue).
///
/// A sender swaps its node into `tail` and then links the node before to it. The swap is the
/// linearization point: it fixes the order, and from there on the queue is not empty. Between swap
/// and link the receiver cannot get at the node; [#poll()] then returns null although [#isEmpty()]
/// is false. A mailbox that sees this is scheduled again, which is what it would do with one
/// message more.
///
/// The first node carries nothing: it is the one whose message was taken last.
///
/// Threads: [#offer] and the looks any; [#poll()] one at a time.
final class EnvelopeQueue {
  private static final class Node {
    @Nullable Envelope envelope;

    /// Accessed through NEXT, but where even the call of a handle may have no room on the stack.
    @SuppressWarnings("unused") // read through NEXT
    volatile @Nullable Node next;

    Node(@Nullable Envelope envelope) {
      this.envelope = envelope;
    }
  }

  private static final VarHandle NEXT;
  private static final VarHandle HEAD;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
      HEAD = lookup.findVarHandle(EnvelopeQueue.class, "head", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// No handle: one that returns a reference makes a call to cast it when it has exchanged. If the
  /// stack ended in that call, nobody would know any more behind which node to link.
  private static final AtomicReferenceFieldUpdater<EnvelopeQueue, Node> TAIL =
      AtomicReferenceFieldUpdater.newUpdater(EnvelopeQueue.class, Node.class, "tail");

  /// Written by the receiver only.
  private Node head;

  @SuppressWarnings("FieldMayBeFinal") // written through TAIL
  private volatile Node tail;

  EnvelopeQueue() {
    Node first = new Node(null);
    this.head = first;
    this.tail = first;
  }

  /// Appends a message. What this throws, for want of stack or memory, it throws before that.
  void offer(Envelope envelope) {
    Node node = new Node(envelope);
    Node before = TAIL.getAndSet(this, node);
    try {
      // release: pairs with the acquire in poll(); publishes the node.
      NEXT.setRelease(before, node);
    } catch (Throwable e) {
      before.next = node; // volatile, and needs no call
    }
  }

  /// Takes the oldest message; null when there is none that can be taken.
  @Nullable Envelope poll() {
    Node first = head;
    Node next = (Node) NEXT.getAcquire(first);
    if (next == null) {
      return null;
    }
    Envelope envelope = next.envelope;
    next.envelope = null;
    // release: who counts from here sees the node as it is now.
    HEAD.setRelease(this, next);
    // opaque: old nodes must not lead a collector to young ones.
    NEXT.setOpaque(first, null);
    return envelope;
  }

  /// Whether there is no message. For the receiver this is exact.
  boolean isEmpty() {
    return HEAD.getAcquire(this) == tail;
  }

  /// Counts the messages, one by one. While others send or receive it is an estimate.
  int size() {
    Node last = tail;
    Node node = (Node) HEAD.getAcquire(this);
    int count = 0;
    while (node != last) {
      Node next = (Node) NEXT.getAcquire(node);
      if (next == null) {
        return count; // taken meanwhile, or not linked yet
      }
      node = next;
      count++;
    }
    return count;
  }
}
