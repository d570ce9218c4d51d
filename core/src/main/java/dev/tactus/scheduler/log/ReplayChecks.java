package dev.tactus.scheduler.log;

import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import java.util.List;
import java.util.Map;

/// Checks whether a recording can be replayed at all: a file may say anything.
final class ReplayChecks {
  private ReplayChecks() {}

  static void check(List<LogEntry> entries, Map<Long, TimerStory> stories, TickScale scale) {
    long highestId = 0;
    for (int i = 0; i < entries.size(); i++) {
      LogEntry entry = entries.get(i);
      highestId = Math.max(highestId, entry.timerId());
      checkTimes(entry, i, scale);
    }
    long missing = highestId - stories.size();
    if (missing > ReplayPlan.MISSING_MAX) {
      throw new LogReplayRefusedException(
          "The recording tells of "
              + stories.size()
              + " timers, but their numbers go up to "
              + highestId
              + ": "
              + missing
              + " are missing. A replay takes missing numbers for refused registrations, of which "
              + ReplayPlan.MISSING_MAX
              + " are allowed. Attach the log before the first timer is scheduled.");
    }
  }

  private static void checkTimes(LogEntry entry, int index, TickScale scale) {
    long sinceOrigin = entry.atNanos() - scale.originNanos();
    if (sinceOrigin < 0 || sinceOrigin > Resolution.LONGEST_NANOS / 2) {
      throw refused(
          index,
          "its time, "
              + entry.atNanos()
              + " ns, is not within 73 years after the origin, "
              + scale.originNanos()
              + " ns. Correct the time or the origin");
    }
    switch (entry) {
      case LogEntry.Scheduled s -> {
        checkTick(s.deadlineTick(), index, scale);
        checkLength("delay", s.delayNanos(), index, scale);
        checkLength("period", s.periodNanos(), index, scale);
      }
      case LogEntry.Fired f -> checkTick(f.deadlineTick(), index, scale);
      case LogEntry.Cancelled c -> {}
    }
  }

  private static void checkTick(long tick, int index, TickScale scale) {
    long most = Resolution.LONGEST_NANOS / scale.resolution().nanos();
    if (tick < 0 || tick > most) {
      throw refused(index, "its tick is " + tick + "; allowed are 0 to " + most);
    }
  }

  private static void checkLength(String what, long nanos, int index, TickScale scale) {
    long most = scale.resolution().longestDelay().toNanos();
    if (nanos > most) {
      throw refused(
          index, "its " + what + " is " + nanos + " ns; allowed are up to " + most + " ns");
    }
  }

  static LogReplayRefusedException refused(int index, String why) {
    return new LogReplayRefusedException(
        "Entry " + (index + 1) + " of the recording cannot be replayed: " + why + ".");
  }
}
