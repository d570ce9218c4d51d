package dev.tactus.scheduler.log;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/// A recording could not be read, written or replayed.
public abstract sealed class LogException extends RuntimeException implements Coded
    permits LogFileException, LogParseException, LogReplayRefusedException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  LogException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code.mark(message), cause);
    this.code = code;
  }

  @Override
  public final ErrorCode code() {
    return code;
  }
}
