package dev.tactus.actor;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// Says that an actor has set aside more messages than its stash holds.
public final class StashOverflowException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  /// @param message what was given, what is allowed, what to do
  public StashOverflowException(String message) {
    super(ErrorCode.STASH_OVERFLOW.mark(message));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.STASH_OVERFLOW;
  }
}
