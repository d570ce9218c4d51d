package dev.tactus.testkit;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.TimerDiagnostic;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// A scheduler on virtual time that writes down everything, and can tell whether it kept its
/// promises.
///
/// ```java
/// try (var harness = SchedulerHarness.start(seed)) {
///   var beat = harness.fixedRate(ofMillis(30), ofMillis(30));
///   harness.advance(ofSeconds(1));
///   harness.injectTicks(50);                    // the driver is held up for half a second
///   beat.cancel();
///   harness.advance(ofSeconds(1));
///   harness.assertAll();                        // throws with the seed and the history
/// }
/// ```
///
/// Threads: one.
public final class SchedulerHarness implements AutoCloseable {
  private final long seed;
  private final WheelScheduler scheduler;
  private final ManualTickDriver driver;
  private final ManualClock clock;
  private final long originNanos;
  private final Subscription subscription;
  private final List<HarnessEvent> history = new ArrayList<>();
  private final Map<Long, HarnessTimer> timers = new LinkedHashMap<>();

  private SchedulerHarness(long seed, SchedulerSettings settings) {
    this.seed = seed;
    this.clock = ManualClock.atZero();
    this.originNanos = clock.nanos();
    this.driver = ManualTickDriver.moving(clock);
    EventStream events = new EventStream();
    this.subscription = events.subscribe(TimerDiagnostic.class, this::saw);
    this.scheduler = WheelScheduler.start(settings, RuntimeToolbox.of(clock, driver), events);
  }

  /// Starts a harness with the default settings.
  ///
  /// @param seed what the test derives its choices from; every failure names it
  public static SchedulerHarness start(long seed) {
    return start(seed, SchedulerSettings.defaults());
  }

  /// Starts a harness with these settings.
  ///
  /// @param seed what the test derives its choices from; every failure names it
  public static SchedulerHarness start(long seed, SchedulerSettings settings) {
    return new SchedulerHarness(seed, settings);
  }

  /// The seed it was started with.
  public long seed() {
    return seed;
  }

  /// The scheduler itself. Timers that are registered with it directly are not in the history's
  /// list of timers.
  public WheelScheduler scheduler() {
    return scheduler;
  }

  /// Nanoseconds since the start.
  public long nowNanos() {
    return clock.nanos() - originNanos;
  }

  /// What happened so far, in order.
  public List<HarnessEvent> history() {
    return Collections.unmodifiableList(history);
  }

  /// The timers that were registered through the harness, in that order.
  public List<HarnessTimer> timers() {
    return List.copyOf(timers.values());
  }

  /// Registers a one-shot that runs on the ticking thread.
  public HarnessTimer once(Duration delay) {
    return once(delay, Scheduler.DIRECT);
  }

  /// Registers a one-shot.
  public HarnessTimer once(Duration delay, Executor executor) {
    HarnessTimer timer = timer(ExecutionMode.ONE_SHOT, delay, Duration.ZERO);
    timer.registered(scheduler.scheduleOnce(delay, () -> ran(timer), executor));
    return keep(timer);
  }

  /// Registers a fixed-rate timer that runs on the ticking thread.
  public HarnessTimer fixedRate(Duration initialDelay, Duration interval) {
    return fixedRate(initialDelay, interval, Scheduler.DIRECT);
  }

  /// Registers a fixed-rate timer.
  public HarnessTimer fixedRate(Duration initialDelay, Duration interval, Executor executor) {
    HarnessTimer timer = timer(ExecutionMode.FIXED_RATE, initialDelay, interval);
    timer.registered(
        scheduler.scheduleAtFixedRate(initialDelay, interval, () -> ran(timer), executor));
    return keep(timer);
  }

  /// Registers a fixed-delay timer that runs on the ticking thread.
  public HarnessTimer fixedDelay(Duration initialDelay, Duration delay) {
    return fixedDelay(initialDelay, delay, Scheduler.DIRECT);
  }

