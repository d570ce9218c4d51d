package dev.tactus.testkit;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.SchedulerMetrics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Adds a history up: nothing was lost, nothing was done twice, and the scheduler's counters say
/// the same.
///
/// [HarnessAssertions] looks at each event by itself, so an event that never came is not missed
/// there. It is here. The counters are compared with what the harness saw, not with each other.
///
/// Holds for timers that were registered through the harness, with none registered past it, while
/// no task is running. Each failure names the seed, the timer and the times.
public final class HarnessBooks {
  /// What happened to one timer.
  private static final class Account {
    final HarnessTimer timer;
    long handedOver;
    long ran;
    long runs;
    long lastRunNanos;
    boolean cancelled;
    boolean dropped;

    Account(HarnessTimer timer) {
      this.timer = timer;
    }

    boolean hasEnded() {
      return cancelled || dropped || (timer.mode() == ExecutionMode.ONE_SHOT && ran > 0);
    }
  }

  private final long seed;
  private final List<HarnessTimer> timers;
  private final long tickNanos;
  private final long nowNanos;
  private final Map<Long, Account> accounts = new HashMap<>();

  HarnessBooks(
      long seed,
      List<HarnessEvent> history,
      List<HarnessTimer> timers,
      long tickNanos,
      long nowNanos) {
    this.seed = seed;
    this.timers = timers;
    this.tickNanos = tickNanos;
    this.nowNanos = nowNanos;
    timers.forEach(timer -> accounts.put(timer.id(), new Account(timer)));
    for (HarnessEvent event : history) {
      switch (event) {
        case HarnessEvent.HandedOver h -> account(h.timerId()).handedOver += h.runs();
        case HarnessEvent.Ran r -> ran(r);
        case HarnessEvent.Cancelled c -> cancelled(c);
        case HarnessEvent.CancelAsked c -> {}
        case HarnessEvent.Advanced a -> {}
        case HarnessEvent.Stalled s -> {}
      }
    }
  }

  /// The books of everything that a harness saw so far. The gap between two runs of a fixed-delay
  /// timer is checked on the way.
  public static HarnessBooks of(SchedulerHarness harness) {
    return new HarnessBooks(
        harness.seed(),
        harness.history(),
        harness.timers(),
        harness.scheduler().resolution().toNanos(),
        harness.nowNanos());
  }

  private Account account(long timerId) {
    Account account = accounts.get(timerId);
    if (account == null) {
      throw failure("timer " + timerId + " was not registered through the harness");
    }
    return account;
  }

  private void ran(HarnessEvent.Ran run) {
    Account account = account(run.timerId());
    HarnessTimer timer = account.timer;
    boolean tooSoon =
        timer.mode() == ExecutionMode.FIXED_DELAY
            && account.ran > 0
            && run.atNanos() - account.lastRunNanos < timer.periodNanos();
    if (tooSoon) {
      throw failure(
          "%s ran at %d ns and again at %d ns, sooner than its delay of %d ns"
              .formatted(timer, account.lastRunNanos, run.atNanos(), timer.periodNanos()));
    }
    account.ran++;
    account.runs += run.batch().runs();
    account.lastRunNanos = run.atNanos();
  }

  private void cancelled(HarnessEvent.Cancelled event) {
    Account account = account(event.timerId());
    if (account.cancelled || account.dropped) {
      throw failure("timer " + event.timerId() + " was cancelled for the second time: " + event);
    }
    boolean dropped =
        event.reason() == CancelReason.DROPPED || event.reason() == CancelReason.REJECTED;
    account.dropped = dropped;
    account.cancelled = !dropped;
  }

  /// Every timer whose time has come was handed over, unless it was cancelled.
  public void assertNothingLost() {
    for (HarnessTimer timer : timers) {
      Account account = account(timer.id());
      long boundary = Math.ceilDiv(timer.dueNanos(0), tickNanos) * tickNanos;
      if (boundary <= nowNanos
          && account.handedOver == 0
          && !account.cancelled
          && !account.dropped) {
        throw failure(
            "%s was due at %d ns, it is %d ns, and it was never handed over"
                .formatted(timer, timer.dueNanos(0), nowNanos));
      }
    }
  }

  /// The due times of a fixed-rate timer that have passed are those that it was handed over for,
  /// and those are the ones that it ran for, alone or folded, and the ones that still wait.
  ///
  /// A cancelled timer was handed over and ran for no more than that.
  ///
  /// @param waiting how many due times wait in its executor; 0 for one on the ticking thread
  public void assertFixedRateCompensated(HarnessTimer timer, long waiting) {
    if (timer.mode() != ExecutionMode.FIXED_RATE) {
      throw new IllegalArgumentException(
          "A fixed-rate timer is asked for; " + timer + " is not one.");
    }
    Account account = account(timer.id());
    long boundary = nowNanos / tickNanos * tickNanos;
    long first = timer.dueNanos(0);
    long due = boundary < first ? 0 : 1 + (boundary - first) / timer.periodNanos();
    boolean ended = account.cancelled || account.dropped;
    boolean compensated =
        ended
            ? account.handedOver <= due && account.runs <= account.handedOver
            : account.handedOver == due && account.runs + waiting == due;
    if (!compensated) {
      throw failure(
          "%s was due %d times by %d ns; handed over for %d, ran for %d, %d wait"
              .formatted(timer, due, boundary, account.handedOver, account.runs, waiting));
    }
  }

  /// The scheduler's counters say what the history says.
  public void assertAgrees(SchedulerMetrics metrics) {
    Set<Long> ended = new HashSet<>();
    long completed = 0;
    long cancelled = 0;
    long dropped = 0;
    long ran = 0;
    long periodic = 0;
    for (HarnessTimer timer : timers) {
      Account account = account(timer.id());
      boolean once = timer.mode() == ExecutionMode.ONE_SHOT;
      ran += account.ran;
      completed += once && account.ran > 0 ? 1 : 0;
      cancelled += account.cancelled ? 1 : 0;
      dropped += account.dropped ? 1 : 0;
      if (account.hasEnded()) {
        ended.add(timer.id());
      } else if (!once) {
        periodic++;
      }
    }
    same("registered", timers.size(), metrics.registered());
    same("fired", ran, metrics.fired());
    same("completed", completed, metrics.completed());
    same("cancelled", cancelled, metrics.cancelled());
    same("dropped", dropped, metrics.dropped());
    same("active", timers.size() - ended.size(), metrics.active());
    same("periodic", periodic, metrics.periodic());
  }

  private void same(String what, long seen, long counted) {
    if (seen != counted) {
      throw failure(
          "the history has %d timers or runs %s, but the scheduler counted %d"
              .formatted(seen, what, counted));
    }
  }

  private AssertionError failure(String what) {
    return new AssertionError(what + " [seed " + seed + ", at " + nowNanos + " ns]");
  }
}
