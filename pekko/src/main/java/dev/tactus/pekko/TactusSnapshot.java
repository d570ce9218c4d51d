package dev.tactus.pekko;

import dev.tactus.scheduler.SchedulerDump;
import java.util.List;
import java.util.Optional;

/// What our parts of an actor system look like at one moment; for people as [#text()], for tools as
/// [#json()].
///
/// @param system the name of the actor system
/// @param scheduler the scheduler; empty when the system has another one
/// @param dispatchers the dispatchers that run on our workers
/// @param mailboxes how many mailboxes of ours were made so far
/// @param overflowed how many messages did not get into a bounded mailbox of ours
public record TactusSnapshot(
    String system,
    Optional<SchedulerDump> scheduler,
    List<DispatcherSnapshot> dispatchers,
    long mailboxes,
    long overflowed) {
  /// Copies the list.
  public TactusSnapshot {
    dispatchers = List.copyOf(dispatchers);
  }

  /// The snapshot for people.
  public String text() {
    return SnapshotFormat.text(this);
  }

  /// The snapshot for tools: one JSON object.
  public String json() {
    return SnapshotFormat.json(this);
  }
}
