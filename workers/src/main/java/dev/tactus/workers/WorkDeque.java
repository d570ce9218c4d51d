package dev.tactus.workers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The tasks that wait at one worker: its owner works at the bottom, last in, first out; thieves
/// take the oldest from the top.
///
/// ## Algorithm
///
/// The work-stealing deque of Chase and Lev (*Dynamic Circular Work-Stealing Deque*, SPAA 2005) on
/// a ring that does not grow, with the memory orders that Lê, Pop, Cohen and Zappa Nardelli worked
/// out (*Correct and Efficient Work-Stealing for Weak Memory Models*, PPoPP 2013). Tasks have
/// indexes that only rise; those from `top` up to but not including `bottom` wait, the task with
/// index i in the ring at i modulo capacity. A push writes the ring and raises `bottom`. A thief
/// reads the task at `top` and claims it by a CAS that raises `top`. A pop lowers `bottom` first,
/// which keeps thieves off the task there, and looks at `top` then: if more than one task was
/// there, no thief can reach the one at the bottom; if it was the last one, owner and thieves
/// decide by the CAS on `top`.
///
/// ## Stealing half
///
/// A thief takes half of what waits by one CAS for each task. To raise `top` by several at once is
/// *wrong*: the pop of a task that is not the last one makes no CAS, since the owner relies on it
/// that a thief reaches no further than the one task at `top`. Let four tasks wait. A thief reads
/// `top` 0 and `bottom` 4 and wants two. The owner pops three, none of them the last. Then the CAS
/// from 0 to 2 succeeds: task 1 was handed out twice, and `top` is now above `bottom`, so that the
/// next push is lost. Hendler and Shavit (*Non-Blocking Steal-Half Work Queues*, PODC 2002) mend
/// this with a range of tasks that the owner takes by a CAS, too, once in a while. A CAS for each
/// task is simpler, and costs 3 ns a task where the line is in the thief's cache; a line that has
/// to come from another core costs about 100 ns, however its task is claimed.
///
/// A ring in which the owner, too, takes by CAS at the head would be no faster: a push and a take
/// at the head were measured here at 4.3 ns, a push and a pop at 3.5 to 4.6 ns, and at 5 to 6 ns
/// where the task is the last one. And it could not give the newest first.
///
/// ## Why the ring is made anew
///
/// For the reason given in [RunNext]: a ring that does not get old is cheaper to write under G1.
/// The owner copies what waits into a new one now and then. A thief reads `bottom` first and the
/// ring then, so what it sees to wait is in the ring that it reads: whatever is pushed after the
/// new ring was published makes thieves that see it see that ring as well. One that has the old
/// ring finds there what was copied, since nobody writes it any more.
///
/// ## Invariants
///
/// - `top` never falls; 0 ≤ `bottom` - `top` ≤ capacity, except that `bottom` is `top` - 1 for a
///   moment within a pop of the last task.
/// - Each index is claimed once: by the owner in [#pop], or by whoever raises `top` beyond it.
/// - The ring at i is overwritten only when `top` has passed i. So a thief whose CAS succeeds has
///   read the task that it claimed, and one that has read something else fails.
///
/// Not an invariant: a slot of the ring outside of top to bottom may still refer to a task that was
/// stolen long ago. Thieves cannot clear it, because the owner may have reused it. The owner does,
/// in [#forget], before it sleeps.
///
/// Linearization points: the release store of `bottom` in [#push]; the CAS of `top` in [#steal];
/// for [#pop] the store of `bottom`, or for the last task the CAS of `top`.
final class WorkDeque extends DequeLines.AfterBottom {
  private static final VarHandle TOP;
  private static final VarHandle BOTTOM;
  private static final VarHandle RING;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Task[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TOP = lookup.findVarHandle(DequeLines.Top.class, "top", long.class);
      BOTTOM = lookup.findVarHandle(DequeLines.Bottom.class, "bottom", long.class);
      RING = lookup.findVarHandle(DequeLines.Bottom.class, "ring", Task[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// A ring of more places gets old, and may be too large for a young generation anyway.
  static final int RENEWED_MAX = 1 << 12;

  /// The owner has cleared every slot of a lower index.
  private long forgotten;

  /// Creates an empty deque.
  ///
  /// @param capacity how many tasks fit, a power of two
  WorkDeque(int capacity) {
    super(checked(capacity));
  }

  private static int checked(int capacity) {
    if (capacity < 1 || Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException(
          "A deque was given the capacity " + capacity + "; it needs a power of two, 1 or more.");
    }
    return capacity;
  }

  /// Adds a task at the bottom. Threads: the owner.
  ///
  /// @return false when the deque is full; the task is not in then
  boolean push(Task task) {
    long b = (long) BOTTOM.get(this);
    if (b - topSeen > mask) {
      // acquire: pairs with the CAS in steal(). The thief has read the slot that is reused here.
      topSeen = (long) TOP.getAcquire(this);
      if (b - topSeen > mask) {
        return false;
      }
    }
    // opaque: a thief may read the slot at this moment. It gets the old task or this one whole, and
    // fails its CAS.
    SLOT.setOpaque(ring, (int) b & mask, task);
    // release: pairs with the volatile read of bottom in steal(); publishes the slot and the task.
    BOTTOM.setRelease(this, b + 1);
    return true;
  }

  /// Takes the newest task. Threads: the owner.
  ///
  /// @return null when none is there
  @Nullable Task pop() {
    long b = (long) BOTTOM.get(this) - 1;
    if (b < topSeen) {
      return null; // top only rises, so it is empty for certain: no fence needed
    }
    BOTTOM.setOpaque(this, b);
    // full fence: pairs with the volatile reads in steal(). Either the thief sees the lower bottom,
    // or the owner sees the higher top. Without it both may take the same task.
    VarHandle.fullFence();
    long t = (long) TOP.getOpaque(this);
    if (t < b) {
      return claimed(b);
    }
    topSeen = t;
    Task last = null;
    if (t == b && TOP.compareAndSet(this, t, t + 1)) {
      topSeen = t + 1;
      last = claimed(b);
    }
    // Empty now, with bottom at top again. release: keeps the order of the owner's stores.
    BOTTOM.setRelease(this, b + 1);
    return last;
  }

  private @Nullable Task claimed(long index) {
    int slot = (int) index & mask;
    Task task = ring[slot];
    SLOT.setOpaque(ring, slot, null);
    return task;
  }

  /// Takes the oldest task. Threads: any, also the owner; lock-free.
  ///
  /// @return null when none is there
  @Nullable Task steal() {
    while (true) {
      // volatile, top before bottom: pairs with the fence in pop().
      long t = (long) TOP.getVolatile(this);
      // volatile, so also acquire: pairs with the release in push(); the slot is written.
      long b = (long) BOTTOM.getVolatile(this);
      if (t >= b) {
        return null;
      }
      // acquire, after bottom: pairs with the release in renew(). What was pushed into a new ring
      // is not looked for in the one before.
      @Nullable Task[] present = (@Nullable Task[]) RING.getAcquire(this);
      Task task = (Task) SLOT.getOpaque(present, (int) t & mask);
      // The CAS claims the task; its failure says that somebody else did, so somebody moved on.
      if (TOP.compareAndSet(this, t, t + 1)) {
        return task;
      }
      Thread.onSpinWait();
    }
  }

  /// Takes the older half of what waits, at least one task; oldest first. Threads: any; lock-free.
  /// Not atomic: the owner may push and pop in between.
  ///
  /// @param into where the tasks go; bounds how many are taken
  /// @return how many were taken
  int stealHalf(@Nullable Task[] into) {
    int half = Math.min((size() + 1) / 2, into.length);
    int count = 0;
    while (count < half) {
      Task task = steal();
      if (task == null) {
        break;
      }
      into[count++] = task;
    }
    return count;
  }

  /// Makes the ring anew, with what waits in it. Without memory it stays as it is, and so does one
  /// that is large: to make it costs more than it saves. Threads: the owner.
  void renew() {
    if (mask >= RENEWED_MAX) {
      return;
    }
    @Nullable Task[] fresh;
    try {
      fresh = new @Nullable Task[ring.length];
    } catch (OutOfMemoryError e) {
      return; // the old one does as well
    }
    long b = (long) BOTTOM.get(this);
    // What is stolen meanwhile is copied for nothing: a claimed index is not looked at again.
    for (long index = (long) TOP.getAcquire(this); index < b; index++) {
      fresh[(int) index & mask] = ring[(int) index & mask];
    }
    // release: pairs with the acquire in steal(); publishes what was copied.
    RING.setRelease(this, fresh);
  }

  /// How many tasks wait; exact for the owner while no thief is about. Threads: any.
  int size() {
    long t = (long) TOP.getOpaque(this);
    long b = (long) BOTTOM.getOpaque(this);
    return Math.clamp(b - t, 0, mask + 1);
  }

  /// How many tasks fit.
  int capacity() {
    return mask + 1;
  }

  /// Lets go of tasks that were stolen. Threads: the owner, while the deque is empty.
  void forget() {
    assert size() == 0 : "the ring is cleared while " + size() + " tasks wait in it";
    long t = (long) TOP.getAcquire(this);
    for (long index = Math.max(forgotten, t - ring.length); index < t; index++) {
      SLOT.setOpaque(ring, (int) index & mask, null);
    }
    forgotten = t;
  }
}
