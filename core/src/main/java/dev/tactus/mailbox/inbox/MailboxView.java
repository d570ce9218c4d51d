package dev.tactus.mailbox.inbox;

/// How a mailbox stood at one moment.
///
/// @param phase what it was doing
/// @param suspends how often it was suspended
/// @param depth how many messages waited
/// @param systemDepth how many system messages waited
/// @param thread the thread that ran it; empty when none did
public record MailboxView(Phase phase, int suspends, int depth, int systemDepth, String thread) {
  /// What a mailbox is doing.
  public enum Phase {
    /// Nothing is there to do.
    IDLE,
    /// It waits for its turn.
    SCHEDULED,
    /// Its turn runs.
    RUNNING,
    /// It takes no more messages.
    CLOSED
  }
}
