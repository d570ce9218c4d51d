package dev.tactus.observe;

import dev.tactus.process.ProcessInfo;
import dev.tactus.scheduler.SchedulerDump;
import java.util.List;
import java.util.Optional;

/// What can be looked at: a running system, or a recording of one. Everything that shows a system
/// reads this and nothing else.
///
/// Threads: any; no method waits for the system.
public interface Source {
  /// The latest snapshot; takes one where nobody looked before.
  Snapshot snapshot();

  /// Asks for snapshots every now and then, as long as what is returned is not closed. Without
  /// anybody who looks, nothing is sampled.
  Viewing view(Viewer viewer);

  /// A part of the actors. A recording has only those that are in its snapshots.
  ///
  /// @throws IllegalArgumentException when the end of the last page is not one
  Page<ActorInfo> actors(ActorQuery query);

  /// One actor.
  Optional<ActorInfo> actor(String path);

  /// A part of the periodic timers.
  Page<SchedulerDump.PeriodicJob> periodicJobs(String after, int max);

  /// A part of the processes of one system of them.
  Page<ProcessInfo> processes(String system, String after, int max);

  /// The events after this number, the oldest first; the oldest ones of all may be gone.
  ///
  /// @param subject only those that concern this one; empty for all
  List<EventEntry> events(long after, String subject, int max);

  /// The insides of a part of the system in full, as text or JSON.
  String dump(DumpKind kind, boolean isJson);
}
