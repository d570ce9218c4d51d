package dev.tactus.actor;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// Says that an actor has not ended in time.
public final class StopTimeoutException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  /// @param message what was given, what is allowed, what to do
  public StopTimeoutException(String message) {
    super(ErrorCode.STOP_TIMEOUT.mark(message));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.STOP_TIMEOUT;
  }
}
