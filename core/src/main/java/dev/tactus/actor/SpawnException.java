package dev.tactus.actor;

/// Says that an actor could not be made.
public final class SpawnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message what was given, what is allowed, what to do
  public SpawnException(String message) {
    super(message);
  }
}
