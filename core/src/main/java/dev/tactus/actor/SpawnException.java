package dev.tactus.actor;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// Says that an actor could not be made.
public final class SpawnException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /// @param message what was given, what is allowed, what to do
  public SpawnException(String message) {
    this(ErrorCode.SPAWN_REFUSED, message);
  }

  SpawnException(ErrorCode code, String message) {
    super(code.mark(message));
    this.code = code;
  }

  @Override
  public ErrorCode code() {
    return code;
  }
}
