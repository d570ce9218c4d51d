package dev.tactus.mailbox;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// Says that a bounded mailbox had no room for a message.
public final class MailboxFullException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  /// @param message what was sent to whom, the capacity, and what to do
  public MailboxFullException(String message) {
    super(ErrorCode.MAILBOX_FULL.mark(message));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.MAILBOX_FULL;
  }
}
