package dev.tactus.cli.demo;

import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.Resolution;
import java.time.Duration;
import java.util.OptionalInt;

/// What the demo does.
///
/// @param timers how many timers it keeps active
/// @param tick the length of a tick
/// @param seconds how long it runs; until it is stopped when absent
/// @param seed where its random delays come from
public record DemoSettings(int timers, Duration tick, OptionalInt seconds, long seed) {
  /// As many timers as the scheduler's quota has room for, less some on their way.
  public static final int TIMERS_MAX = 4_000_000;

  /// Longer ticks than this leave nothing to watch.
  public static final Duration TICK_MAX = Duration.ofSeconds(1);

  /// Shorter ticks than this are none of the scheduler's.
  public static final Duration TICK_MIN = Duration.ofNanos(Resolution.MIN_NANOS);

  /// Checks the values.
  public DemoSettings {
    if (timers < 1 || timers > TIMERS_MAX) {
      throw new IllegalArgumentException(
          Figures.count(timers)
              + " timers were asked for; 1 to "
              + Figures.count(TIMERS_MAX)
              + " are possible: the scheduler's quota is "
              + Figures.count(SchedulerSettings.defaults().systemQuota())
              + ", some of it for timers that are being replaced.");
    }
    if (tick.compareTo(TICK_MIN) < 0 || tick.compareTo(TICK_MAX) > 0) {
      throw new IllegalArgumentException(
          "A tick of "
              + Figures.time(tick)
              + " was asked for; "
              + Figures.time(TICK_MIN)
              + " to "
              + Figures.time(TICK_MAX)
              + " are possible in the demo.");
    }
    if (seconds.isPresent() && seconds.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "A run of "
              + seconds.getAsInt()
              + " seconds was asked for; it takes 1 or more. Leave it out to run until Ctrl-C.");
    }
  }

  /// Timers that run once and then register themselves anew.
  int oneShots() {
    return timers - requests() - heartbeats();
  }

  /// Timeouts, most of which are cancelled because the answer comes.
  int requests() {
    return timers / 5;
  }

  /// Periodic timers.
  int heartbeats() {
    return timers / 10;
  }
}
