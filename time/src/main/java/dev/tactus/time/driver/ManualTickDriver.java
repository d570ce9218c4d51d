package dev.tactus.time.driver;

import dev.tactus.error.ErrorCode;
import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.TickScale;
import java.time.Duration;

/// The driver of virtual time: nothing happens until somebody moves the clock, and then everything
/// that is due happens before the call returns.
///
/// Threads: [#notifyTick()] any; the rest one at a time.
public final class ManualTickDriver implements TickDriver {
  private final TickHandOver handOver = new TickHandOver();
  private final ManualClock clock;

  private ManualTickDriver(ManualClock clock) {
    this.clock = clock;
  }

  /// A driver that moves this clock.
  public static ManualTickDriver moving(ManualClock clock) {
    return new ManualTickDriver(clock);
  }

  /// The clock that this driver moves.
  public ManualClock clock() {
    return clock;
  }

  @Override
  public DriverKind kind() {
    return DriverKind.MANUAL;
  }

  @Override
  public void attach(TickSink sink, Clock attachedClock, TickScale scale) {
    if (attachedClock != clock) {
      throw new IllegalArgumentException(
          ErrorCode.CLOCK_MISMATCH.mark(
              "A manual tick driver was given the clock "
                  + attachedClock
                  + "; it works only with the clock that it moves. Build the scheduler with the"
                  + " clock of ManualTickDriver.clock()."));
    }
    handOver.attach(sink, clock, scale);
  }

  /// Moves the clock forward and runs everything that falls due on the way, each at its own time.
  ///
  /// @return how many ticks were handed over
  public long advance(Duration duration) {
    return advance(duration, () -> {});
  }

  /// The same with something that happens before the first tick and after each one that is handed
  /// over. What it schedules is due in its turn, if that is within the time.
  public long advance(Duration duration, Runnable between) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          ErrorCode.TIME_BACKWARDS.mark(
              "Virtual time was to be advanced by "
                  + duration
                  + "; it moves forward only, so that must be zero or more."));
    }
    long originNanos = handOver.scale().originNanos();
    Duration left = Duration.ofNanos(Long.MAX_VALUE - (clock.nanos() - originNanos));
    if (duration.compareTo(left) > 0) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_DELAY.mark(
              "Virtual time was to be advanced by "
                  + duration
                  + ", but it ends in "
                  + left
                  + ", 292 years after the start of the scheduler; advance by that at most."));
    }
    return advanceTo(clock.nanos() + duration.toNanos(), between);
  }

  private long advanceTo(long targetNanos, Runnable between) {
    TickScale scale = handOver.scale();
    TickSink sink = handOver.sink();
    long ticks = 0;
    between.run();
    while (!handOver.isSuspended() && !handOver.isFlushed()) {
      // A tick that the sink has had comes again only if it did not look ahead: take the next.
      long wanted = sink.nextWakeTick(scale.tickAt(clock.nanos()));
      long due = Math.max(wanted, handOver.handedTick() + 1);
      if (due == Long.MAX_VALUE || scale.boundaryNanos(due) - targetNanos > 0) {
        break;
      }
      clock.moveTo(scale.boundaryNanos(due));
      long handed = handOver.handOver(due, false, 0);
      if (handed == 0) {
        break; // refused, or called from within a hand-over: the outer one goes on
      }
      ticks += handed;
      between.run();
    }
    // The last tick is handed over at its own time as well, and not later in the tick.
    long last = scale.tickAt(targetNanos);
    clock.moveTo(scale.boundaryNanos(last));
    ticks += handOver.handOver(last, false, 0);
    between.run();
    clock.moveTo(targetNanos);
    return ticks;
  }

  /// Moves the clock forward by whole ticks, as [#advance] does.
  ///
  /// @return how many ticks were handed over
  public long advanceTicks(long count) {
    return advance(handOver.scale().resolution().asDuration().multipliedBy(count));
  }

  /// Counts a tick. [#pump()] turns what was counted into time; until then the clock stands still.
  @Override
  public void notifyTick() {
    handOver.notifyTick();
  }

  /// Moves the clock by the ticks that [#notifyTick()] has counted and hands them over as one
  /// stretch, as a driver does that was held up meanwhile.
  ///
  /// @return how many ticks were handed over
  public long pump() {
    if (handOver.isSuspended() || handOver.isFlushed()) {
      return 0;
    }
    turnNotificationsIntoTime();
    return handOver.handOver(handOver.handedTick() + 1, false, 0);
  }

  /// From here on the clock holds these ticks, so a refused token cannot count them twice.
  private void turnNotificationsIntoTime() {
    TickScale scale = handOver.scale();
    long counted = handOver.notifiedTicks();
    clock.moveTo(scale.boundaryNanos(scale.tickAt(clock.nanos()) + counted));
    handOver.answer(counted);
  }

  @Override
  public void wake() {
    // Nobody sleeps: advance() asks the sink before every step.
  }

  @Override
  public void suspend() {
    handOver.suspend();
  }

  @Override
  public void resume() {
    handOver.resume();
  }

  @Override
  public DriverStatus status() {
    return handOver.status();
  }

  @Override
  public DriverStatus.Flushed stopAndFlush() {
    if (handOver.isAttached() && !handOver.isFlushed()) {
      turnNotificationsIntoTime();
    }
    return handOver.flush();
  }

  @Override
  public DriverStats stats() {
    return handOver.stats();
  }
}
