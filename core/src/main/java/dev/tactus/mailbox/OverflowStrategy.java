package dev.tactus.mailbox;

/// What a bounded mailbox does with a message for which there is no room.
public enum OverflowStrategy {
  /// The oldest message makes room for the new one and becomes a dead letter.
  DROP_HEAD,

  /// The new message becomes a dead letter; the sender is not bothered, an offer ends normally.
  DROP_NEW,

  /// The sender gets a [MailboxFullException]; no dead letter, the message is still the sender's.
  FAIL,

  /// The new message becomes a dead letter; an offer fails as well.
  DEAD_LETTER,

  /// The message waits outside of the mailbox for room, without blocking any thread, and becomes a
  /// dead letter when there is none within the push timeout.
  BLOCK
}
