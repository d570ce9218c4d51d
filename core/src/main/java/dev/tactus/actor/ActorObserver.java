package dev.tactus.actor;

/// Sees every message of a system, for simulations and debugging. A system without one pays nothing
/// for it.
///
/// Threads: those that send and those that handle; it must be safe for them, and quick.
public interface ActorObserver {
  /// A message was sent, and is about to enter the mailbox.
  void sent(ActorRef<?> receiver, Object message);

  /// A message is about to be handled. What this throws is thrown in place of the handler, so that
  /// supervision takes over.
  void handling(ActorRef<?> receiver, Object message);

  /// The handler has returned or thrown, and supervision has been told.
  void handled(ActorRef<?> receiver, Object message);

  /// Whether a bounded mailbox should behave as if it were full.
  default boolean isFull(ActorRef<?> receiver) {
    return false;
  }
}
