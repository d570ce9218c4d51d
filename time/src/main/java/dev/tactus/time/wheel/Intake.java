package dev.tactus.time.wheel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Where entries enter: any thread numbers and pushes, the owner of the wheel drains.
///
/// ## Algorithm
///
/// Registration has two steps. [#number] takes the entry's place in the order of registration from
/// one counter that all threads share, by an atomic add, which always succeeds at once. [#push]
/// publishes the entry on one of several stacks; a thread always uses the same one, so threads do
/// not meet there. The owner takes each stack whole and reverses it.
///
/// A timer that is cancelled right after it was registered, as most timeouts of a quick answer are,
/// is still on top of its stack. [#withdraw] takes it off again, so that the owner never sees it.
/// An entry is pushed once in its life, so what lies below one that is on top has not changed since
/// its push, and a compare-and-set of the top is enough.
///
/// One stack with a CAS that did both would be simpler, but each push would have to read the entry
/// that another thread has just written: two cache lines travel for each registration instead of
/// one. In a bare loop (read the clock, allocate, one shared step) two threads on two cores made 40
/// million steps a second with the counter, and 13 million with the stack.
///
/// Entries of different stacks come out of a drain one stack after the other. The wheel puts the
/// entries of one tick into the order of their numbers.
///
/// Invariants: numbers are unique and rise; what one thread pushes is drained in the order of its
/// pushes. Non-invariant: an entry with a higher number may be drained before one with a lower
/// number, when the thread of the latter was stopped between its two steps. It is then as late as
/// its registration.
///
/// Linearization points: the order is fixed by the add in [#number]; the entry is in by the CAS in
/// [#push], and out by the one in [#withdraw]; a stack is drained by the CAS in [#take]; sealing is
/// the CAS on each stack in [#seal].
public final class Intake {
  private static final VarHandle NEXT_NUMBER;
  private static final VarHandle HEAD;
  private static final VarHandle SPARE_LID;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT_NUMBER = lookup.findVarHandle(Intake.class, "numbered", long.class);
      HEAD = lookup.findVarHandle(Stack.class, "head", WheelEntry.class);
      SPARE_LID = lookup.findVarHandle(Stack.class, "spareLid", Lid.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The lid on a sealed stack.
  private static final class Lid extends WheelEntry {
    Lid() {
      super(0, 0);
    }
  }

  /// One stack, padded so that it shares its cache line with nothing.
  private static final class Stack {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

    private volatile @Nullable WheelEntry head;

    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

    /// For the first who seals the stack, null for any other: an intake may have to be sealed
    /// because there is no memory left.
    @SuppressWarnings("unused") // accessed through SPARE_LID
    private volatile @Nullable Lid spareLid = new Lid();
  }

  private final Stack[] stacks;
  private final int mask;

  /// Owner only: taken off a stack and not handed over yet, oldest first.
  private @Nullable WheelEntry taken;

  /// Written by the owner only.
  private long drained;

  @SuppressWarnings("unused")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

  @SuppressWarnings("unused") // accessed through NEXT_NUMBER
  private volatile long numbered;

  @SuppressWarnings("unused")
  private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

  /// Creates an empty intake.
  ///
  /// @param stacks how many stacks it has, a power of two; a few for each core
  public Intake(int stacks) {
    if (stacks < 1 || Integer.bitCount(stacks) != 1) {
      throw new IllegalArgumentException(
          "An intake was given " + stacks + " stacks; it needs a power of two, 1 or more.");
    }
    this.stacks = new Stack[stacks];
    for (int i = 0; i < stacks; i++) {
      this.stacks[i] = new Stack();
    }
    this.mask = stacks - 1;
  }

  /// Gives the entry the next number.
  ///
  /// Threads: any; wait-free.
  ///
  /// @return the number, from 1
  public long number(WheelEntry entry) {
    long number = (long) NEXT_NUMBER.getAndAdd(this, 1L) + 1;
    entry.order = number;
    return number;
  }

  /// How many numbers were given. Threads: any.
  public long numbered() {
    return numbered;
  }

  /// Publishes an entry that has a number.
  ///
  /// Threads: any; lock-free.
  ///
  /// @return whether the entry is in; false when the intake is sealed
  public boolean push(WheelEntry entry) {
    Stack stack = stackOfThisThread();
    while (true) {
      WheelEntry top = stack.head;
      if (top instanceof Lid) {
        entry.next = null; // takes back what an attempt wrote that another thread overtook
        return false;
      }
      entry.next = top;
      // release: pairs with the CAS in take(); publishes the entry's fields.
      if (HEAD.compareAndSet(stack, top, entry)) {
        return true;
      }
      Thread.onSpinWait();
    }
  }

  /// Takes back an entry that the calling thread, or one that shares its stack, has pushed, if
  /// nothing was pushed after it.
  ///
  /// Threads: any, but only one of them for an entry; wait-free.
  ///
  /// @return whether the entry is out, and will not be drained; false leaves it where it is
  public boolean withdraw(WheelEntry entry) {
    Stack stack = stackOfThisThread();
    // The owner may have taken the entry and be changing its link: then it is not on top any more.
    if (stack.head == entry && HEAD.compareAndSet(stack, entry, entry.next)) {
      entry.next = null; // else a handle that is kept would keep all that lay below
      return true;
    }
    return false;
  }

  private Stack stackOfThisThread() {
    return stacks[(int) Thread.currentThread().threadId() & mask];
  }

  /// Whether there is something to drain. Threads: the owner.
  public boolean hasNew() {
    if (taken != null) {
      return true;
    }
    for (Stack stack : stacks) {
      WheelEntry top = stack.head;
      if (top != null && !(top instanceof Lid && top.next == null)) {
        return true;
      }
    }
    return false;
  }

  /// Hands over what was pushed since the last drain; oldest first within a stack. When the
  /// consumer throws, the next drain goes on with the entry after. Threads: the owner.
  ///
  /// @return how many entries were handed over
  public long drain(EntryConsumer consumer) {
    long count = handOver(consumer);
    for (Stack stack : stacks) {
      if (stack.head != null) {
        taken = reversed(take(stack));
        count += handOver(consumer);
      }
    }
    return count;
  }

  /// How many entries were handed over so far, also to a consumer that threw; a little behind on
  /// other threads than the owner's.
  public long drained() {
    return drained;
  }

  /// The rest is written once, at the end, and not for each entry: a write of a reference into an
  /// old object costs a collector's barrier.
  private long handOver(EntryConsumer consumer) {
    long count = 0;
    WheelEntry next = taken;
    try {
      while (next != null) {
        WheelEntry e = next;
        next = e.next;
        e.next = null;
        count++;
        consumer.accept(e);
      }
    } finally {
      taken = next;
      drained += count;
    }
    return count;
  }

  private static @Nullable WheelEntry reversed(@Nullable WheelEntry newest) {
    WheelEntry oldest = null;
    WheelEntry top = newest;
    while (top != null) {
      WheelEntry below = top.next;
      top.next = oldest;
      oldest = top;
      top = below;
    }
    return oldest;
  }

  /// Takes everything off a stack. A lid stays on: otherwise a push could slip in after the seal.
  private static @Nullable WheelEntry take(Stack stack) {
    while (true) {
      WheelEntry top = stack.head;
      if (top instanceof Lid) {
        WheelEntry below = top.next; // nobody but the owner changes a sealed stack
        top.next = null;
        return below;
      }
      if (HEAD.compareAndSet(stack, top, null)) {
        return top;
      }
    }
  }

  /// Refuses every push from now on; what was accepted before can still be drained. The first call
  /// allocates nothing.
  ///
  /// Threads: any; the second call changes nothing.
  public void seal() {
    for (Stack stack : stacks) {
      Lid lid = null;
      while (true) {
        WheelEntry top = stack.head;
        if (top instanceof Lid) {
          break;
        }
        if (lid == null) {
          lid = newLid(stack);
        }
        lid.next = top;
        if (HEAD.compareAndSet(stack, top, lid)) {
          break;
        }
      }
    }
  }

  private static Lid newLid(Stack stack) {
    Lid spare = (Lid) SPARE_LID.getAndSet(stack, null);
    return spare == null ? new Lid() : spare;
  }
}
