package dev.tactus.scheduler.log;

import dev.tactus.error.ErrorCode;
import java.nio.file.Path;

/// The file system did not let a recording be read or written.
public final class LogFileException extends LogException {
  private static final long serialVersionUID = 1L;

  private final String file;

  LogFileException(Path file, String message, Throwable cause) {
    super(ErrorCode.RECORDING_FILE, message, cause);
    this.file = file.toString();
  }

  /// The file that was meant.
  public String file() {
    return file;
  }
}