  /// Registers a fixed-delay timer.
  public HarnessTimer fixedDelay(Duration initialDelay, Duration delay, Executor executor) {
    HarnessTimer timer = timer(ExecutionMode.FIXED_DELAY, initialDelay, delay);
    timer.registered(
        scheduler.scheduleWithFixedDelay(initialDelay, delay, () -> ran(timer), executor));
    return keep(timer);
  }

  private HarnessTimer timer(ExecutionMode mode, Duration delay, Duration period) {
    return new HarnessTimer(this, mode, nowNanos(), nanos(delay), nanos(period));
  }

  /// In nanoseconds, or as many as fit: what is too long is refused by the scheduler.
  private static long nanos(Duration duration) {
    return TimeUnit.NANOSECONDS.convert(duration);
  }

  private HarnessTimer keep(HarnessTimer timer) {
    timers.put(timer.id(), timer);
    return timer;
  }

  private void ran(HarnessTimer timer) {
    ExecutionBatch batch =
        ExecutionBatch.current()
            .orElseThrow(() -> new AssertionError(timer + " ran without a batch" + context()));
    history.add(new HarnessEvent.Ran(timer.id(), nowNanos(), batch));
  }

  private void saw(TimerDiagnostic event) {
    switch (event) {
      case TimerDiagnostic.Scheduled scheduled -> {}
      case TimerDiagnostic.Fired f ->
          history.add(
              new HarnessEvent.HandedOver(
                  f.timerId(), f.atNanos() - originNanos, f.deadlineTick(), f.runs()));
      case TimerDiagnostic.Cancelled c ->
          history.add(
              new HarnessEvent.Cancelled(c.timerId(), c.atNanos() - originNanos, c.reason()));
    }
  }

  boolean cancel(HarnessTimer timer) {
    boolean won = timer.handle().cancel();
    history.add(new HarnessEvent.CancelAsked(timer.id(), nowNanos(), won));
    return won;
  }

  /// Moves time forward; everything that falls due on the way is handed over at its own time.
  public void advance(Duration duration) {
    long before = nowNanos();
    boolean[] isBegun = {false};
    Runnable between =
        () -> {
          // The first time is after the scheduler has checked the duration, and before all else.
          if (!isBegun[0]) {
            isBegun[0] = true;
            history.add(new HarnessEvent.Advanced(before, before + nanos(duration)));
          }
        };
    long unused = scheduler.advance(duration, between);
  }

  /// Moves time forward by whole ticks.
  public void tick(int count) {
    advance(scheduler.resolution().multipliedBy(count));
  }

  /// Holds the driver up for so many ticks, and lets it hand them over at once.
  public void injectTicks(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "The driver was to be held up for " + count + " ticks; it must be 1 or more.");
    }
    long before = nowNanos();
    long tick = scheduler.resolution().toNanos();
    history.add(new HarnessEvent.Stalled(before, (before / tick + count) * tick));
    for (int i = 0; i < count; i++) {
      driver.notifyTick();
    }
    long unused = driver.pump();
  }

  /// The promises that hold at any time, as assertions over what happened so far.
  public HarnessAssertions assertions() {
    return new HarnessAssertions(seed, history, timers, scheduler.resolution().toNanos());
  }

  /// Asserts everything: ticks, earliness, lateness, order, cancels, single runs, fixed rates and
  /// the books.
  public void assertAll() {
    HarnessAssertions assertions = assertions();
    assertions.assertTicksMonotone();
    assertions.assertNothingEarly();
    assertions.assertWithinOneTick();
    assertions.assertFifoWithinTick();
    assertions.assertCancelledNeverRan();
    assertions.assertRanAtMostOnce();
    assertions.assertFixedRatesCompensated(nowNanos());
    assertBooksBalance();
  }

  /// Asserts that nothing was lost, and that the scheduler's counters say what the history says.
  public void assertBooksBalance() {
    HarnessBooks books = HarnessBooks.of(this);
    books.assertNothingLost();
    books.assertAgrees(scheduler.metrics());
  }

  private String context() {
    return " [seed " + seed + ", at " + nowNanos() + " ns]";
  }

  /// Closes the scheduler; the history stays readable.
  @Override
  public void close() {
    scheduler.close();
    subscription.close();
  }
}
