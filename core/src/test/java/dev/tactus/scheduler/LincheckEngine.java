package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.TickDriver;
import dev.tactus.time.driver.TickMode;
import dev.tactus.time.driver.TickSink;
import dev.tactus.time.driver.TickToken;
import dev.tactus.time.wheel.WheelSettings;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The smallest engine that a model checker can work with, and a driver that is only a bell.
final class LincheckEngine implements TickDriver {
  private static final SchedulerSettings SETTINGS =
      SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlots(2));

  final TickEngine engine;

  /// What a parker keeps: somebody rang.
  final AtomicBoolean permit = new AtomicBoolean();

  /// What the bell throws instead of ringing; null while it rings.
  volatile @Nullable Error failure;

  private long tick;
  private boolean sleeps;

  LincheckEngine() {
    this(new SchedulerCounters());
  }

  LincheckEngine(SchedulerCounters counters) {
    RuntimeToolbox toolbox = RuntimeToolbox.of(ManualClock.atZero(), this);
    engine = new TickEngine(SETTINGS, toolbox, new EventStream(), counters);
  }

  /// One turn of a driver's loop: hand over the next tick, or go to sleep.
  void step() {
    if (engine.nextWakeTick(tick) > tick + 1) {
      sleeps = !permit.getAndSet(false);
    } else {
      sleeps = false;
      tick++;
      boolean accepted = engine.accept(token(tick));
      if (!accepted) {
        throw new IllegalStateException("nobody else ticks");
      }
    }
  }

  /// A token for one tick.
  TickToken token(long number) {
    return new TickToken(number, number, number, TickMode.NORMAL, 0, engine.scale);
  }

  /// Whether the driver sleeps, and nobody rang.
  boolean isAsleep() {
    return sleeps && !permit.get();
  }

  /// The same where there is something to do nevertheless, as the engine says.
  boolean sleepsThroughWork() {
    return isAsleep() && engine.nextWakeTick(tick) <= tick + 1;
  }

  @Override
  public void wake() {
    Error error = failure;
    if (error != null) {
      throw error;
    }
    permit.set(true);
  }

  @Override
  public DriverKind kind() {
    return DriverKind.MANUAL;
  }

  @Override
  public void attach(TickSink sink, Clock clock, TickScale scale) {}

  @Override
  public void notifyTick() {}

  @Override
  public void suspend() {}

  @Override
  public void resume() {}

  @Override
  public DriverStatus status() {
    return new DriverStatus.Ok();
  }

  @Override
  public DriverStatus.Flushed stopAndFlush() {
    return new DriverStatus.Flushed(0, 0);
  }

  @Override
  public DriverStats stats() {
    return new DriverStats(0, 0, 0, 0, 0, 0, 0, 0);
  }
}
