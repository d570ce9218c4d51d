package dev.tactus.cli.demo;

import java.time.Duration;

/// Runs once after a random time, and then registers itself anew.
final class OneShot extends LoadTimer {
  private static final Duration DELAY_MIN = Duration.ofMillis(100);
  private static final Duration DELAY_MAX = Duration.ofSeconds(10);

  OneShot(Load load, int number) {
    super(load, number);
  }

  @Override
  void register() {
    Duration delay = load.stretched(draw(DELAY_MIN.toNanos(), DELAY_MAX.toNanos()));
    note(delay.toNanos(), () -> load.scheduler.scheduleOnce(delay, this, load.executor));
  }

  @Override
  public synchronized void run() {
    load.ran(dueNanos);
    load.counts.completed.increment();
    register();
  }
}
