package dev.tactus.mailbox.inbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// One message in a mailbox, with the link to the one that was sent after it.
///
/// A sender writes the link of the node that was last before its own; the owner reads it. Nobody
/// else touches it.
final class Node {
  /// How often it looks for a link that is known to be on its way, before it gives up.
  static final int LOOKS = 200;

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(Node.class, "next", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// What was sent; null for a node that carries no message, or none any more: the owner takes it
  /// out before it hands it over, and keeps the node.
  @Nullable Object message;

  /// Accessed through NEXT; but as a field in [Mailbox#enqueue], where even the call of a handle
  /// may have no room on the stack.
  volatile @Nullable Node next;

  Node(@Nullable Object message) {
    this.message = message;
  }

  /// Links the node that was sent after this one. Threads: its sender, or the owner.
  void linkRelease(Node node) {
    // release: pairs with nextAcquire(); publishes the node and its message.
    NEXT.setRelease(this, node);
  }

  /// The node that was sent after this one, as far as its sender has linked it.
  @Nullable Node nextAcquire() {
    return (Node) NEXT.getAcquire(this);
  }

  /// Waits for the link of a node that is known not to be the last one: its sender has already
  /// exchanged the tail.
  Node awaitNext() {
    Node node = nextAcquire();
    while (node == null) {
      Thread.onSpinWait();
      node = nextAcquire();
    }
    return node;
  }

  /// The same for who does not wait for ever.
  ///
  /// @return null when its sender takes too long
  @Nullable Node nextInAWhile() {
    for (int i = 0; i < LOOKS; i++) {
      Node node = nextAcquire();
      if (node != null) {
        return node;
      }
      Thread.onSpinWait();
    }
    return null;
  }

  /// The last node that can be reached from here.
  Node lastLinked() {
    Node last = this;
    for (Node next = last.nextAcquire(); next != null; next = last.nextAcquire()) {
      last = next;
    }
    return last;
  }

  /// Cuts the link of a node that was taken. Threads: the owner.
  void unlink() {
    NEXT.set(this, null);
  }
}
