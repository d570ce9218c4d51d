package dev.tactus.scheduler.log;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.time.ClockKind;
import dev.tactus.time.TickScale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A recording, checked and prepared for its replay.
///
/// The log says when timers were scheduled, fired and cancelled. It does not say when the driver
/// looked at the wheel, nor when a task ended. Both are read from the entries: before a timer fired
/// on a tick, that tick had not been handed over; and a timer of fixed delay that fired on a tick
/// had ended its run before, one delay before that tick at the latest.
final class ReplayPlan {
  /// How many numbers of timers may be missing: each costs a replay some time.
  static final long MISSING_MAX = 1 << 17;

  /// One entry to be done again.
  ///
  /// @param number its number in the recording, from 1
  /// @param entry the entry
  record Step(int number, LogEntry entry) {}

  /// What the executor of a timer does with it when it is handed over.
  enum Handling {
    /// It refuses it.
    REFUSE,
    /// It runs it at once.
    RUN,
    /// It runs it at a later time, or never.
    HOLD
  }

  /// The time of a run that never comes.
  static final long NEVER = Long.MAX_VALUE;

  final LogHeader header;
  final TickScale scale;
  final Comparison comparison;
  private final Map<Long, TimerStory> stories;
  final List<ReplayResult.LeftOut> leftOut;
  final List<Step> steps;

  /// For each step, the next step from there on that is a fire; the number of steps if none is.
  private final int[] nextFire;

  /// For each step, the first tick that had not been handed over before it: the lowest that a step
  /// from there on shows.
  private final long[] openTick;

  /// The first entries that tell of the scheduler's close, as places in the recording.
  private final int closeFrom;

  private final int closeUntil;

  private ReplayPlan(LogRecording recording) {
    List<LogEntry> entries = recording.entries();
    header = recording.header();
    scale = new TickScale(origin(recording), header.resolution());
    stories = stories(entries);
    ReplayChecks.check(entries, stories, scale);
    comparison =
        header.clock() == ClockKind.DETERMINISTIC && isInOrder(entries)
            ? Comparison.EXACT
            : Comparison.TICKS;
    leftOut = comparison == Comparison.EXACT ? List.of() : leftOut(stories, scale);
    leftOut.forEach(out -> stories.remove(out.timerId()));
    steps =
        comparison == Comparison.EXACT
            ? inRecordedOrder(entries)
            : TickOrder.of(entries, stories, scale);
    nextFire = nextFires(steps);
    openTick = openTicks();
    int from = 0;
    while (from < entries.size() && !isClosing(entries.get(from))) {
      from++;
    }
    int until = from;
    while (until < entries.size() && isOfClose(entries.get(until))) {
      until++;
    }
    closeFrom = from;
    closeUntil = until;
  }

  /// Checks and prepares a recording.
  ///
  /// @throws LogReplayRefusedException when something is missing that a replay needs
  static ReplayPlan of(LogRecording recording) {
    if (recording.isTruncated()) {
      throw new LogReplayRefusedException(
          "The recording has lost its first "
              + recording.overwritten()
              + " entries, so the timers that they tell of cannot be scheduled again. Record with"
              + " a log of a larger capacity.");
    }
    return new ReplayPlan(recording);
  }

  private static long origin(LogRecording recording) {
    LogHeader header = recording.header();
    return header
        .originNanos()
        .orElseGet(() -> OriginFit.of(header.resolution(), recording.entries()).orElse(0));
  }

