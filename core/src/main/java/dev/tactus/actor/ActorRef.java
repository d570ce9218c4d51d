package dev.tactus.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// An address to which messages can be sent. It stays valid when the actor restarts, and harmless
/// when the actor has ended: messages become dead letters then.
///
/// Two references are equal if they are the same actor.
///
/// Threads: any, for every method; none blocks.
///
/// @param <M> what can be sent
public sealed interface ActorRef<M> permits ActorCell, AskRef, AdapterRef {
  /// Sends a message. Messages from one sender to one receiver arrive in the order sent.
  ///
  /// The receiver never runs within this call.
  ///
  /// @throws dev.tactus.mailbox.MailboxFullException when the mailbox is full and its overflow
  ///   strategy is FAIL
  void tell(M message);

  /// Sends a message and says who did, for [Context#sender()] and for dead letters.
  void tell(M message, ActorRef<?> sender);

  /// Sends a message, and tells when it is in the mailbox. Only a bounded mailbox takes its time or
  /// refuses.
  ///
  /// @return completes when there was room; fails with [dev.tactus.mailbox.MailboxFullException]
  ///   when there was none in time
  CompletableFuture<Void> tellAsync(M message);

  /// Sends a question and gives the answer.
  ///
  /// Actions that depend on the future run where the answer was sent, unless they name an executor;
  /// they must not block. Inside an actor use [Context#pipeToSelf].
  ///
  /// @param question makes the message from the address that the answer is to be sent to
  /// @param timeout how long to wait
  /// @return fails with [AskTimeoutException] when there is no answer in time, and with
  ///   [dev.tactus.mailbox.MailboxFullException] when the mailbox is full and its overflow strategy
  ///   is FAIL. Cancelling it frees its timer
  <R> CompletableFuture<R> ask(
      Function<? super ActorRef<R>, ? extends M> question, Duration timeout);

  /// Where it is.
  ActorPath path();
}
