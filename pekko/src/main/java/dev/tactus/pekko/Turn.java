package dev.tactus.pekko;

import dev.tactus.workers.Task;
import org.apache.pekko.dispatch.Mailbox;
import org.jspecify.annotations.Nullable;

/// A task of Pekko's for our workers, mostly a mailbox that has messages.
///
/// A mailbox waits for a worker at most once at a time: Pekko marks it as scheduled until its turn
/// ends. So one turn is enough for all of its life, and a mailbox of ours keeps it.
final class Turn extends Task {
  /// Where a mailbox keeps its turn.
  interface Place {
    /// The turn that is kept here; null when there is none yet.
    @Nullable Turn turn();

    /// Keeps a turn.
    void keep(Turn turn);
  }

  private final Runnable work;

  private Turn(Runnable work) {
    this.work = work;
  }

  /// The turn of a task.
  static Turn of(Runnable work) {
    if (work instanceof Mailbox mailbox && mailbox.messageQueue() instanceof Place place) {
      Turn kept = place.turn();
      if (kept != null && kept.work == work) {
        return kept;
      }
      Turn made = new Turn(work);
      place.keep(made);
      return made;
    }
    return new Turn(work);
  }

  Runnable work() {
    return work;
  }

  @Override
  protected boolean run() {
    WorkerThread thread = (WorkerThread) Thread.currentThread();
    thread.beginTurn();
    try {
      work.run();
    } catch (Throwable error) {
      rethrowUnlessInterrupted(error);
    } finally {
      thread.endTurn(); // by now another worker may have begun the next turn of a mailbox
    }
    thread.restIfTooMany();
    return false;
  }

  /// A mailbox throws an InterruptedException when somebody interrupted its actor; the turn is
  /// over, and that is all.
  private static void rethrowUnlessInterrupted(Throwable error) {
    if (error instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    } else {
      throw Sneaky.rethrow(error);
    }
  }

  @Override
  public String toString() {
    return "turn of " + work;
  }
}
