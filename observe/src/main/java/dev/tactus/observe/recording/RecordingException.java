package dev.tactus.observe.recording;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/// A file is not a recording, or cannot be read or written. The message says which, why, and what
/// to do.
public final class RecordingException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  private RecordingException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code.mark(message), cause);
    this.code = code;
  }

  /// For a file that is not a sound recording.
  static RecordingException unsound(String message, @Nullable Throwable cause) {
    return new RecordingException(ErrorCode.BAD_RECORDING, message, cause);
  }

  /// For a file that the file system does not give, or take.
  static RecordingException unreachable(String message, @Nullable Throwable cause) {
    return new RecordingException(ErrorCode.RECORDING_FILE, message, cause);
  }

  @Override
  public ErrorCode code() {
    return code;
  }
}
