package dev.tactus.actor;

/// Says that an actor has not ended in time.
public final class StopTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message what was given, what is allowed, what to do
  public StopTimeoutException(String message) {
    super(message);
  }
}
