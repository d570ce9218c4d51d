package dev.tactus.observe;

import dev.tactus.mailbox.DeadLetterReason;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A system at one moment. Nothing was stopped for it, so its figures are of slightly different
/// moments.
///
/// Counters only grow, so the difference of two snapshots is what happened between them.
///
/// @param version of this form, [#VERSION]; it grows when a field changes its meaning or goes away
/// @param number counts the snapshots of one system, from 1
/// @param system the system's name
/// @param atMillis the wall clock's time, since 1970
/// @param upNanos how long the system has existed
/// @param isUnderPressure whether the system counts as overloaded
/// @param actors the actors
/// @param dispatchers the dispatchers that have been started
/// @param timers the scheduler
/// @param processes the systems of processes
/// @param events the event stream
/// @param deadLetters how many messages nobody handled, by reason
/// @param findings what looks wrong, and what to do about it
public record Snapshot(
    int version,
    long number,
    String system,
    long atMillis,
    long upNanos,
    boolean isUnderPressure,
    ActorFigures actors,
    List<DispatcherFigures> dispatchers,
    TimerFigures timers,
    List<ProcessFigures> processes,
    EventFigures events,
    Map<DeadLetterReason, Long> deadLetters,
    List<Finding> findings) {
  /// The form that this program writes.
  public static final int VERSION = 1;

  /// Checks that all is there, and copies the collections.
  public Snapshot {
    Objects.requireNonNull(system, "system");
    Objects.requireNonNull(actors, "actors");
    Objects.requireNonNull(timers, "timers");
    Objects.requireNonNull(events, "events");
    dispatchers = List.copyOf(dispatchers);
    processes = List.copyOf(processes);
    deadLetters = Map.copyOf(deadLetters);
    findings = List.copyOf(findings);
  }

  /// The same with these findings.
  public Snapshot withFindings(List<Finding> other) {
    return new Snapshot(
        version,
        number,
        system,
        atMillis,
        upNanos,
        isUnderPressure,
        actors,
        dispatchers,
        timers,
        processes,
        events,
        deadLetters,
        other);
  }
}
