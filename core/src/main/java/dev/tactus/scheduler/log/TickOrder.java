package dev.tactus.scheduler.log;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.time.TickScale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Puts the entries of a recording that several threads wrote into an order that one thread can do
/// again.
///
/// ## Algorithm
///
/// Fires are written by the ticking thread alone, so they stay as they are; they are the time
/// scale. Everything else was written a little after it took effect, by whatever thread did it, so
/// it may have to move forward to a place where it can have taken effect:
/// - a registration before the first fire of a tick that had not begun when its clock was read, and
///   not after a registration of a higher number;
/// - a cancellation before the first fire on or after the tick on which the timer did not fire.
///
/// Two entries move back: a cancellation that came to the log before the last fire of its timer,
/// which it did not prevent; and one because of a refusing executor, which follows the last fire.
final class TickOrder {
  /// Places an entry between two fires: in `slot` n are those after the first n fires.
  private record Placed(int slot, int rank, long order, ReplayPlan.Step step) {}

  private static final int OUTCOME = 0;
  private static final int REGISTRATION = 1;
  private static final int CANCELLATION = 2;
  private static final int FIRE = 3;

  private final List<LogEntry> entries;
  private final Map<Long, TimerStory> stories;
  private final TickScale scale;

  /// For each place in the recording, how many fires come before it.
  private final int[] firesBefore;

  /// For each fire, the highest tick until then.
  private final long[] highestTick;

  private TickOrder(List<LogEntry> entries, Map<Long, TimerStory> stories, TickScale scale) {
    this.entries = entries;
    this.stories = stories;
    this.scale = scale;
    this.firesBefore = new int[entries.size() + 1];
    List<Long> ticks = new ArrayList<>();
    long highest = 0;
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i) instanceof LogEntry.Fired f && stories.containsKey(f.timerId())) {
        highest = Math.max(highest, f.deadlineTick());
        ticks.add(highest);
      }
      firesBefore[i + 1] = ticks.size();
    }
    highestTick = ticks.stream().mapToLong(Long::longValue).toArray();
  }

  /// The entries of these timers in an order that can be done again.
  static List<ReplayPlan.Step> of(
      List<LogEntry> entries, Map<Long, TimerStory> stories, TickScale scale) {
    return new TickOrder(entries, stories, scale).order();
  }

  private List<ReplayPlan.Step> order() {
    Map<Long, Integer> registrations = registrationSlots();
    List<Placed> placed = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      LogEntry entry = entries.get(i);
      TimerStory story = stories.get(entry.timerId());
      if (story != null) {
        placed.add(placed(entry, i, story, registrations.getOrDefault(entry.timerId(), 0)));
      }
    }
    placed.sort(
        Comparator.comparingInt(Placed::slot)
            .thenComparingInt(Placed::rank)
            .thenComparingLong(Placed::order));
    return placed.stream().map(Placed::step).toList();
  }

  private Placed placed(LogEntry entry, int index, TimerStory story, int registration) {
    ReplayPlan.Step step = new ReplayPlan.Step(index + 1, entry);
    return switch (entry) {
      case LogEntry.Scheduled s -> new Placed(registration, REGISTRATION, s.timerId(), step);
      case LogEntry.Fired f -> new Placed(firesBefore[index], FIRE, index, step);
      case LogEntry.Cancelled c -> {
        boolean isOutcome = c.reason() == CancelReason.REJECTED;
        int slot = isOutcome ? afterLastFire(story) : cancellationSlot(index, story);
        yield new Placed(
            Math.max(slot, registration), isOutcome ? OUTCOME : CANCELLATION, index, step);
      }
    };
  }

  /// The slot of each registration, by number.
  private Map<Long, Integer> registrationSlots() {
    TreeMap<Long, Integer> slots = new TreeMap<>();
    stories.forEach(
        (id, story) -> {
          long begun = scale.tickAt(story.scheduled.atNanos());
          slots.put(id, Math.min(firesBefore[story.scheduledIndex], firstFireFrom(begun + 1)));
        });
    int lowest = Integer.MAX_VALUE;
    for (Map.Entry<Long, Integer> slot : slots.descendingMap().entrySet()) {
      lowest = Math.min(lowest, slot.getValue());
      slot.setValue(lowest);
    }
    return slots;
  }

  private int cancellationSlot(int index, TimerStory story) {
    int after = afterLastFire(story);
    if (story.lastFireIndex > index) {
      return after;
    }
    long missed = story.nextTick(scale, Comparison.TICKS);
    return Math.clamp(firstFireFrom(missed), after, Math.max(after, firesBefore[index]));
  }

  private int afterLastFire(TimerStory story) {
    return story.lastFireIndex < 0 ? 0 : firesBefore[story.lastFireIndex + 1];
  }

  /// The first fire on this tick or a later one; the number of fires when there is none.
  private int firstFireFrom(long tick) {
    int low = 0;
    int high = highestTick.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (highestTick[middle] >= tick) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
