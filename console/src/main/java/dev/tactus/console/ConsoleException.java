package dev.tactus.console;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/// A console could not be started.
public final class ConsoleException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;

  private ConsoleException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code.mark(message), cause);
    this.code = code;
  }

  @Override
  public ErrorCode code() {
    return code;
  }

  static ConsoleException unsafeBind(String host) {
    return new ConsoleException(
        ErrorCode.UNSAFE_BIND,
        "The console was told to listen at "
            + host
            + ", which others can reach, and has no token. Give it one by"
            + " ConsoleSettings.withToken, or leave the host at "
            + ConsoleSettings.LOOPBACK
            + " and reach it through a tunnel.",
        null);
  }

  static ConsoleException portInUse(String host, int port, int last, Throwable cause) {
    String ports = port == last ? "port " + port : "any of the ports " + port + " to " + last;
    return new ConsoleException(
        ErrorCode.PORT_IN_USE,
        "The console cannot listen at "
            + ports
            + " of "
            + host
            + " ("
            + cause.getMessage()
            + "). End the program that does, choose another port by ConsoleSettings.withPort,"
            + " or take port 0 for any that is free.",
        cause);
  }

  static ConsoleException badHost(String host, Throwable cause) {
    return new ConsoleException(
        ErrorCode.PORT_IN_USE,
        "The console cannot listen at "
            + host
            + ": "
            + cause.getMessage()
            + ". Give an address of this machine by ConsoleSettings.withHost, such as "
            + ConsoleSettings.LOOPBACK
            + ".",
        cause);
  }
}
