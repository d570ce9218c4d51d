package dev.tactus.time.wheel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Where entries come back that their owner has to look at again: cancelled ones to be taken out,
/// and repeating ones to be armed anew.
///
/// ## Algorithm
///
/// A linked stack, pushed by CAS, taken whole by one exchange and, where their order matters,
/// reversed to the order of the pushes. The link is written before the CAS, so the owner never
/// waits for a thread that was stopped in the middle of a push. An entry must not be pushed again
/// before it was taken: whoever pushes holds the right to do so, won by a CAS on the entry's own
/// state.
///
/// Linearization points: the CAS in [#push], the exchange in [#drain] and [#drainInAnyOrder].
public final class Returns {
  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(Returns.class, "head", WheelEntry.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

  private volatile @Nullable WheelEntry head;

  @SuppressWarnings("unused")
  private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

  /// Owner only: taken off the stack and not handed over yet, the next one first.
  private @Nullable WheelEntry taken;

  /// Creates an empty stack.
  public Returns() {}

  /// Publishes an entry to the owner. Threads: any; lock-free.
  public void push(WheelEntry entry) {
    while (true) {
      WheelEntry top = head;
      entry.returnLink = top;
      // release: pairs with the exchange in drain(); publishes the link and the entry's new state.
      if (HEAD.compareAndSet(this, top, entry)) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  /// Whether nothing waits. Threads: the owner.
  public boolean isEmpty() {
    return taken == null && head == null;
  }

  /// Takes everything and hands it over in the order of the pushes. When the consumer throws, the
  /// next drain goes on with the entry after. Threads: the owner.
  public void drain(EntryConsumer consumer) {
    handOver(consumer);
    if (head != null) {
      taken = reversed((WheelEntry) HEAD.getAndSet(this, null));
      handOver(consumer);
    }
  }

  /// The same in any order, which touches each entry once instead of twice. Threads: the owner.
  public void drainInAnyOrder(EntryConsumer consumer) {
    handOver(consumer);
    if (head != null) {
      taken = (WheelEntry) HEAD.getAndSet(this, null);
      handOver(consumer);
    }
  }

  /// The rest is written once, at the end, and not for each entry: a write of a reference into an
  /// old object costs a collector's barrier.
  private void handOver(EntryConsumer consumer) {
    WheelEntry next = taken;
    try {
      while (next != null) {
        WheelEntry e = next;
        next = e.returnLink;
        e.returnLink = null; // before the consumer: from then on the entry may be pushed again
        consumer.accept(e);
      }
    } finally {
      taken = next;
    }
  }

  private static @Nullable WheelEntry reversed(@Nullable WheelEntry newest) {
    WheelEntry oldest = null;
    WheelEntry top = newest;
    while (top != null) {
      WheelEntry below = top.returnLink;
      top.returnLink = oldest;
      oldest = top;
      top = below;
    }
    return oldest;
  }
}
