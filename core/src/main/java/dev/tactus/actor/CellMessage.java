package dev.tactus.actor;

import dev.tactus.mailbox.inbox.SystemMessage;
import org.jspecify.annotations.Nullable;

/// What cells tell each other about starting, failing and ending.
abstract sealed class CellMessage extends SystemMessage {
  /// To an actor that is to end.
  static final class Stop extends CellMessage {}

  /// To the children of an actor that has failed.
  static final class Suspend extends CellMessage {}

  /// To an actor that is to go on: its own failure is forgiven, or its parent's is.
  static final class Resume extends CellMessage {
    final boolean ownFailure;

    Resume(boolean ownFailure) {
      this.ownFailure = ownFailure;
    }
  }

  /// To an actor that is to go on with a new instance: for its own failure, if that has not been
  /// ended in another way meanwhile, or for a sibling's.
  static final class Restart extends CellMessage {
    final Throwable cause;
    final boolean ownFailure;

    Restart(Throwable cause, boolean ownFailure) {
      this.cause = cause;
      this.ownFailure = ownFailure;
    }
  }

  /// To the parent of an actor that has failed.
  static final class ChildFailed extends CellMessage {
    final ActorCell<?> child;
    final Throwable cause;
    final @Nullable Object message;

    ChildFailed(ActorCell<?> child, Throwable cause, @Nullable Object message) {
      this.child = child;
      this.cause = cause;
      this.message = message;
    }
  }

  /// To an actor whose end somebody wants to know of.
  static final class Watch extends CellMessage {
    final ActorCell<?> watcher;

    Watch(ActorCell<?> watcher) {
      this.watcher = watcher;
    }
  }

  /// To an actor whose end somebody wants to know of no more.
  static final class Unwatch extends CellMessage {
    final ActorCell<?> watcher;

    Unwatch(ActorCell<?> watcher) {
      this.watcher = watcher;
    }
  }

  /// To the parent and the watchers of an actor that has ended.
  static final class Ended extends CellMessage {
    final ActorCell<?> actor;

    Ended(ActorCell<?> actor) {
      this.actor = actor;
    }
  }
}
