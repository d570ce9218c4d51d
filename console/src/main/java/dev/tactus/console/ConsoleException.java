package dev.tactus.console;

/// A console could not be started.
public final class ConsoleException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  private ConsoleException(String code, String message, Throwable cause) {
    super(code + ": " + message, cause);
    this.code = code;
  }

  private ConsoleException(String code, String message) {
    super(code + ": " + message);
    this.code = code;
  }

  /// The code under which `tactus explain` tells more.
  public String code() {
    return code;
  }

  static ConsoleException unsafeBind(String host) {
    return new ConsoleException(
        Codes.UNSAFE_BIND,
        "The console was told to listen at "
            + host
            + ", which others can reach, and has no token. Give it one by"
            + " ConsoleSettings.withToken, or leave the host at "
            + ConsoleSettings.LOOPBACK
            + " and reach it through a tunnel.");
  }

  static ConsoleException portInUse(String host, int port, int last, Throwable cause) {
    String ports = port == last ? "port " + port : "any of the ports " + port + " to " + last;
    return new ConsoleException(
        Codes.PORT_IN_USE,
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
        Codes.PORT_IN_USE,
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
