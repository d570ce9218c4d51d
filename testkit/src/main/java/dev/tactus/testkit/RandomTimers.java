package dev.tactus.testkit;

import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

/// Does random things to a harness, all of them derived from its seed: the same seed does the same.
///
/// Each seed leaves some of the kinds of operations out, so that over many seeds also rare
/// combinations come up that a mix of everything would drown.
///
/// Threads: the one of the harness.
public final class RandomTimers {
  private final SchedulerHarness harness;
  private final SplittableRandom random;
  private final QueueExecutor queue = QueueExecutor.create();
  private final boolean withPeriodic;
  private final boolean withCancels;
  private final boolean withStalls;
  private final boolean withQueue;
  private final boolean withFar;

  private RandomTimers(SchedulerHarness harness) {
    this.harness = harness;
    this.random = new SplittableRandom(harness.seed());
    this.withPeriodic = random.nextBoolean();
    this.withCancels = random.nextInt(4) > 0;
    this.withStalls = random.nextBoolean();
    this.withQueue = random.nextBoolean();
    this.withFar = random.nextBoolean();
  }

  /// Operations on this harness, from its seed.
  public static RandomTimers on(SchedulerHarness harness) {
    return new RandomTimers(harness);
  }

  /// The executor that some timers run on; its tasks run when this chooses to, or when the test
  /// does.
  public QueueExecutor queue() {
    return queue;
  }

  /// Does so many operations.
  public void steps(int count) {
    for (int i = 0; i < count; i++) {
      step();
    }
  }

  private void step() {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> schedule();
      case 3 -> cancel();
      case 4 -> stall();
      case 5 -> runQueued();
      default -> harness.advance(Duration.ofNanos(random.nextLong(1, 50_000_000)));
    }
  }

  private void schedule() {
    Executor executor = withQueue && random.nextBoolean() ? queue : Scheduler.DIRECT;
    HarnessTimer unused =
        switch (withPeriodic ? random.nextInt(4) : 0) {
          case 1 -> harness.fixedRate(delay(), period(), executor);
          case 2 -> harness.fixedDelay(delay(), period(), executor);
          default -> harness.once(delay(), executor);
        };
  }

  private Duration delay() {
    long tick = harness.scheduler().resolution().toNanos();
    long reach = withFar && random.nextInt(4) == 0 ? 5_000 * tick : 40 * tick;
    // Whole ticks now and then: these are the edges.
    return random.nextBoolean()
        ? Duration.ofNanos(random.nextLong(1, reach))
        : Duration.ofNanos(tick * random.nextLong(1, reach / tick));
  }

  private Duration period() {
    long tick = harness.scheduler().resolution().toNanos();
    return Duration.ofNanos(random.nextLong(tick / 4, 10 * tick));
  }

  private void cancel() {
    if (withCancels && !harness.timers().isEmpty()) {
      HarnessTimer timer = harness.timers().get(random.nextInt(harness.timers().size()));
      boolean unused = timer.cancel();
    }
  }

  private void stall() {
    if (withStalls) {
      harness.injectTicks(random.nextInt(1, 30));
    }
  }

  private void runQueued() {
    int count = random.nextInt(4);
    for (int i = 0; i < count && queue.runNext(); i++) {
      // one after another
    }
  }
}
