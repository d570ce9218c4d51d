package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Occupant;

/// How a mailbox stood at one moment.
///
/// @param phase what it was doing
/// @param suspends how often it was suspended
/// @param depth how many messages waited
/// @param systemDepth how many system messages waited
/// @param thread the thread that ran it; empty when none did
public record MailboxView(
    Occupant.Phase phase, int suspends, int depth, int systemDepth, String thread) {
  /// The same, as a dump of its dispatcher shows it.
  ///
  /// @param actor the path of the actor
  /// @param dispatcher the id of the dispatcher
  Occupant occupant(String actor, String dispatcher) {
    return new Occupant(actor, dispatcher, phase, suspends, depth, systemDepth, thread);
  }
}
