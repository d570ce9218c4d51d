package dev.tactus.actor;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import dev.tactus.event.RuntimeEvent;

/// What happens to actors, for the event stream.
public sealed interface ActorEvent extends RuntimeEvent {
  /// Whom it happened to.
  ActorRef<?> actor();

  /// An actor begins: its first instance is about to be made. Each actor does so once, also one
  /// whose factory fails, and each ends once.
  record Started(ActorRef<?> actor) implements ActorEvent {}

  /// An actor has failed, and supervision has decided.
  ///
  /// @param actor which
  /// @param cause why
  /// @param message the type of the message that it was handling; empty when it was none
  /// @param directive what was decided
  record Failed(ActorRef<?> actor, Throwable cause, String message, Supervision.Directive directive)
      implements ActorEvent, Coded {
    @Override
    public ErrorCode code() {
      return ErrorCode.ACTOR_FAILED;
    }
  }

  /// An actor goes on with a new instance.
  record Restarted(ActorRef<?> actor, Throwable cause) implements ActorEvent {}

  /// An actor has ended, and its mailbox is drained.
  record Stopped(ActorRef<?> actor) implements ActorEvent {}

  /// A hook of an actor (`stopped`, `restarting`) has thrown; the actor ends or restarts anyway.
  record HookFailed(ActorRef<?> actor, String hook, Throwable cause) implements ActorEvent, Coded {
    @Override
    public ErrorCode code() {
      return ErrorCode.HOOK_FAILED;
    }
  }
}
