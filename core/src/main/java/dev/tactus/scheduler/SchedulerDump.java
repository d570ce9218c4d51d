package dev.tactus.scheduler;

import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.TickDriver;
import java.util.List;
import java.util.Optional;

/// What a scheduler looks like inside at one moment; for people as [#text()], for tools as
/// [#json()].
///
/// @param name the scheduler's name
/// @param clock the kind of its clock
/// @param driver the kind of its driver
/// @param driverStatus the driver's state
/// @param driverStats what the driver did
/// @param driverFallback why the driver is not the one that was asked for; empty when it is
/// @param driverStopped why the driver does not tick any more although nobody has closed the
///   scheduler; empty while it does
/// @param resolutionNanos the length of a tick
/// @param nowTick the tick that has begun last
/// @param position the tick that was processed last
/// @param slots how many slots the wheel has
/// @param activeSlots how many of them hold timers
/// @param overflowSize how many timers wait beyond the wheel
/// @param overflowCapacity how many may
/// @param pendingCommands how many registrations the ticking thread has not seen yet
/// @param metrics counters
/// @param periodicJobs the periodic timers, by number
public record SchedulerDump(
    String name,
    dev.tactus.time.ClockKind clock,
    DriverKind driver,
    DriverStatus driverStatus,
    DriverStats driverStats,
    Optional<String> driverFallback,
    Optional<String> driverStopped,
    long resolutionNanos,
    long nowTick,
    long position,
    int slots,
    int activeSlots,
    int overflowSize,
    int overflowCapacity,
    long pendingCommands,
    SchedulerMetrics metrics,
    List<PeriodicJob> periodicJobs) {
  /// A periodic timer.
  ///
  /// @param timerId its number
  /// @param mode how it repeats
  /// @param periodNanos its interval or delay
  /// @param state its state
  /// @param backlog how many due times wait for a run
  /// @param lastFireNanos the clock's reading when it was handed over last, 0 when it was not yet
  /// @param priority its priority
  /// @param executor its executor
  public record PeriodicJob(
      long timerId,
      ExecutionMode mode,
      long periodNanos,
      TimerState state,
      long backlog,
      long lastFireNanos,
      Priority priority,
      String executor) {}

  /// Copies the list.
  public SchedulerDump {
    periodicJobs = List.copyOf(periodicJobs);
  }

  SchedulerDump withPeriodicJobs(List<PeriodicJob> jobs) {
    return new SchedulerDump(
        name,
        clock,
        driver,
        driverStatus,
        driverStats,
        driverFallback,
        driverStopped,
        resolutionNanos,
        nowTick,
        position,
        slots,
        activeSlots,
        overflowSize,
        overflowCapacity,
        pendingCommands,
        metrics,
        jobs);
  }

  static SchedulerDump of(
      SchedulerSettings settings,
      RuntimeToolbox toolbox,
      TickEngine engine,
      SchedulerMetrics metrics) {
    return new SchedulerDump(
        settings.name(),
        engine.clock.kind(),
        toolbox.driver().kind(),
        statusOf(toolbox.driver(), engine),
        toolbox.driver().stats(),
        toolbox.fallback().map(f -> f.wanted() + ": " + f.obstacle()),
        engine.whyDriverStopped(),
        settings.resolution().nanos(),
        engine.scale.tickAt(engine.clock.nanos()),
        engine.wheel.position(),
        settings.wheel().slots(),
        engine.wheel.activeSlots(),
        engine.wheel.overflowSize(),
        settings.wheel().overflowCapacity(),
        engine.pendingCommands(),
        metrics,
        List.of());
  }

  /// A driver that was given up does not know it, and looks as if it were in time.
  private static DriverStatus statusOf(TickDriver driver, TickEngine engine) {
    DriverStatus status = driver.status();
    boolean isFlushed = status instanceof DriverStatus.Flushed;
    return isFlushed || engine.whyDriverStopped().isEmpty() ? status : new DriverStatus.Suspended();
  }

  static PeriodicJob job(PeriodicTimer timer) {
    return new PeriodicJob(
        timer.id(),
        timer.mode,
        timer.periodNanos,
        timer.state(),
        timer.backlog(),
        timer.lastFireNanos,
        timer.priority(),
        Diagnostics.nameOf(timer.executor));
  }

  /// The dump for people.
  public String text() {
    return DumpFormat.text(this);
  }

  /// The dump for tools: one JSON object.
  public String json() {
    return DumpFormat.json(this);
  }
}
