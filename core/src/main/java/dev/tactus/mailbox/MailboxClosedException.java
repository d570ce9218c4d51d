package dev.tactus.mailbox;

/// Says that a message was offered to an actor that had ended, or ended while the message waited.
public final class MailboxClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message what was sent to whom, and what to do
  public MailboxClosedException(String message) {
    super(message);
  }
}
