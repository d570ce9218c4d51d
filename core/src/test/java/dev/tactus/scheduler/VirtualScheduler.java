package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/// A scheduler on virtual time, with its clock, its driver and the warnings that it published.
final class VirtualScheduler implements AutoCloseable {
  /// The length of a tick of the default settings.
  static final long TICK_NANOS = 10_000_000;

  final ManualClock clock;
  final ManualTickDriver driver;
  final BackpressureSwitch pressure = BackpressureSwitch.released();
  final EventStream events = new EventStream();
  final WheelScheduler scheduler;

  private final List<SchedulerWarning> warnings = Collections.synchronizedList(new ArrayList<>());

  private VirtualScheduler(SchedulerSettings settings, long startNanos) {
    clock = ManualClock.at(startNanos);
    driver = ManualTickDriver.moving(clock);
    events.subscribe(SchedulerWarning.class, warnings::add);
    scheduler =
        WheelScheduler.start(
            settings, RuntimeToolbox.of(clock, driver).withGauge(pressure), events);
  }

  static VirtualScheduler start() {
    return start(SchedulerSettings.defaults());
  }

  static VirtualScheduler start(SchedulerSettings settings) {
    return new VirtualScheduler(settings, 0);
  }

  /// One whose clock reads this when it starts.
  static VirtualScheduler startAt(long startNanos, SchedulerSettings settings) {
    return new VirtualScheduler(settings, startNanos);
  }

  /// One whose timers have this policy.
  static VirtualScheduler withPolicy(TimerPolicy policy) {
    return start(
        SchedulerSettings.defaults().withPolicies(PolicyRegistry.DEFAULT.withDefault(policy)));
  }

  /// The duration of this many ticks.
  static Duration ticks(long count) {
    return Duration.ofNanos(Math.multiplyExact(count, TICK_NANOS));
  }

  /// Runs a property with the seeds below `cases`; `tactus.seed` names a single one, `tactus.cases`
  /// another number.
  static void forSeeds(Class<?> test, int cases, LongConsumer property) {
    Long only = Long.getLong("tactus.seed");
    long first = only == null ? 0 : only;
    long end = only == null ? Integer.getInteger("tactus.cases", cases) : first + 1;
    for (long seed = first; seed < end; seed++) {
      try {
        property.accept(seed);
      } catch (RuntimeException | AssertionError failure) {
        throw new AssertionError(
            "Seed %d failed: %s%nRun it again: mvn -pl core test -Dtest=%s -Dtactus.seed=%d"
                .formatted(seed, failure.getMessage(), test.getSimpleName(), seed),
            failure);
      }
    }
  }

  /// Moves time forward by whole ticks; everything that falls due fires at its own time.
  void advanceTicks(long count) {
    long unused = scheduler.advance(ticks(count));
  }

  /// Lets the driver miss this many ticks, which it then brings at once.
  void stallTicks(long count) {
    driver.suspend();
    advanceTicks(count);
    driver.resume();
    long unused = scheduler.advance(Duration.ZERO);
  }

  Cancellable once(long ticks, Runnable task) {
    return once(ticks, task, Scheduler.DIRECT);
  }

  Cancellable once(long ticks, Runnable task, Executor executor) {
    return scheduler.scheduleOnce(ticks(ticks), task, executor);
  }

  Cancellable atFixedRate(long ticks, Runnable task, Executor executor) {
    return scheduler.scheduleAtFixedRate(ticks(ticks), ticks(ticks), task, executor);
  }

  Cancellable withFixedDelay(long ticks, Runnable task, Executor executor) {
    return scheduler.scheduleWithFixedDelay(ticks(ticks), ticks(ticks), task, executor);
  }

  SchedulerMetrics metrics() {
    return scheduler.metrics();
  }

  /// The tick that has begun last.
  long tick() {
    return scheduler.dump().nowTick();
  }

  /// What was published of this type, in order.
  <W extends SchedulerWarning> List<W> warnings(Class<W> type) {
    synchronized (warnings) {
      return warnings.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  List<SchedulerWarning> warnings() {
    return warnings(SchedulerWarning.class);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
