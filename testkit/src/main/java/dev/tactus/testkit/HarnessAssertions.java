package dev.tactus.testkit;

import dev.tactus.scheduler.ExecutionMode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/// Compares a history with what the scheduler promises.
///
/// Each assertion throws an `AssertionError` that names the seed, the timer and the times, and
/// shows the end of the history.
public final class HarnessAssertions {
  private static final int SHOWN = 20;

  private final long seed;
  private final List<HarnessEvent> history;
  private final Map<Long, HarnessTimer> timers;
  private final long tickNanos;

  /// Looks at a history.
  ///
  /// @param seed named in every failure
  /// @param timers by their numbers
  /// @param tickNanos the length of a tick
  public HarnessAssertions(
      long seed, List<HarnessEvent> history, Map<Long, HarnessTimer> timers, long tickNanos) {
    this.seed = seed;
    this.history = history;
    this.timers = timers;
    this.tickNanos = tickNanos;
  }

  /// Ticks are processed in order, and time never goes back.
  public void assertTicksMonotone() {
    long tick = Long.MIN_VALUE;
    long nanos = Long.MIN_VALUE;
    for (HarnessEvent event : history) {
      if (event.atNanos() < nanos) {
        throw failure("time went back from " + nanos + " ns to " + event);
      }
      nanos = event.atNanos();
      if (event instanceof HarnessEvent.HandedOver h) {
        if (h.deadlineTick() < tick) {
          throw failure(
              "tick " + h.deadlineTick() + " was processed after tick " + tick + ": " + h);
        }
        tick = h.deadlineTick();
      }
    }
  }

  /// No timer is handed over or run before its time.
  public void assertNothingEarly() {
    Map<Long, Long> runs = new HashMap<>();
    for (HarnessEvent event : history) {
      if (event instanceof HarnessEvent.Ran r) {
        HarnessTimer timer = timers.get(r.timerId());
        if (timer != null && timer.mode() != ExecutionMode.FIXED_DELAY) {
          long last = runs.merge(r.timerId(), (long) r.batch().runs(), Long::sum) - 1;
          if (r.atNanos() < timer.dueNanos(last)) {
            throw failure(timer + " ran before " + timer.dueNanos(last) + " ns: " + r);
          }
        }
      }
    }
  }

  /// One-shots and fixed rates are handed over on the first tick that is not before their time, or,
  /// where the driver was held up then, as soon as it goes on.
  public void assertWithinOneTick() {
    Map<Long, Long> handed = new HashMap<>();
    NavigableMap<Long, HarnessEvent.Stalled> stalls = new TreeMap<>();
    for (HarnessEvent event : history) {
      if (event instanceof HarnessEvent.Stalled s) {
        stalls.put(s.atNanos(), s);
      }
      if (event instanceof HarnessEvent.HandedOver h) {
        HarnessTimer timer = timers.get(h.timerId());
        if (timer != null && timer.mode() != ExecutionMode.FIXED_DELAY) {
          long before = handed.merge(h.timerId(), (long) h.runs(), Long::sum) - h.runs();
          long expected = handOverNanos(timer.dueNanos(before), tickNanos, stalls);
          if (h.atNanos() != expected) {
            throw failure(
                timer
                    + " was due at "
                    + timer.dueNanos(before)
                    + " ns and had to be handed over at "
                    + expected
                    + " ns: "
                    + h);
          }
        }
      }
    }
  }

  private static long handOverNanos(
      long dueNanos, long tickNanos, NavigableMap<Long, HarnessEvent.Stalled> stalls) {
    long boundary = Math.ceilDiv(dueNanos, tickNanos) * tickNanos;
    // The last stall that began before the boundary: only that one can reach over it.
    Map.Entry<Long, HarnessEvent.Stalled> before = stalls.lowerEntry(boundary);
    return before != null && boundary <= before.getValue().untilNanos()
        ? before.getValue().untilNanos()
        : boundary;
  }

  /// Timers of one tick are handed over in the order of registration.
  public void assertFifoWithinTick() {
    HarnessEvent.HandedOver before = null;
    for (HarnessEvent event : history) {
      if (event instanceof HarnessEvent.HandedOver h) {
        if (before != null
            && before.deadlineTick() == h.deadlineTick()
            && before.timerId() > h.timerId()) {
          throw failure(
              "timer " + before.timerId() + " went before timer " + h.timerId() + ": " + h);
        }
        before = h;
      }
    }
  }

  /// After a cancel that answered true, the task does not run; and only one cancel of a timer
  /// answers true.
  public void assertCancelledNeverRan() {
    Set<Long> cancelled = new HashSet<>();
    for (HarnessEvent event : history) {
      if (event instanceof HarnessEvent.CancelAsked c && c.won() && !cancelled.add(c.timerId())) {
        throw failure("timer " + c.timerId() + " was cancelled twice: " + c);
      }
      if (event instanceof HarnessEvent.Ran r && cancelled.contains(r.timerId())) {
        throw failure("timer " + r.timerId() + " ran after it was cancelled: " + r);
      }
    }
  }

  /// A one-shot runs at most once.
  public void assertRanAtMostOnce() {
    Set<Long> ran = new HashSet<>();
    for (HarnessEvent event : history) {
      if (event instanceof HarnessEvent.Ran r) {
        HarnessTimer timer = timers.get(r.timerId());
        if (timer != null && timer.mode() == ExecutionMode.ONE_SHOT && !ran.add(r.timerId())) {
          throw failure(timer + " ran twice: " + r);
        }
      }
    }
  }

  /// The hand-overs of every fixed-rate timer that was not cancelled stand for exactly the due
  /// times that have passed.
  ///
  /// @param nowNanos until when
  public void assertFixedRatesCompensated(long nowNanos) {
    Set<Long> cancelled = new HashSet<>();
    Map<Long, Long> handed = new HashMap<>();
    for (HarnessEvent event : history) {
      switch (event) {
        case HarnessEvent.Cancelled c -> cancelled.add(c.timerId());
        case HarnessEvent.HandedOver h -> handed.merge(h.timerId(), (long) h.runs(), Long::sum);
        default -> {}
      }
    }
    long boundary = nowNanos / tickNanos * tickNanos;
    for (HarnessTimer timer : timers.values()) {
      if (timer.mode() == ExecutionMode.FIXED_RATE && !cancelled.contains(timer.id())) {
        long first = timer.dueNanos(0);
        long due = boundary < first ? 0 : 1 + (boundary - first) / timer.periodNanos();
        long seen = handed.getOrDefault(timer.id(), 0L);
        if (seen != due) {
          throw failure(
              timer + " was due " + due + " times by " + boundary + " ns, and handed over " + seen);
        }
      }
    }
  }

  private AssertionError failure(String what) {
    StringBuilder text = new StringBuilder(what);
    text.append("\n  seed ").append(seed).append(", the last events:");
    int from = Math.max(0, history.size() - SHOWN);
    for (HarnessEvent event : history.subList(from, history.size())) {
      text.append("\n    ").append(event);
    }
    return new AssertionError(text.toString());
  }
}
