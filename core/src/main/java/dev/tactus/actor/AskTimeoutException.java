package dev.tactus.actor;

/// Says that a question was not answered in time: by whom, what, and how the mailbox looked.
public final class AskTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param message what was given, what is allowed, what to do
  public AskTimeoutException(String message) {
    super(message);
  }
}
