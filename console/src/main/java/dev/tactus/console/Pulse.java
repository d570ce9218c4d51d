package dev.tactus.console;

import dev.tactus.time.host.HostAlarms;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Does something again and again.
@FunctionalInterface
interface Pulse {
  /// Begins.
  ///
  /// @return ends it
  Runnable begin(Duration every, Runnable beat);

  /// By the alarms of the host, on a thread that does not keep a program alive.
  static Pulse ofHost() {
    return (every, beat) -> {
      ScheduledExecutorService alarms =
          HostAlarms.onThreadOf(
              Thread.ofPlatform().name("tactus-console-pulse").daemon().factory());
      var unused =
          alarms.scheduleWithFixedDelay(
              beat, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
      return alarms::shutdownNow;
    };
  }
}
