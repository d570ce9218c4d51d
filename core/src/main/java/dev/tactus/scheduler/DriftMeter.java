package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.TickToken;

/// Measures how late ticks begin, and warns when that is more than the budget.
///
/// What the driver reports as its own jitter does not count: it says how well the machine wakes
/// threads, not how well the scheduler keeps time.
///
/// Threads: the ticking one writes, any reads.
final class DriftMeter {
  private final EventStream events;
  private final long budgetNanos;

  /// What was seen so far, replaced as a whole.
  private record Seen(long lastNanos, long maxNanos, long warnings) {}

  private volatile Seen seen = new Seen(0, 0, 0);

  DriftMeter(SchedulerSettings settings, ClockKind clock, EventStream events) {
    this.events = events;
    double share = settings.driftBudget().orElse(clock.driftBudget());
    this.budgetNanos = (long) (settings.resolution().nanos() * share);
  }

  void measure(TickToken token, long nowNanos) {
    long late = nowNanos - token.scale().boundaryNanos(token.dueTick());
    long observed = Math.max(0, late - token.jitterNanos());
    boolean exceeded = observed > budgetNanos;
    Seen before = seen;
    if (observed != before.lastNanos || exceeded) {
      seen =
          new Seen(
              observed, Math.max(before.maxNanos, observed), before.warnings + (exceeded ? 1 : 0));
    }
    if (exceeded) {
      events.publish(new SchedulerWarning.DriftExceeded(token.dueTick(), observed, budgetNanos));
    }
  }

  long lastNanos() {
    return seen.lastNanos;
  }

  long maxNanos() {
    return seen.maxNanos;
  }

  long warnings() {
    return seen.warnings;
  }
}
