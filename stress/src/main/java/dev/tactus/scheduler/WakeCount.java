package dev.tactus.scheduler;

import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.TickDriver;
import dev.tactus.time.driver.TickSink;
import java.util.concurrent.atomic.AtomicInteger;

/// A driver that never ticks and counts how often it was woken.
final class WakeCount implements TickDriver {
  private final AtomicInteger wakes = new AtomicInteger();

  int wakes() {
    return wakes.get();
  }

  @Override
  public void wake() {
    wakes.incrementAndGet();
  }

  @Override
  public DriverKind kind() {
    return DriverKind.EXTERNAL;
  }

  @Override
  public void attach(TickSink sink, Clock clock, TickScale scale) {}

  @Override
  public void notifyTick() {}

  @Override
  public void suspend() {}

  @Override
  public void resume() {}

  @Override
  public DriverStatus status() {
    return new DriverStatus.Ok();
  }

  @Override
  public DriverStatus.Flushed stopAndFlush() {
    return new DriverStatus.Flushed(0, 0);
  }

  @Override
  public DriverStats stats() {
    return new DriverStats(0, 0, 0, 0, 0, 0, 0, 0);
  }
}
