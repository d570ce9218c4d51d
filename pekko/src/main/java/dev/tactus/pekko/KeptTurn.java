package dev.tactus.pekko;

import org.jspecify.annotations.Nullable;

/// What all our message queues have in common: a place for the turn of their mailbox.
///
/// Threads: whoever schedules the mailbox, one after the other. A turn that another thread keeps at
/// the same time is as good.
abstract class KeptTurn implements Turn.Place {
  private @Nullable Turn turn;

  @Override
  public final @Nullable Turn turn() {
    return turn;
  }

  @Override
  public final void keep(Turn made) {
    turn = made;
  }
}
