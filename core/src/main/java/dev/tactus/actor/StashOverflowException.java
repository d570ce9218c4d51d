package dev.tactus.actor;

/// Says that an actor has set aside more messages than its stash holds.
public final class StashOverflowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message what was given, what is allowed, what to do
  public StashOverflowException(String message) {
    super(message);
  }
}
