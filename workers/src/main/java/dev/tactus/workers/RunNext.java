package dev.tactus.workers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The run-next slot of a worker: the task that its turn has made ready last, which goes next.
///
/// Its owner fills it, and empties it after nearly every turn. A thief empties it once in a long
/// while, where that turn does not end. To let both decide by an atomic step costs the owner a
/// seventh of a short turn. So it is the thief that pays.
///
/// ## Algorithm
///
/// The owner takes the task by plain reads and writes between two turns, if the turn has announced
/// its end and no thief is about. A thief says that it is about, and then takes the task by a CAS,
/// if no end is announced. Both write first and read then, by volatile accesses, so one of the two
/// sees the other:
///
/// | the owner | a thief |
/// |---|---|
/// | `announced` becomes true | `thieves` rises |
/// | sees no thieves: takes plainly | sees an end announced: lets it be |
/// | sees one: takes by an exchange | sees none: takes by a CAS |
/// | next turn: `announced` becomes false | `thieves` falls |
///
/// A thief that has seen no end announced was counted before the owner looked, and still is, or has
/// done what it came for. One that sees the announcement taken back also sees that the slot was
/// emptied before.
///
/// Invariant: each task that was put in is taken out once, or by its owner exchanged for another.
///
/// Not an invariant: that a thief gets what is there. It is sent away while the owner is between
/// two turns, a few nanoseconds unless its thread loses its core there; it comes again.
///
/// The shutdown of a pool is a thief as well: a worker that it gave up on may be alive, and between
/// two turns. So who ends takes the announcement back before it looks whether the shutdown has made
/// its report, with a fence between the two. Either the shutdown sees no end announced, or the
/// worker sees that it has to take what is left.
///
/// Linearization points: the plain write of null, the exchange or the CAS of the slot's `task`.
///
/// ## Why the slot is made anew
///
/// To write a reference into an old object costs a fence under G1 up to JDK 25, and a worker is
/// old: one serializing step of three for each message. So the slot is an object of its own that
/// does not get old. Its owner replaces it now and then, when it has just emptied the old one. Who
/// still looks at that one finds nothing, as in a slot that was emptied a moment ago.
abstract sealed class RunNext extends TurnEnd permits WorkerLines.Owned {
  static final VarHandle ANNOUNCED;
  private static final VarHandle TASK;
  private static final VarHandle SLOT;
  private static final VarHandle THIEVES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ANNOUNCED = lookup.findVarHandle(TurnEnd.class, "announced", boolean.class);
      TASK = lookup.findVarHandle(WorkerLines.Next.class, "task", Task.class);
      SLOT = lookup.findVarHandle(RunNext.class, "slot", NextSlot.class);
      THIEVES = lookup.findVarHandle(RunNext.class, "thieves", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The slot. Replaced by the owner; thieves read it through a handle.
  NextSlot slot = new NextSlot();

  /// How many thieves are about.
  @SuppressWarnings("unused") // accessed through a handle
  private volatile int thieves;

  /// Puts a task into the slot if that is empty. Threads: the owner.
  ///
  /// @return whether it is in
  final boolean tryPutNext(Task task) {
    NextSlot present = slot;
    // plain: only the owner fills the slot, so a null stays one.
    if (TASK.get(present) != null) {
      return false;
    }
    // release: pairs with the read in takeCounted(); publishes the task.
    TASK.setRelease(present, task);
    return true;
  }

  /// Puts a task into the slot. Threads: the owner.
  ///
  /// Where this throws, for want of stack, the slot is as it was. An exchange by the handle would
  /// not promise that: when it is done, it makes a call to cast what it returns. So does the one in
  /// [#takeNext], which is made between two turns, with all of the stack.
  ///
  /// @return the one that was in it
  final @Nullable Task exchangeNext(Task task) {
    NextSlot present = slot;
    Task before;
    do { // a second time after a theft; the slot is empty then, and only its owner fills it
      before = present.task;
    } while (!TASK.compareAndSet(present, before, task));
    return before;
  }

  /// Takes the task. Threads: the owner, between two turns.
  final @Nullable Task takeNext() {
    NextSlot present = slot;
    // The count before the slot: what a thief has taken until it left is not there any more.
    if ((boolean) ANNOUNCED.get(this) && thieves == 0) {
      Task task = (Task) TASK.get(present);
      if (task != null) {
        TASK.set(present, null); // published by takeBack()
      }
      return task;
    }
    // plain: only the owner fills the slot, so a null stays one.
    return TASK.get(present) == null ? null : (Task) TASK.getAndSet(present, null);
  }

  /// Makes the slot anew, with what is in it. Without memory or stack it stays as it is. Threads:
  /// the owner, between two turns.
  final void renewSlot() {
    NextSlot fresh;
    try {
      fresh = new NextSlot();
    } catch (OutOfMemoryError e) {
      return; // the old one does as well
    }
    NextSlot present = slot;
    Task task;
    do { // not by takeNext(), whose exchange may throw when it is done: see exchangeNext()
      task = present.task;
      fresh.task = task;
    } while (task != null && !TASK.compareAndSet(present, task, null)); // stolen: it is empty now
    try {
      // release: pairs with the acquire of thieves; publishes the task.
      SLOT.setRelease(this, fresh);
    } catch (StackOverflowError e) {
      present.task = task; // without a call; only the owner fills the slot, so it is still empty
    }
  }

  /// Whether the slot is empty. Threads: any.
  final boolean isNextEmpty() {
    return ((NextSlot) SLOT.getAcquire(this)).task == null;
  }

  /// Takes the task of a worker whose turn does not end, or that has ended. Threads: any.
  ///
  /// @return null when there is none, or the owner is about to take it
  final @Nullable Task stealNext() {
    if (isNextEmpty()) {
      return null;
    }
    THIEVES.getAndAdd(this, 1);
    try {
      return announced ? null : takeCounted();
    } finally {
      THIEVES.getAndAdd(this, -1);
    }
  }

  private @Nullable Task takeCounted() {
    NextSlot present = (NextSlot) SLOT.getAcquire(this);
    Task task = present.task;
    return task != null && TASK.compareAndSet(present, task, null) ? task : null;
  }
}
