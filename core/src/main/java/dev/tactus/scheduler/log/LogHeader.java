package dev.tactus.scheduler.log;

import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Resolution;
import dev.tactus.time.wheel.WheelSettings;
import java.util.Objects;
import java.util.OptionalLong;

/// What entries of a log have in common: whose they are, and what their times mean.
///
/// @param name the name of the scheduler
/// @param resolution the length of a tick
/// @param wheel how large the wheel was
/// @param clock what kind of clock the times were read from
/// @param originNanos the reading of the clock at tick 0. Where nobody gave it, a snapshot takes
///   the latest reading that fits all of its entries; empty when there is neither
public record LogHeader(
    String name,
    Resolution resolution,
    WheelSettings wheel,
    ClockKind clock,
    OptionalLong originNanos) {
  /// Checks the values.
  public LogHeader {
    LogEntry.checkName("scheduler", name);
    Objects.requireNonNull(resolution, "resolution");
    Objects.requireNonNull(wheel, "wheel");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(originNanos, "originNanos");
  }

  /// The header of a scheduler that is going to be started with these; call it just before.
  ///
  /// In virtual time the clock stands still until the scheduler has started, so that its reading is
  /// the origin. In real time the origin is left open.
  public static LogHeader of(SchedulerSettings settings, RuntimeToolbox toolbox) {
    boolean isVirtual = toolbox.clock().kind() == ClockKind.DETERMINISTIC;
    return of(
        settings,
        toolbox.clock().kind(),
        isVirtual ? OptionalLong.of(toolbox.clock().nanos()) : OptionalLong.empty());
  }

  /// The header of a scheduler that runs already; its origin is left open.
  public static LogHeader of(WheelScheduler scheduler) {
    return of(scheduler.settings(), scheduler.overview().clock(), OptionalLong.empty());
  }

  private static LogHeader of(SchedulerSettings settings, ClockKind clock, OptionalLong origin) {
    return new LogHeader(
        LogEntry.shortened(settings.name()),
        settings.resolution(),
        settings.wheel(),
        clock,
        origin);
  }

  /// The same with this origin.
  public LogHeader withOriginNanos(long nanos) {
    return new LogHeader(name, resolution, wheel, clock, OptionalLong.of(nanos));
  }
}
