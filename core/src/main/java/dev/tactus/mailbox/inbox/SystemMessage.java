package dev.tactus.mailbox.inbox;

import org.jspecify.annotations.Nullable;

/// What the runtime tells an actor: to start, stop, suspend, watch. It goes before all messages of
/// users, and carries the link of the queue that it waits in.
public abstract class SystemMessage {
  /// The message below it on the stack, or behind it once the stack is reversed.
  @Nullable SystemMessage next;

  /// How many there are on the stack up to this one; for observers.
  int position;

  /// Whether its mailbox has been woken since it was sent, or before for one below it. Racy: who
  /// does not see it wakes the mailbox once more.
  boolean isHeard;

  /// Creates a message that waits nowhere. It can be sent once.
  protected SystemMessage() {}
}
