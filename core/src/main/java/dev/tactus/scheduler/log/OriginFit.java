package dev.tactus.scheduler.log;

import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.time.Resolution;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Finds the reading of the clock at tick 0 from what the entries say.
///
/// ## Algorithm
///
/// A timer that was due at `x` was given the first tick whose boundary is not before `x`. So its
/// deadline tick `d` says that `x - d·r <= origin < x - (d - 1)·r`, where `r` is the length of a
/// tick; for a timer of fixed rate every fire says so. A fire at `t` on tick `d` says that the tick
/// had begun: `origin <= t - d·r`. Nothing happens before the scheduler started: `origin <= t`.
///
/// Any origin within all of these bounds gives every timer the deadline ticks that it had. The
/// latest one is taken, because that is the exact one as soon as a single fire was exactly in time,
/// as all are in virtual time. Where the bounds contradict each other, a deadline was wrong; then
/// every choice shows that in a replay.
final class OriginFit {
  private final long tickNanos;

  /// Times are compared by their distance from one of them: a clock's readings may wrap around.
  private final long base;

  private long latest = Long.MAX_VALUE;

  private OriginFit(Resolution resolution, long base) {
    this.tickNanos = resolution.nanos();
    this.base = base;
  }

  /// The latest origin that fits; empty when there are no entries.
  static OptionalLong of(Resolution resolution, List<LogEntry> entries) {
    if (entries.isEmpty()) {
      return OptionalLong.empty();
    }
    OriginFit fit = new OriginFit(resolution, entries.getFirst().atNanos());
    Map<Long, TimerStory> fixedRates = new HashMap<>();
    for (LogEntry entry : entries) {
      fit.notAfter(entry.atNanos());
      if (entry instanceof LogEntry.Scheduled s) {
        fit.dueOn(s.deadlineTick(), s.atNanos() + s.delayNanos());
        if (s.mode() == ExecutionMode.FIXED_RATE) {
          fixedRates.put(s.timerId(), new TimerStory(s, 0));
        }
      }
    }
    for (LogEntry entry : entries) {
      if (entry instanceof LogEntry.Fired f) {
        fit.notAfter(f.atNanos() - f.deadlineTick() * fit.tickNanos);
        TimerStory story = fixedRates.get(f.timerId());
        if (story != null) {
          fit.fixedRate(story, f);
        }
      }
    }
    return OptionalLong.of(fit.base + fit.latest);
  }

  private void fixedRate(TimerStory story, LogEntry.Fired fire) {
    long due = story.nextDueNanos();
    story.fired(fire, 0);
    if (!story.cameLate()) {
      dueOn(fire.deadlineTick(), due);
      dueAfter(fire.deadlineTick(), story.nextDueNanos());
    }
  }

  /// What was due at this time was given this tick.
  private void dueOn(long tick, long dueNanos) {
    dueAfter(tick - 1, dueNanos);
  }

  /// What was due at this time was due after the beginning of this tick.
  private void dueAfter(long tick, long dueNanos) {
    notAfter(dueNanos - tick * tickNanos - 1);
  }

  private void notAfter(long nanos) {
    latest = Math.min(latest, nanos - base);
  }
}
