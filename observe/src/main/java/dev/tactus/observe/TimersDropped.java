package dev.tactus.observe;

import java.util.List;

/// Timers were given up since the last look.
final class TimersDropped implements Lint {
  @Override
  public FindingKind kind() {
    return FindingKind.TIMERS_DROPPED;
  }

  @Override
  public List<Sign> look(Look look) {
    long dropped = look.growth(snapshot -> snapshot.timers().metrics().dropped());
    TimerFigures timers = look.now().timers();
    return dropped == 0
        ? List.of()
        : List.of(
            Sign.of(
                timers.name(),
                Look.count(dropped)
                    + " timers were dropped since the last look, "
                    + Look.count(timers.metrics().dropped())
                    + " in all; "
                    + Look.count(timers.overflowSize())
                    + " of "
                    + Look.count(timers.overflowCapacity())
                    + " places beyond the wheel are taken."));
  }
}
