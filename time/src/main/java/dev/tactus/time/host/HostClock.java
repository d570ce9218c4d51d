package dev.tactus.time.host;

import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;

/// The monotonic clock of the Java virtual machine. Jumps of the wall clock do not reach it.
public final class HostClock implements Clock {
  private static final HostClock INSTANCE = new HostClock();

  private HostClock() {}

  /// The one clock of this machine.
  public static HostClock instance() {
    return INSTANCE;
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public ClockKind kind() {
    return ClockKind.HOST;
  }
}