  private static Map<Long, TimerStory> stories(List<LogEntry> entries) {
    Map<Long, TimerStory> stories = new HashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i) instanceof LogEntry.Scheduled s
          && stories.put(s.timerId(), new TimerStory(s, i)) != null) {
        throw ReplayChecks.refused(
            i, "timer " + s.timerId() + " is scheduled for the second time; numbers are unique");
      }
    }
    for (int i = 0; i < entries.size(); i++) {
      LogEntry entry = entries.get(i);
      TimerStory story = stories.get(entry.timerId());
      if (story == null) {
        throw ReplayChecks.refused(
            i,
            "timer "
                + entry.timerId()
                + " was scheduled before the log was attached. Attach the log before the first"
                + " timer is scheduled");
      }
      if (entry instanceof LogEntry.Fired f) {
        story.fired(f, i);
      } else if (entry instanceof LogEntry.Cancelled c && story.cancelled == null) {
        story.cancelled = c;
        story.cancelledIndex = i;
      }
    }
    return stories;
  }

  /// Whether the order of the log is that of the events, as it is when one thread did everything:
  /// numbers rise, and nothing comes before its cause.
  private boolean isInOrder(List<LogEntry> entries) {
    long lastId = 0;
    for (int i = 0; i < entries.size(); i++) {
      LogEntry entry = entries.get(i);
      TimerStory story = stories.get(entry.timerId());
      if (entry instanceof LogEntry.Scheduled) {
        if (entry.timerId() < lastId) {
          return false;
        }
        lastId = entry.timerId();
      } else if (story == null || story.scheduledIndex > i) {
        return false;
      }
    }
    return true;
  }

  private static List<ReplayResult.LeftOut> leftOut(
      Map<Long, TimerStory> stories, TickScale scale) {
    List<ReplayResult.LeftOut> found = new ArrayList<>();
    stories.forEach(
        (id, story) -> {
          if (story.cameLate()) {
            found.add(
                new ReplayResult.LeftOut(
                    id, "it reached the wheel after its first tick, by chance of the threads"));
            return;
          }
          if (story.wasRefusedInCatchUp()) {
            found.add(
                new ReplayResult.LeftOut(
                    id, "its executor refused it while the driver made up for lost ticks"));
          } else if (story.isEverFolded(scale)) {
            found.add(
                new ReplayResult.LeftOut(
                    id, "runs were folded because a task held up the ticking thread"));
          }
        });
    found.sort((a, b) -> Long.compare(a.timerId(), b.timerId()));
    return found;
  }

  private static List<Step> inRecordedOrder(List<LogEntry> entries) {
    List<Step> steps = new ArrayList<>(entries.size());
    for (LogEntry entry : entries) {
      steps.add(new Step(steps.size() + 1, entry));
    }
    return steps;
  }

  private static int[] nextFires(List<Step> steps) {
    int[] next = new int[steps.size() + 1];
    next[steps.size()] = steps.size();
    for (int i = steps.size() - 1; i >= 0; i--) {
      next[i] = steps.get(i).entry() instanceof LogEntry.Fired ? i : next[i + 1];
    }
    return next;
  }

  private long[] openTicks() {
    long[] open = new long[steps.size() + 1];
    open[steps.size()] = Long.MAX_VALUE;
    long later = neverHandedOver();
    for (int i = steps.size() - 1; i >= 0; i--) {
      later = Math.min(later, shownOpenTick(steps.get(i)));
      open[i] = later;
    }
    return open;
  }

  /// The first tick that had not been handed over when the recording ended, as far as it tells:
  /// that of a timer that was to fire there, and neither did nor was cancelled.
  private long neverHandedOver() {
    long tick = Long.MAX_VALUE;
    if (comparison == Comparison.EXACT) {
      for (TimerStory story : stories.values()) {
        if (story.cancelled == null) {
          tick = Math.min(tick, story.nextTick(scale, comparison));
        }
      }
    }
    return tick;
  }

  /// A tick that had not been handed over when this happened.
  private long shownOpenTick(Step step) {
    return switch (step.entry()) {
      case LogEntry.Scheduled s -> Long.MAX_VALUE;
      case LogEntry.Fired f -> f.deadlineTick();
      case LogEntry.Cancelled c -> {
        // A timer that had not fired on its tick: that tick was still to come.
        TimerStory story = stories.get(c.timerId());
        yield story == null ? Long.MAX_VALUE : story.nextTick(scale, comparison);
      }
    };
  }

  /// What the recording tells about this timer.
  TimerStory story(long timerId) {
    TimerStory story = stories.get(timerId);
    if (story == null) {
      throw new IllegalStateException("No step tells that timer " + timerId + " was scheduled.");
    }
    return story;
  }

  static boolean isClosing(LogEntry entry) {
    return entry instanceof LogEntry.Cancelled c && c.reason() == CancelReason.CLOSED;
  }

  /// What a close brings about, once it has begun: it takes in what was on its way to the wheel, so
  /// room may run out once more.
  private static boolean isOfClose(LogEntry entry) {
    return isClosing(entry)
        || (entry instanceof LogEntry.Cancelled c && c.reason() == CancelReason.DROPPED);
  }

  /// The step of the next fire, from this one on; the number of steps when there is none.
  int nextFire(int step) {
    return nextFire[step];
  }

  /// The first tick that must not be handed over before this step.
  long openTick(int step) {
    return openTick[step];
  }

  /// How many steps from this one on tell of the scheduler's close.
  int closingSteps(int step) {
    int end = step;
    while (end < steps.size() && isOfClose(steps.get(end).entry())) {
      end++;
    }
    return end - step;
  }

  /// Whether the replay has to do this cancellation. The others are outcomes: they come by
  /// themselves.
  boolean isDoneByReplay(CancelReason reason) {
    return switch (reason) {
      case REQUESTED, BACKLOG, FAILED, DROPPED -> true;
      case REJECTED -> false;
      case CLOSED -> comparison == Comparison.TICKS;
    };
  }

  /// What the executor does with a timer on one of its fires.
  Handling handling(TimerStory story, int fire) {
    boolean last = fire >= story.fires.size() - 1;
    return switch (story.mode()) {
      case ONE_SHOT -> {
        // Only a timer that its executor refused is due again, or waits when the scheduler closes.
        LogEntry.Cancelled end = story.cancelled;
        boolean refused = end != null && !isDoneByReplay(end.reason());
        yield !last || refused ? Handling.REFUSE : Handling.HOLD;
      }
      case FIXED_RATE -> last && isInExecutorAtClose(story) ? Handling.HOLD : Handling.RUN;
      case FIXED_DELAY ->
          runNanos(story, fire) == handOverNanos(story, fire) ? Handling.RUN : Handling.HOLD;
    };
  }

  /// When a run that the executor holds is done; [#NEVER] when the recording needs no end of it.
  long runNanos(TimerStory story, int fire) {
    if (story.mode() != ExecutionMode.FIXED_DELAY) {
      return NEVER;
    }
    if (fire < story.fires.size() - 1) {
      long next = scale.boundaryNanos(story.fires.get(fire + 1).deadlineTick());
      return later(handOverNanos(story, fire), next - story.scheduled.periodNanos());
    }
    LogEntry.Cancelled end = story.cancelled;
    return end != null && isInFirstClose(story) ? end.atNanos() : NEVER;
  }

  private long handOverNanos(TimerStory story, int fire) {
    LogEntry.Fired fired = story.fires.get(fire);
    return comparison == Comparison.EXACT
        ? fired.atNanos()
        : scale.boundaryNanos(fired.deadlineTick());
  }

  private static long later(long a, long b) {
    return a - b >= 0 ? a : b;
  }

  private boolean isInFirstClose(TimerStory story) {
    return comparison == Comparison.EXACT
        && story.cancelledIndex >= closeFrom
        && story.cancelledIndex < closeUntil;
  }

  /// Whether the close of the scheduler left the timer alone because a run of it was owed.
  private boolean isInExecutorAtClose(TimerStory story) {
    boolean closes = comparison == Comparison.EXACT && closeFrom < closeUntil;
    boolean endsBefore = story.cancelledIndex >= 0 && story.cancelledIndex < closeUntil;
    return closes && !endsBefore;
  }

  /// Whether a fire stands for due times of later ticks as well.
  boolean isFolded(TimerStory story, int fire) {
    return fire < story.fires.size() && story.isFolded(fire, scale);
  }
}
