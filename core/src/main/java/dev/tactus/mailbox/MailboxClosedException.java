package dev.tactus.mailbox;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// Says that a message was offered to an actor that had ended, or ended while the message waited.
public final class MailboxClosedException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  /// @param message what was sent to whom, and what to do
  public MailboxClosedException(String message) {
    super(ErrorCode.MAILBOX_CLOSED.mark(message));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.MAILBOX_CLOSED;
  }
}
