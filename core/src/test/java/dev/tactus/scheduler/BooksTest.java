package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/// Whatever happens, the counters say what became of every timer.
@Requirement({"S4.7", "S4.2", "S1.4"})
final class BooksTest {
  private static final Affinity LOW = Affinity.subsystem("low");

  @Test
  void books_ofARandomLife_balanceAtEveryQuietPoint() {
    VirtualScheduler.forSeeds(
        BooksTest.class,
        500,
        seed -> {
          try (Life life = new Life(seed)) {
            life.live();
          }
        });
  }

  /// A scheduler to which everything happens that can happen.
  private static final class Life implements AutoCloseable {
    final Random random;
    final VirtualScheduler virtual;
    final ManualExecutor executor = new ManualExecutor();
    final List<Cancellable> timers = new ArrayList<>();
    final List<Integer> runsOf = new ArrayList<>();
    long runs;
    int quotaRefusals;
    long cancelledByHand;

    Life(long seed) {
      random = new Random(seed);
      WheelSettings wheel =
          WheelSettings.DEFAULT
              .withSlots(2 << random.nextInt(6))
              .withSlotCapacity(2 + random.nextInt(20))
              .withOverflowCapacity(10 + random.nextInt(100));
      virtual =
          VirtualScheduler.start(
              SchedulerSettings.defaults()
                  .withWheel(wheel)
                  .withSystemQuota(20 + random.nextInt(200))
                  .withPolicies(
                      PolicyRegistry.DEFAULT
                          .withDefault(TimerPolicy.DEFAULT.withBacklogLimit(5))
                          .with(LOW, TimerPolicy.DEFAULT.withPriority(Priority.LOW))));
    }

    void live() {
      for (int step = 0; step < 150; step++) {
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> register();
          case 3 -> cancelOne();
          case 4 -> virtual.scheduler.advance(Duration.ofNanos(random.nextLong(9 * TICK_NANOS)));
          case 5 -> virtual.stallTicks(random.nextInt(60));
          case 6 -> executor.runAll();
          default -> disturb();
        }
        check();
      }
      executor.runAll();
      virtual.close();
      executor.runAll();
      check();
      assertThat(virtual.metrics().active()).isZero();
    }

    private void disturb() {
      if (random.nextBoolean()) {
        executor.refuse(random.nextInt(4));
      } else if (random.nextBoolean()) {
        virtual.pressure.engage();
      } else {
        virtual.pressure.release();
      }
    }

    private void register() {
      int number = timers.size();
      int failsOn = random.nextInt(10) == 0 ? 1 + random.nextInt(3) : 0;
      Runnable task =
          () -> {
            runs++;
            runsOf.set(number, runsOf.get(number) + 1);
            if (runsOf.get(number) == failsOn) {
              throw new IllegalStateException("as the seed says");
            }
          };
      Executor where = random.nextBoolean() ? Scheduler.DIRECT : executor;
      Scheduler scheduler =
          random.nextBoolean() ? virtual.scheduler : virtual.scheduler.withAffinity(LOW);
      Duration delay = Duration.ofNanos(random.nextLong(1, 300 * TICK_NANOS));
      Duration period = Duration.ofNanos(random.nextLong(TICK_NANOS, 20 * TICK_NANOS));
      runsOf.add(0);
      try {
        timers.add(
            switch (random.nextInt(4)) {
              case 0 -> scheduler.scheduleAtFixedRate(delay, period, task, where);
              case 1 -> scheduler.scheduleWithFixedDelay(delay, period, task, where);
              default -> scheduler.scheduleOnce(delay, task, where);
            });
      } catch (QuotaExceededException e) {
        quotaRefusals++;
        runsOf.removeLast();
      }
    }

    private void cancelOne() {
      if (!timers.isEmpty() && timers.get(random.nextInt(timers.size())).cancel()) {
        cancelledByHand++;
      }
    }

    private void check() {
      SchedulerMetrics m = virtual.metrics();
      assertThat(m.registered()).isEqualTo(timers.size());
      assertThat(m.completed()).isEqualTo(in(TimerState.COMPLETED));
      assertThat(m.cancelled() + m.dropped()).isEqualTo(in(TimerState.CANCELLED));
      assertThat(m.active()).isEqualTo(in(TimerState.PENDING) + in(TimerState.SCHEDULED));
      assertThat(m.registered())
          .isEqualTo(m.completed() + m.cancelled() + m.dropped() + m.active());
      assertThat(m.fired()).isEqualTo(runs);
      assertThat(m.periodic()).isEqualTo(periodicAlive());
      assertThat(m.cancelled()).isGreaterThanOrEqualTo(cancelledByHand);
      assertThat(m.dropped())
          .isEqualTo(
              virtual.warnings(SchedulerWarning.DroppedLowPriority.class).size()
                  + virtual.warnings(SchedulerWarning.ExecutorRejected.class).stream()
                      .filter(SchedulerWarning.ExecutorRejected::givenUp)
                      .count());
      assertThat(virtual.warnings(SchedulerWarning.QuotaReached.class)).hasSize(quotaRefusals);
      assertThat(virtual.scheduler.dump().pendingCommands()).isLessThanOrEqualTo(timers.size());
    }

    private long in(TimerState state) {
      return timers.stream().filter(t -> t.state() == state).count();
    }

    private long periodicAlive() {
      return timers.stream()
          .filter(t -> t instanceof PeriodicTimer && t.state() != TimerState.CANCELLED)
          .count();
    }

    @Override
    public void close() {
      virtual.close();
    }
  }
}
