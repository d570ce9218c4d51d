package dev.tactus.cli.watch;

import org.jspecify.annotations.Nullable;

/// A console that does not answer, or not as it should. The message says what to do.
public final class ConsoleException extends RuntimeException {
  ConsoleException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
