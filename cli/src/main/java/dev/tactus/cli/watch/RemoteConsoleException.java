package dev.tactus.cli.watch;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/// A console that does not answer, or not as it should. The message says what to do.
public final class RemoteConsoleException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  RemoteConsoleException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code.mark(message), cause);
    this.code = code;
  }

  /// For an address where no console of this version answers.
  static RemoteConsoleException noConsole(String message, @Nullable Throwable cause) {
    return new RemoteConsoleException(ErrorCode.NO_CONSOLE_THERE, message, cause);
  }

  @Override
  public ErrorCode code() {
    return code;
  }
}
