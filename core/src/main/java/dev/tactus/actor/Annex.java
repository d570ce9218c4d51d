package dev.tactus.actor;

import dev.tactus.mailbox.inbox.Envelope;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// What most actors do not need: a cell gets it with its first child, watch, failure or stash.
///
/// Threads: the turns of the actor, unless a field says otherwise.
final class Annex {
  final Children children = new Children();
  final Watches watches = new Watches();

  /// Written by the parent, while this actor is suspended.
  final Restarts restarts = new Restarts();

  /// Null when the actor has no stash.
  @Nullable Stash stash;

  /// Null before the first timer.
  @Nullable ActorTimers<?> timers;

  /// Null when the actor waits for its messages as long as it takes.
  @Nullable ReceiveTimeout receiveTimeout;

  /// What was in charge before each [Context#become]; null before the first.
  @Nullable Deque<Actor<?>> behaviors;

  /// Who sent the present message.
  @Nullable ActorRef<?> sender;

  /// The present message, where there is a stash.
  @Nullable Object current;

  /// Whether the present message was set aside.
  boolean stashed;

  /// Whether the actor has logged in its present turn, so that the MDC has to be cleared.
  boolean logged;

  boolean failing;
  boolean stopping;

  /// Why it restarts, while it waits for its children to end; null otherwise.
  @Nullable Throwable restartCause;

  /// What it was handling when it failed.
  @Nullable Object failedMessage;

  /// Notes what is being handled, if it may be set aside.
  void beginMessage(Object message) {
    if (stash != null) {
      // Without its timer, watch or translation: these have done their part.
      current = sender == null ? message : new CellEnvelope.Sent(message, sender);
      stashed = false;
    }
  }

  /// Forgets what belongs to one message.
  void endMessage(Object message) {
    current = null;
    if (receiveTimeout != null && Envelope.payload(message) != receiveTimeout) {
      receiveTimeout.touch();
    }
    if (logged) {
      logged = false;
      ActorLog.clear();
    }
  }

  /// Cancels what the actor has scheduled, so that nothing of an earlier instance arrives.
  void endTimers() {
    if (timers != null) {
      timers.cancelAll();
    }
    if (receiveTimeout != null) {
      receiveTimeout.cancel();
      receiveTimeout = null;
    }
  }

  Deque<Actor<?>> behaviors() {
    Deque<Actor<?>> stack = behaviors;
    if (stack == null) {
      stack = new ArrayDeque<>();
      behaviors = stack;
    }
    return stack;
  }
}
