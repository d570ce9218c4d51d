package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.inbox.Envelope;

/// How messages are named in errors: by their type, since their contents may be nobody's business.
final class Messages {
  private Messages() {}

  /// The type of a message, without its package.
  static String type(Object message) {
    return name(Envelope.payload(message).getClass());
  }

  /// What is thrown at who sends null.
  static NullPointerException missing(ActorCell<?> receiver) {
    return new NullPointerException(
        ErrorCode.NULL_MESSAGE.mark(
            "null was sent to "
                + receiver.path()
                + "; a message has to be an object, a record for instance."));
  }

  /// The name of a type, without its package.
  static String name(Class<?> type) {
    String name = type.getName();
    return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
  }
}
