package dev.tactus.cli.demo;

/// What the fleet did, in figures for people.
///
/// @param readings readings that were collected
/// @param beats messages of heartbeats that were handled
/// @param dueBeats due times that they stood for
/// @param answered requests that were answered in time
/// @param timedOut requests that were not
/// @param lateAnswers answers that came too late, or to a device that had crashed meanwhile
/// @param refused timers that the scheduler refused
/// @param bursts how often a region sent everything at once
/// @param pressed how often a mailbox came under pressure
/// @param relieved how often one came out of it
/// @param engaged how often the system as a whole came under pressure
public record FleetFigures(
    long readings,
    long beats,
    long dueBeats,
    long answered,
    long timedOut,
    long lateAnswers,
    long refused,
    long bursts,
    long pressed,
    long relieved,
    long engaged) {
  static FleetFigures of(Fleet fleet, Witness witness) {
    FleetCounts counts = fleet.counts;
    return new FleetFigures(
        counts.readings.sum(),
        counts.beats.sum(),
        counts.dueBeats.sum(),
        counts.answered.sum(),
        counts.timedOut.sum(),
        counts.lateAnswers.sum(),
        counts.refused.sum(),
        fleet.bursts(),
        witness.pressed.sum(),
        witness.relieved.sum(),
        witness.engaged.sum());
  }
}
