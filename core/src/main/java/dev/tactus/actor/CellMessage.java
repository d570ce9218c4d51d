package dev.tactus.actor;

import dev.tactus.mailbox.inbox.SystemMessage;
import org.jspecify.annotations.Nullable;

/// What cells tell each other about starting, failing and ending.
abstract sealed class CellMessage extends SystemMessage {
  /// In place of the number of a failure, for one of somebody else.
  static final int OF_ANOTHER = 0;

  /// In place of the number of a failure, for the one that the actor waits for: see [AwaitRestart].
  static final int AWAITED = -1;

  /// To an actor that is to end.
  static final class Stop extends CellMessage {}

  /// To the children of an actor that has failed.
  static final class Suspend extends CellMessage {}

  /// To an actor that is to go on: its own failure is forgiven, or its parent's is.
  static final class Resume extends CellMessage {
    /// The number of its own failure; [#OF_ANOTHER] for its parent's.
    final int failure;

    Resume(int failure) {
      this.failure = failure;
    }
  }

  /// To an actor that has failed and to its siblings, where all are restarted for it after a pause.
  static final class AwaitRestart extends CellMessage {
    /// The number of its own failure; [#OF_ANOTHER] for a sibling's.
    final int failure;

    AwaitRestart(int failure) {
      this.failure = failure;
    }
  }

  /// To their parent, when that pause is over.
  static final class PauseOver extends CellMessage {
    final Throwable cause;

    PauseOver(Throwable cause) {
      this.cause = cause;
    }
  }

  /// To an actor that is to go on with a new instance: for its own failure, if that has not been
  /// ended in another way meanwhile, or for a sibling's. One that waits for a restart of all is
  /// restarted by nothing else.
  static final class Restart extends CellMessage {
    final Throwable cause;

    /// The number of its own failure; [#OF_ANOTHER] for a sibling's, [#AWAITED] for the one that it
    /// waits for.
    final int failure;

    /// Whether its siblings are restarted as well.
    final boolean isOfAll;

    Restart(Throwable cause, int failure, boolean isOfAll) {
      this.cause = cause;
      this.failure = failure;
      this.isOfAll = isOfAll;
    }
  }

  /// To the parent of an actor that has failed.
  static final class ChildFailed extends CellMessage {
    final ActorCell<?> child;
    final Throwable cause;
    final @Nullable Object message;

    /// Its number among the failures of the child.
    final int number;

    /// Whether the child had something to go on with then. It may be another instance by now.
    final boolean canResume;

    ChildFailed(
        ActorCell<?> child,
        int number,
        boolean canResume,
        Throwable cause,
        @Nullable Object message) {
      this.child = child;
      this.number = number;
      this.canResume = canResume;
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

  /// To the parent of many, some of which have ended.
  static final class ChildrenLeft extends CellMessage {}

  /// To the parent and the watchers of an actor that has ended.
  static final class Ended extends CellMessage {
    final ActorCell<?> actor;

    Ended(ActorCell<?> actor) {
      this.actor = actor;
    }
  }
}
