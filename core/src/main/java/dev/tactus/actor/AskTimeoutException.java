package dev.tactus.actor;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// Says that a question was not answered in time: by whom, what, and how the mailbox looked.
public final class AskTimeoutException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  /// @param message what was given, what is allowed, what to do
  public AskTimeoutException(String message) {
    super(ErrorCode.ASK_TIMEOUT.mark(message));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.ASK_TIMEOUT;
  }
}
