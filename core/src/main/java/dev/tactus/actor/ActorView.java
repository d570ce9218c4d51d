package dev.tactus.actor;

import dev.tactus.dispatch.Occupant;

/// One actor, as it is shown to who walks over the tree. Each figure is read when it is asked for;
/// the actor goes on meanwhile. The view is valid during the call that it is handed to: the next
/// actor is shown by the same object.
///
/// Threads: the one that walks.
public interface ActorView {
  /// Its address.
  ActorRef<?> ref();

  /// Its path.
  ActorPath path();

  /// The id of its dispatcher.
  String dispatcher();

  /// What its mailbox is doing.
  Occupant.Phase phase();

  /// How often it is suspended.
  int suspends();

  /// How many messages wait, counted up to a limit.
  int depth(int max);

  /// How many system messages wait.
  int systemDepth();

  /// The name of the thread of its latest turn; empty before the first.
  String latestThread();

  /// How long its latest turn took that was measured; -1 when none was.
  long turnNanos();

  /// The type of the message that it handles, or handled last; empty before the first.
  String latestType();

  /// How many children it has.
  int children();
}
