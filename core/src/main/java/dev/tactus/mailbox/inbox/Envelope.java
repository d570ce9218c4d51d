package dev.tactus.mailbox.inbox;

/// A message with something attached to it, such as its sender or the timer that sent it. Most
/// messages travel without one.
public abstract class Envelope {
  private final Object payload;

  /// @param payload what the user sent
  protected Envelope(Object payload) {
    this.payload = payload;
  }

  /// What the user sent.
  public final Object payload() {
    return payload;
  }

  /// What the user sent, with or without an envelope around it.
  public static Object payload(Object message) {
    return message instanceof Envelope envelope ? envelope.payload : message;
  }
}
