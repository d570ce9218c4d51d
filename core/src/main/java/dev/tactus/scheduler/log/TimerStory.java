package dev.tactus.scheduler.log;

import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.time.TickScale;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a recording tells about one timer.
final class TimerStory {
  /// The answer of [#nextTick] when the recording does not tell.
  static final long UNKNOWN = Long.MAX_VALUE;

  final LogEntry.Scheduled scheduled;
  final int scheduledIndex;

  /// Its fires, in order.
  final List<LogEntry.Fired> fires = new ArrayList<>(1);

  /// The place of its last fire in the recording; -1 when there is none.
  int lastFireIndex = -1;

  /// For each fire, how many due times the fires before it stood for.
  private final List<Long> runsBefore = new ArrayList<>(1);

  private long runs;

  /// How it was cancelled, if it was.
  LogEntry.@Nullable Cancelled cancelled;

  int cancelledIndex = -1;

  TimerStory(LogEntry.Scheduled scheduled, int scheduledIndex) {
    this.scheduled = scheduled;
    this.scheduledIndex = scheduledIndex;
  }

  void fired(LogEntry.Fired fire, int index) {
    fires.add(fire);
    lastFireIndex = index;
    runsBefore.add(runs);
    runs += fire.runs();
  }

  ExecutionMode mode() {
    return scheduled.mode();
  }

  boolean isDirect() {
    return scheduled.executor().equals("direct");
  }

  /// Whether it reached the wheel when its first tick had passed already: its registration was held
  /// up between the reading of the clock and its entry into the wheel.
  boolean cameLate() {
    return !fires.isEmpty() && fires.getFirst().deadlineTick() > scheduled.deadlineTick();
  }

  /// Whether a fire stands for due times of later ticks as well, which happens only when a task on
  /// the ticking thread held that thread up.
  boolean isFolded(int fire, TickScale scale) {
    if (mode() != ExecutionMode.FIXED_RATE) {
      return false;
    }
    long passed =
        scale.boundaryNanos(fires.get(fire).deadlineTick()) - dueNanos(runsBefore.get(fire));
    long onItsTick = passed < 0 ? 1 : 1 + passed / scheduled.periodNanos();
    return fires.get(fire).runs() > onItsTick;
  }

  /// Whether a one-shot that its executor refused was not tried again on the very next tick,
  /// because that had passed as well.
  boolean wasRefusedInCatchUp() {
    for (int fire = 1; mode() == ExecutionMode.ONE_SHOT && fire < fires.size(); fire++) {
      if (fires.get(fire).deadlineTick() > fires.get(fire - 1).deadlineTick() + 1) {
        return true;
      }
    }
    return false;
  }

  /// Whether any of its fires is folded.
  boolean isEverFolded(TickScale scale) {
    for (int fire = 0; fire < fires.size(); fire++) {
      if (isFolded(fire, scale)) {
        return true;
      }
    }
    return false;
  }

  /// The tick on which it is due next, after its last fire.
  ///
  /// @param comparison whether the times of the recording are exact, so that a run on the ticking
  ///   thread ended when it began
  long nextTick(TickScale scale, Comparison comparison) {
    if (fires.isEmpty()) {
      return scheduled.deadlineTick();
    }
    return switch (mode()) {
      case ONE_SHOT -> UNKNOWN;
      case FIXED_RATE -> scale.tickNotBefore(nextDueNanos());
      case FIXED_DELAY ->
          isDirect() && comparison == Comparison.EXACT
              ? scale.tickNotBefore(fires.getLast().atNanos() + scheduled.periodNanos())
              : UNKNOWN;
    };
  }

  /// For fixed rate: when it is due next, after the fires so far.
  long nextDueNanos() {
    return dueNanos(runs);
  }

  private long dueNanos(long dueTimes) {
    return scheduled.atNanos() + scheduled.delayNanos() + dueTimes * scheduled.periodNanos();
  }
}
