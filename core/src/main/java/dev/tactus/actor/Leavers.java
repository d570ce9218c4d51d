package dev.tactus.actor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Children that have ended, on their way out of the list of their parent.
///
/// A child tells its parent of its end by a system message. One that has made very many children
/// gets a message for each, and keeps all of them until it comes to read these: while it makes a
/// million children in one turn, none of those that have ended meanwhile can be collected. So a
/// parent of many gets this, where one message stands for all that have left since it last looked,
/// and where it looks now and then while it makes more.
///
/// ## Algorithm
///
/// A stack, pushed by CAS and taken whole. Who pushes to an empty one has to tell the owner; who
/// finds something there knows that somebody has, or is about to. The owner may look without having
/// been told, so a message may find nothing.
///
/// Linearization points: the CAS in [#add], the exchange in [#poll].
final class Leavers<T> {
  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(Leavers.class, "head", Leaver.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final class Leaver<T> {
    final T child;
    @Nullable Leaver<T> next;

    Leaver(T child) {
      this.child = child;
    }
  }

  @SuppressWarnings("unused")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

  /// The one that has left last.
  private volatile @Nullable Leaver<T> head;

  @SuppressWarnings("unused")
  private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

  /// Owner only: taken off the stack and not handed over yet.
  private @Nullable Leaver<T> taken;

  /// Adds a child. Threads: any; lock-free.
  ///
  /// @return whether the owner has to be told
  boolean add(T child) {
    Leaver<T> leaver = new Leaver<>(child);
    Leaver<T> top;
    do {
      top = head;
      leaver.next = top;
      // release: pairs with the exchange in poll(); publishes the link.
    } while (!HEAD.compareAndSet(this, top, leaver));
    return top == null;
  }

  /// Takes one out, in no particular order; null when there is none. Threads: the owner.
  @Nullable T poll() {
    Leaver<T> first = taken;
    if (first == null) {
      first = head == null ? null : takeAll();
      if (first == null) {
        return null;
      }
    }
    taken = first.next;
    return first.child;
  }

  @SuppressWarnings("unchecked") // only these are pushed
  private @Nullable Leaver<T> takeAll() {
    return (Leaver<T>) HEAD.getAndSet(this, null);
  }

  /// Whether there is none. Threads: the owner.
  boolean isEmpty() {
    return taken == null && head == null;
  }
}
