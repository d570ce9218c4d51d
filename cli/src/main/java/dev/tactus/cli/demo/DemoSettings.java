package dev.tactus.cli.demo;

import dev.tactus.time.Resolution;
import java.time.Duration;
import java.util.OptionalInt;

/// What the demo does.
///
/// @param devices how many devices there are
/// @param tick the length of a tick
/// @param seconds how long it runs; until it is stopped when absent
/// @param seed where everything random comes from
public record DemoSettings(int devices, Duration tick, OptionalInt seconds, long seed) {
  /// More than these are nothing to watch but a heap.
  public static final int DEVICES_MAX = 1_000_000;

  /// Longer ticks than this leave nothing to watch.
  public static final Duration TICK_MAX = Duration.ofSeconds(1);

  /// Shorter ticks than this are none of the scheduler's.
  public static final Duration TICK_MIN = Duration.ofNanos(Resolution.MIN_NANOS);

  /// Checks the values.
  public DemoSettings {
    if (devices < 1 || devices > DEVICES_MAX) {
      throw new IllegalArgumentException(
          Figures.count(devices)
              + " devices were asked for; 1 to "
              + Figures.count(DEVICES_MAX)
              + " are possible.");
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

  /// How many regions there are, each with a collector.
  int regions() {
    return Math.min(devices, Fleet.REGIONS_MAX);
  }
}
