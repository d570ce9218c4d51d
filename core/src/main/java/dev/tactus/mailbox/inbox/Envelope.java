package dev.tactus.mailbox.inbox;

/// A message with something attached to it, such as its sender or the timer that sent it. Most
/// messages travel without one.
public abstract class Envelope {
  /// How it waits in a queue that sorts.
  public enum Sorting {
    /// As its payload says.
    BY_PAYLOAD,
    /// Until it is the oldest: its payload is of the runtime, and nothing that users can compare.
    BY_AGE,
    /// Behind everything that was sent before it, and before everything that was sent after it.
    IN_PLACE
  }

  private final Object payload;

  /// @param payload what the user sent
  protected Envelope(Object payload) {
    this.payload = payload;
  }

  /// What the user sent.
  public final Object payload() {
    return payload;
  }

  /// How it waits in a queue that sorts.
  protected Sorting sorting() {
    return Sorting.BY_PAYLOAD;
  }

  /// The same of any message.
  static Sorting sorting(Object message) {
    return message instanceof Envelope envelope ? envelope.sorting() : Sorting.BY_PAYLOAD;
  }

  /// What the user sent, with or without an envelope around it.
  public static Object payload(Object message) {
    return message instanceof Envelope envelope ? envelope.payload : message;
  }
}
