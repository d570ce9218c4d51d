package dev.tactus.actor;

import org.jspecify.annotations.Nullable;

/// What an actor does with its messages. A lambda is enough for a small one.
///
/// The messages of an actor are best the records of one sealed interface, handled by an exhaustive
/// `switch`: a case that is missing then does not compile.
///
/// Threads: all methods of one actor are called one after another, on whatever thread its
/// dispatcher has. What one call writes, the next one sees. No locks are needed.
///
/// @param <M> what it can be told
@FunctionalInterface
public interface Actor<M> {
  /// Handles one message. What it throws goes to supervision: see [Supervision].
  ///
  /// @param ctx the actor's own context, valid during the call only
  void receive(Context<M> ctx, M message) throws Exception;

  /// Called before the first message of this instance.
  default void started(Context<M> ctx) throws Exception {}

  /// Called after the last message of the actor, when its children have ended.
  default void stopped(Context<M> ctx) throws Exception {}

  /// Called on an instance that has failed and is about to be replaced by a new one. Its children
  /// are stopped afterwards, and messages that it had stashed go back to the mailbox. If the actor
  /// is stopped before these children have ended, there is no new instance, and `stopped` is called
  /// on this one as well.
  ///
  /// @param message what it was handling; null when it failed otherwise
  default void restarting(Context<M> ctx, Throwable cause, @Nullable M message) throws Exception {}
}
