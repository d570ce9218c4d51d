package dev.tactus.observe;

import java.time.Duration;

/// How a system is looked at.
///
/// @param interval the time between two snapshots, while somebody looks
/// @param sweepShare the share of one processor that sweeps over all actors may take
/// @param depthMax how far the messages of one mailbox are counted
/// @param rankedMax how many actors are named in each ranking of a snapshot
/// @param eventsKept how many events are remembered
/// @param eventsPerSecond how many events of one type are noted with their text in a second; more
///   are counted only
/// @param showsContents whether texts of messages and errors may be shown; false shows types only
/// @param lints what counts as wrong
public record ObservatorySettings(
    Duration interval,
    double sweepShare,
    int depthMax,
    int rankedMax,
    int eventsKept,
    int eventsPerSecond,
    boolean showsContents,
    LintSettings lints) {
  private static final Duration INTERVAL_MIN = Duration.ofMillis(10);
  private static final Duration INTERVAL_MAX = Duration.ofDays(365);

  /// A snapshot a second, and nothing that could be confidential.
  public static final ObservatorySettings DEFAULT =
      new ObservatorySettings(
          Duration.ofSeconds(1), 0.01, 10_000, 20, 1_000, 50, false, LintSettings.DEFAULT);

  /// Checks the figures.
  public ObservatorySettings {
    require(
        interval.compareTo(INTERVAL_MIN) >= 0 && interval.compareTo(INTERVAL_MAX) <= 0,
        "interval",
        interval,
        "10 ms to 365 days");
    require(sweepShare > 0 && sweepShare <= 1, "sweepShare", sweepShare, "above 0, at most 1");
    require(depthMax > 0, "depthMax", depthMax, "1 or more");
    require(rankedMax >= 0, "rankedMax", rankedMax, "0 or more");
    require(eventsKept > 0, "eventsKept", eventsKept, "1 or more");
    require(eventsPerSecond > 0, "eventsPerSecond", eventsPerSecond, "1 or more");
  }

  private static void require(boolean holds, String what, Object given, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          what + " was " + given + "; it must be " + allowed + ". Start from DEFAULT.");
    }
  }

  /// The same with another time between snapshots.
  public ObservatorySettings withInterval(Duration other) {
    return new ObservatorySettings(
        other, sweepShare, depthMax, rankedMax, eventsKept, eventsPerSecond, showsContents, lints);
  }

  /// The same with another limit for sweeps.
  public ObservatorySettings withSweepShare(double other) {
    return new ObservatorySettings(
        interval, other, depthMax, rankedMax, eventsKept, eventsPerSecond, showsContents, lints);
  }

  /// The same with other limits of what is remembered of events.
  public ObservatorySettings withEvents(int kept, int perSecond) {
    return new ObservatorySettings(
        interval, sweepShare, depthMax, rankedMax, kept, perSecond, showsContents, lints);
  }

  /// The same with texts of messages and errors. They may be confidential.
  public ObservatorySettings withContents() {
    return new ObservatorySettings(
        interval, sweepShare, depthMax, rankedMax, eventsKept, eventsPerSecond, true, lints);
  }

  /// The same with other limits of what counts as wrong.
  public ObservatorySettings withLints(LintSettings other) {
    return new ObservatorySettings(
        interval,
        sweepShare,
        depthMax,
        rankedMax,
        eventsKept,
        eventsPerSecond,
        showsContents,
        other);
  }
}
