package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.wheel.WheelSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is due on one tick runs in the order of registration, by whatever way it got there.
@Requirement("S1.2")
final class FifoTest {
  private static final SchedulerSettings SMALL_WHEEL =
      SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlots(8));

  @Test
  void runs_onOneTick_areInTheOrderOfRegistration() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<Integer> runs = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        int number = i;
        virtual.once(5, () -> runs.add(number));
      }
      virtual.advanceTicks(5);
      assertThat(runs).hasSize(1_000).isSorted();
    }
  }

  @Test
  void runs_onOneTickAfterDifferentDelays_areInTheOrderOfRegistration() {
    try (VirtualScheduler virtual = VirtualScheduler.start(SMALL_WHEEL)) {
      List<String> runs = new ArrayList<>();
      virtual.once(100, () -> runs.add("through the overflow"));
      virtual.atFixedRate(10, () -> runs.add("armed anew"), Scheduler.DIRECT);
      virtual.advanceTicks(50);
      virtual.once(50, () -> runs.add("through the overflow, later"));
      virtual.advanceTicks(48);
      virtual.once(2, () -> runs.add("straight into a slot"));
      virtual.advanceTicks(1);
      runs.clear();
      virtual.advanceTicks(1);
      assertThat(runs)
          .containsExactly(
              "through the overflow",
              "armed anew",
              "through the overflow, later",
              "straight into a slot");
    }
  }

  @Test
  void handOvers_toAnExecutor_areInTheOrderOfRegistration() {
    try (VirtualScheduler virtual = VirtualScheduler.start(SMALL_WHEEL)) {
      ManualExecutor executor = new ManualExecutor();
      List<String> runs = new ArrayList<>();
      virtual.once(20, () -> runs.add("first"), executor);
      virtual.advanceTicks(10);
      virtual.withFixedDelay(10, () -> runs.add("second"), executor);
      virtual.advanceTicks(9);
      virtual.once(1, () -> runs.add("third"), executor);
      virtual.advanceTicks(1);
      executor.runAll();
      assertThat(runs).containsExactly("first", "second", "third");
    }
  }

  @Test
  void runs_ofRandomTimers_areSortedByTickThenById() {
    VirtualScheduler.forSeeds(FifoTest.class, 150, FifoTest::checkOrder);
  }

  private record Run(long tick, long id) implements Comparable<Run> {
    @Override
    public int compareTo(Run other) {
      return tick != other.tick ? Long.compare(tick, other.tick) : Long.compare(id, other.id);
    }
  }

  private static void checkOrder(long seed) {
    Random random = new Random(seed);
    int slots = 2 << random.nextInt(6);
    SchedulerSettings settings =
        SchedulerSettings.defaults()
            .withWheel(
                WheelSettings.DEFAULT
                    .withSlots(slots)
                    .withReinsertionBatchLimit(1 + random.nextInt(5)));
    try (VirtualScheduler virtual = VirtualScheduler.start(settings)) {
      List<Run> runs = new ArrayList<>();
      for (int round = 0; round < 40; round++) {
        for (int i = random.nextInt(20); i > 0; i--) {
          scheduleOne(virtual, random, runs);
        }
        if (random.nextInt(4) == 0) {
          virtual.stallTicks(random.nextInt(1, 3 * slots));
        } else {
          virtual.advanceTicks(random.nextInt(1, 2 * slots));
        }
      }
      virtual.advanceTicks(40L * slots);
      assertThat(runs).isSorted().hasSizeGreaterThan(100);
    }
  }

  private static void scheduleOne(VirtualScheduler virtual, Random random, List<Run> runs) {
    long delay = random.nextLong(1, 40);
    long due = virtual.tick() + delay;
    long period = random.nextLong(1, 31);
    Cancellable[] self = new Cancellable[1];
    long[] next = {due};
    // A stalled driver brings a tick late, so a run knows its tick by what it was scheduled for.
    Runnable task =
        () -> {
          runs.add(new Run(next[0], self[0].id()));
          next[0] += period;
        };
    self[0] =
        random.nextInt(4) == 0
            ? virtual.scheduler.scheduleAtFixedRate(
                ticks(delay), ticks(period), task, Scheduler.DIRECT)
            : virtual.scheduler.scheduleOnce(ticks(delay), task, Scheduler.DIRECT);
  }
}
