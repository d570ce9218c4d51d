package dev.tactus.actor;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.mailbox.DeadLetterReason;
import java.util.Optional;

/// A message that nobody handled.
///
/// @param message what was sent
/// @param recipient to whom
/// @param sender by whom, where that is known
/// @param reason why nobody handled it
public record DeadLetter(
    Object message, ActorRef<?> recipient, Optional<ActorRef<?>> sender, DeadLetterReason reason)
    implements RuntimeEvent, Coded {
  @Override
  public ErrorCode code() {
    return ErrorCode.DEAD_LETTER;
  }
}
