package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.time.driver.TickMode;
import dev.tactus.time.driver.TickToken;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.concurrent.Executor;

/// An engine without a driver: a test moves the clock and hands over ticks.
///
/// The wheel is small, because every sample has one of its own.
final class BareEngine {
  private static final SchedulerSettings SETTINGS =
      SchedulerSettings.defaults().withWheel(new WheelSettings(16, 64, 64, 4, 0.75));
  private static final Duration TICK = SETTINGS.resolution().asDuration();

  final TickEngine engine;
  final WakeCount driver = new WakeCount();
  final PausingClock clock = new PausingClock();
  private final TimerFactory timers;
  private long lastTick;

  BareEngine() {
    this(SETTINGS);
  }

  private BareEngine(SchedulerSettings settings) {
    engine = new TickEngine(settings, RuntimeToolbox.of(clock, driver), new EventStream());
    timers = new TimerFactory(engine, settings.policies().defaultPolicy());
  }

  static BareEngine withQuota(int limit) {
    return new BareEngine(SETTINGS.withSystemQuota(limit));
  }

  /// Begins the next tick and hands it over. Threads: the one that plays the ticking one.
  void tick() {
    if (!tryTick()) {
      throw new IllegalStateException("the tick was refused; nobody else ticks");
    }
  }

  /// The same where another thread may be at the wheel.
  ///
  /// @return whether the engine took the tick
  boolean tryTick() {
    return handOver(1);
  }

  /// Hands over many ticks in one token, as after a time in which nothing was due.
  void tickAfterPause(int ticks) {
    if (!handOver(ticks)) {
      throw new IllegalStateException("the ticks were refused; nobody else ticks");
    }
  }

  private boolean handOver(int ticks) {
    long first = lastTick + 1;
    lastTick += ticks;
    clock.moveTo(engine.scale.boundaryNanos(lastTick));
    return engine.accept(
        new TickToken(first, lastTick, lastTick, TickMode.NORMAL, 0, engine.scale));
  }

  void ticks(int count) {
    for (int i = 0; i < count; i++) {
      tick();
    }
  }

  Timer once(int delayTicks, Runnable task, Executor executor) {
    return timers.once(TICK.multipliedBy(delayTicks), task, executor);
  }

  PeriodicTimer periodic(
      ExecutionMode mode, int delayTicks, int periodTicks, Runnable task, Executor executor) {
    return timers.periodic(
        mode, TICK.multipliedBy(delayTicks), TICK.multipliedBy(periodTicks), task, executor);
  }

  /// How many timers wait in the wheel.
  int waiting() {
    return engine.wheel.size();
  }

  int cancelled() {
    return (int) engine.counters.cancelled();
  }
}
