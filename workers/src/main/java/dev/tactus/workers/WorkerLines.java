package dev.tactus.workers;

import org.jspecify.annotations.Nullable;

/// The hot fields of a [Worker], apart from everything that other threads write.
final class WorkerLines {
  private WorkerLines() {}

  /// What a run-next slot consists of.
  abstract static sealed class Next extends Apart permits NextSlot {
    /// What goes next. Accessed through a handle by the owner.
    volatile @Nullable Task task;
  }

  /// What the owner writes in each turn, behind the end of the turn and the reference to its slot.
  /// Thieves read the first three now and then.
  abstract static non-sealed class Owned extends RunNext {
    /// How many turns have begun here.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long turns;

    /// What a turn takes here, as far as the last looks at the clock tell.
    @SuppressWarnings("unused") // accessed through a handle
    volatile long turnNanos;

    /// Whether something has waited here for so long that another worker may take half of it.
    @SuppressWarnings("unused") // accessed through a handle
    volatile boolean lasting;

    /// When the owner has looked at the clock last, and at which of its turns.
    long lookedAtNanos;

    long lookedAtTurn;

    /// The turn at which it looks again.
    long lookAtTurn;

    /// The turn from which on the oldest task goes before the newest.
    long oldestAtTurn;

    /// How many tasks are to be taken from the top of the deque before the bottom is used again:
    /// those that came as a batch run in their order, and what is older goes before a task that has
    /// used up its turn.
    int oldestFirst;

    /// Whether tasks came into the deque since the owner has looked for sleepers after a fence.
    boolean grown;

    /// How many of the next turns are measured one by one.
    int measureLeft;
  }

  abstract static class After extends Owned {
    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;
  }
}
