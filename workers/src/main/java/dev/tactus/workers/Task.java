package dev.tactus.workers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Something that workers run, a turn at a time.
///
/// A task carries the link of the queue that it waits in, so that nothing is allocated to make it
/// ready. The price is a duty of whoever submits it: a task waits in the queues of its pool at most
/// once at a time. Assertions check that.
///
/// What one turn writes, the next one sees, on whatever worker it runs.
public abstract class Task {
  private static final VarHandle QUEUED;

  static {
    try {
      QUEUED = MethodHandles.lookup().findVarHandle(Task.class, "queued", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The task behind this one in the global queue, or among those that found no queue. Volatile for
  /// the one who links without a handle; all others know their access.
  volatile @Nullable Task next;

  /// Whether it waits in a queue; kept only while assertions are on. Accessed through QUEUED, but
  /// where even the call of a handle may have no room on the stack.
  volatile boolean queued;

  /// Creates a task that waits nowhere.
  protected Task() {}

  /// Runs one turn.
  ///
  /// A task that may be submitted by others while it runs must not touch its own state from that
  /// moment on: another worker may have begun its next turn already. It must then return false.
  ///
  /// Threads: a worker; never two at once, as long as the task is queued at most once.
  ///
  /// @return whether it wants another turn, after those that wait longer
  protected abstract boolean run();

  /// Runs a turn like [#run()], which may say when it is about to end. Threads: as for [#run()].
  ///
  /// @param end of this turn; not to be kept
  protected boolean run(TurnEnd end) {
    return run();
  }

  /// Called when the task wanted another turn, but its pool could not make it ready again. It waits
  /// nowhere then. Threads: the one that ran the turn.
  protected void refused() {}

  /// Told how long a turn took, now and then while somebody wants to know. The next turn may have
  /// begun meanwhile. Threads: the one that ran the turn.
  protected void turnTook(long nanos) {}

  /// Runs a turn like [#run], which may wait for more by [Linger#awaitMore]. Threads: as for
  /// [#run].
  protected boolean runLingering(Linger linger) {
    return run();
  }

  /// Whether there is more to do in this turn. Threads: the one that runs it.
  protected boolean hasMore() {
    return false;
  }

  /// Marks it as waiting, in assertions.
  ///
  /// @return false when it was waiting already, so that the assertion fails
  final boolean enters() {
    return !(boolean) QUEUED.getAndSet(this, true);
  }

  /// Marks it as no longer waiting, in assertions.
  ///
  /// @return false when it was not waiting, so that the assertion fails
  final boolean leaves() {
    return (boolean) QUEUED.getAndSet(this, false);
  }
}
