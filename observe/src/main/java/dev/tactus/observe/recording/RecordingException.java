package dev.tactus.observe.recording;

import org.jspecify.annotations.Nullable;

/// A file is not a recording, or cannot be read or written. The message says which, why, and what
/// to do.
public final class RecordingException extends RuntimeException {
  RecordingException(String message) {
    super(message);
  }

  RecordingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
