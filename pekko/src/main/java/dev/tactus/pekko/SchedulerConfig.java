package dev.tactus.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.event.LoggingAdapter;

/// What `pekko.scheduler` says, checked as Pekko does.
///
/// @param tickNanos the length of a tick
/// @param ticksPerWheel how many ticks one turn of the wheel has
/// @param shutdownTimeout how long closing waits for the ticking thread
/// @param driver what ticks
record SchedulerConfig(long tickNanos, int ticksPerWheel, Duration shutdownTimeout, Driver driver) {
  /// What ticks.
  enum Driver {
    /// A thread that parks.
    HOST,
    /// A timer of the kernel, where there is one.
    KERNEL
  }

  private static final String ROOT = "pekko.scheduler.";
  private static final String DRIVER = "tactus.pekko.scheduler.driver";
  private static final long TICK_MIN_MILLIS = 1;
  private static final long TICK_MIN_MILLIS_ON_WINDOWS = 10;
  private static final int SLOTS_MIN = 2;
  private static final int SLOTS_MAX = 1 << 20;

  /// Whether this machine has the coarser clock for which Pekko asks for longer ticks.
  static boolean isOnWindows() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
  }

  static SchedulerConfig of(Config config, LoggingAdapter log, boolean onWindows) {
    int ticks = config.getInt(ROOT + "ticks-per-wheel");
    if (Integer.bitCount(ticks) != 1 || ticks < 1) {
      throw new IllegalArgumentException(
          "requirement failed: ticks-per-wheel must be a power of 2");
    }
    Duration shutdownTimeout = millis(config, "shutdown-timeout");
    long tickMillis = tickMillis(config, log, onWindows);
    return new SchedulerConfig(
        TimeUnit.MILLISECONDS.toNanos(tickMillis), ticks, shutdownTimeout, driver(config));
  }

  private static long tickMillis(Config config, LoggingAdapter log, boolean onWindows) {
    long given = millis(config, "tick-duration").toMillis();
    long least = onWindows ? TICK_MIN_MILLIS_ON_WINDOWS : TICK_MIN_MILLIS;
    if (given >= least) {
      return given;
    }
    String problem =
        "requirement failed: minimum supported pekko.scheduler.tick-duration "
            + (onWindows ? "on Windows " : "")
            + "is "
            + least
            + "ms";
    if (config.getBoolean(ROOT + "error-on-tick-duration-verification-failed")) {
      throw new IllegalArgumentException(problem);
    }
    log.warning("{}, adjusted to {}ms now.", problem, least);
    return least;
  }

  private static Duration millis(Config config, String key) {
    return Duration.ofMillis(config.getDuration(ROOT + key, TimeUnit.MILLISECONDS));
  }

  private static Driver driver(Config config) {
    String given = config.getString(DRIVER);
    return switch (given.toLowerCase(Locale.ROOT)) {
      case "host" -> Driver.HOST;
      case "kernel" -> Driver.KERNEL;
      default ->
          throw new ConfigException.BadValue(
              DRIVER, "'" + given + "' was given; allowed are host and kernel.");
    };
  }

  /// What Pekko's contract leaves unbounded is so here.
  SchedulerSettings settings(String name) {
    WheelSettings wheel =
        WheelSettings.DEFAULT
            .withSlots(Math.clamp(ticksPerWheel, SLOTS_MIN, SLOTS_MAX))
            .withSlotCapacity(Integer.MAX_VALUE)
            .withOverflowCapacity(Integer.MAX_VALUE);
    return SchedulerSettings.defaults()
        .withName(name)
        .withResolution(Duration.ofNanos(tickNanos))
        .withWheel(wheel)
        .withSystemQuota(Integer.MAX_VALUE)
        .withShutdownTimeout(shutdownTimeout);
  }

  RuntimeToolbox toolbox() {
    return driver == Driver.KERNEL ? RuntimeToolbox.kernel() : RuntimeToolbox.host();
  }
}
