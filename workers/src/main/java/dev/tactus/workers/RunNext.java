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
/// Linearization points: the plain write of null, the exchange or the CAS of `runNext`.
abstract sealed class RunNext extends TurnEnd permits WorkerLines.Owned {
  static final VarHandle ANNOUNCED;
  static final VarHandle RUN_NEXT;
  private static final VarHandle THIEVES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ANNOUNCED = lookup.findVarHandle(TurnEnd.class, "announced", boolean.class);
      RUN_NEXT = lookup.findVarHandle(RunNext.class, "runNext", Task.class);
      THIEVES = lookup.findVarHandle(RunNext.class, "thieves", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The slot. The owner fills it; accessed through a handle by the owner.
  volatile @Nullable Task runNext;

  /// How many thieves are about.
  @SuppressWarnings("unused") // accessed through a handle
  private volatile int thieves;

  /// Takes the task. Threads: the owner, between two turns.
  final @Nullable Task takeNext() {
    // The count before the slot: what a thief has taken until it left is not there any more.
    if ((boolean) ANNOUNCED.get(this) && thieves == 0) {
      Task task = (Task) RUN_NEXT.get(this);
      if (task != null) {
        RUN_NEXT.set(this, null); // published by takeBack()
      }
      return task;
    }
    // plain: only the owner fills the slot, so a null stays one.
    return RUN_NEXT.get(this) == null ? null : (Task) RUN_NEXT.getAndSet(this, null);
  }

  /// Takes the task of a worker whose turn does not end. Threads: any.
  ///
  /// @return null when there is none, or the owner is about to take it
  final @Nullable Task stealNext() {
    if (runNext == null) {
      return null;
    }
    THIEVES.getAndAdd(this, 1);
    try {
      return announced ? null : takeAnyway();
    } finally {
      THIEVES.getAndAdd(this, -1);
    }
  }

  /// Takes the task. Threads: any, when the owner has ended; a thief that is counted.
  final @Nullable Task takeAnyway() {
    Task task = runNext;
    return task != null && RUN_NEXT.compareAndSet(this, task, null) ? task : null;
  }
}
