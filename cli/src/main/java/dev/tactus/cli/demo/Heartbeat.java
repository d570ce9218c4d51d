package dev.tactus.cli.demo;

import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.ExecutionMode;
import java.time.Duration;

/// Runs again and again; every other one at a fixed rate, the rest with a fixed delay.
final class Heartbeat extends LoadTimer {
  private static final long[] PERIODS_SECONDS = {1, 2, 5, 10};

  private final ExecutionMode mode;
  private final Duration period;

  Heartbeat(Load load, int number) {
    super(load, number);
    this.mode = number % 2 == 0 ? ExecutionMode.FIXED_RATE : ExecutionMode.FIXED_DELAY;
    long seconds = PERIODS_SECONDS[(int) draw(0, PERIODS_SECONDS.length)];
    this.period = load.stretched(Duration.ofSeconds(seconds).toNanos());
  }

  @Override
  void register() {
    Duration first = Duration.ofNanos(draw(1, period.toNanos()));
    note(
        first.toNanos(),
        () ->
            mode == ExecutionMode.FIXED_RATE
                ? load.scheduler.scheduleAtFixedRate(first, period, this, load.executor)
                : load.scheduler.scheduleWithFixedDelay(first, period, this, load.executor));
  }

  @Override
  public synchronized void run() {
    load.ran(dueNanos);
    load.counts.beats.increment();
    if (mode == ExecutionMode.FIXED_RATE) {
      // A run may stand for several due times; the oldest of them is what it was late for.
      int dueTimes = ExecutionBatch.current().map(ExecutionBatch::runs).orElse(1);
      dueNanos += dueTimes * period.toNanos();
    } else {
      dueNanos = load.time.nanos() + period.toNanos();
    }
  }
}
