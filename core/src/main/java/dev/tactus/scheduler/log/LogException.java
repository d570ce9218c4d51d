package dev.tactus.scheduler.log;

/// A recording could not be read, written or replayed.
public abstract sealed class LogException extends RuntimeException
    permits LogFileException, LogParseException, LogReplayRefusedException {
  private static final long serialVersionUID = 1L;

  LogException(String message) {
    super(message);
  }

  LogException(String message, Throwable cause) {
    super(message, cause);
  }
}
