package dev.tactus.mailbox;

/// Says that a bounded mailbox had no room for a message.
public final class MailboxFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message what was sent to whom, the capacity, and what to do
  public MailboxFullException(String message) {
    super(message);
  }
}
