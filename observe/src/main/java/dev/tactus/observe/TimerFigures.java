package dev.tactus.observe;

import dev.tactus.scheduler.SchedulerKind;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import java.util.List;

/// The scheduler and its wheel.
///
/// @param name the scheduler's name
/// @param kind what it stands on
/// @param clock the kind of its clock
/// @param driver the kind of its driver
/// @param driverStatus the driver's state
/// @param driverFallback why the driver is not the one that was asked for; empty when it is
/// @param driverStats what the driver did
/// @param resolutionNanos the length of a tick
/// @param nowTick the tick that has begun last
/// @param position the tick that was processed last
/// @param slots how many timers are in each slot of the wheel; empty where there is no wheel. Tick
///   `t` belongs to slot `t` modulo the number of slots.
/// @param overflowSize how many timers wait beyond the wheel
/// @param overflowCapacity how many may
/// @param pendingCommands how many registrations the ticking thread has not seen yet
/// @param metrics counters, drift and the histogram of lateness
public record TimerFigures(
    String name,
    SchedulerKind kind,
    ClockKind clock,
    DriverKind driver,
    String driverStatus,
    String driverFallback,
    DriverStats driverStats,
    long resolutionNanos,
    long nowTick,
    long position,
    List<Integer> slots,
    int overflowSize,
    int overflowCapacity,
    long pendingCommands,
    SchedulerMetrics metrics) {
  /// Copies the list.
  public TimerFigures {
    slots = List.copyOf(slots);
  }
}
