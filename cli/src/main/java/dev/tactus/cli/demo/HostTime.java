package dev.tactus.cli.demo;

import java.util.concurrent.locks.LockSupport;

/// The time of this machine: the one place of this program that reads the clock and waits.
public final class HostTime implements DemoTime {
  /// Stateless; as many as one likes.
  public HostTime() {}

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void pause(long nanos) {
    LockSupport.parkNanos(nanos);
  }
}
