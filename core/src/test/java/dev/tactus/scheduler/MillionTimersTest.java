package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A scheduler holds a million timers, and timers that are due in months.
@Requirement("S7.3")
final class MillionTimersTest {
  private static final int COUNT = 1_000_000;

  @Test
  void million_pendingWithDelaysUpToTheLongest_allFireInOrderOnTheirTicks() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Random random = new Random(7);
      long[] expected = new long[COUNT];
      long[] fired = new long[COUNT];
      int[] next = {0};
      Runnable task = () -> fired[next[0]++] = virtual.clock.nanos() / VirtualScheduler.TICK_NANOS;
      for (int i = 0; i < COUNT; i++) {
        long delay =
            switch (i & 3) {
              case 0 -> 1 + random.nextInt(500);
              case 1 -> 1 + random.nextInt(100_000);
              default -> 1L + random.nextInt(Integer.MAX_VALUE);
            };
        expected[i] = i == 0 ? Integer.MAX_VALUE : delay;
        virtual.once(expected[i], task);
      }
      assertThat(virtual.metrics().active()).isEqualTo(COUNT);
      virtual.advanceTicks(Integer.MAX_VALUE);
      Arrays.sort(expected);
      assertThat(next[0]).isEqualTo(COUNT);
      assertThat(Arrays.equals(fired, expected)).as("each on its tick").isTrue();
      assertThat(virtual.metrics().active()).isZero();
      assertThat(virtual.warnings()).isEmpty();
    }
  }

  @Test
  @Requirement({"S7.3", "S1.4"})
  void million_cancelled_leaveTheWheelEmptyAfterATick() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Random random = new Random(8);
      List<Cancellable> timers = new ArrayList<>(COUNT);
      for (int i = 0; i < COUNT; i++) {
        timers.add(virtual.once(1L + random.nextInt(Integer.MAX_VALUE), () -> {}));
      }
      virtual.advanceTicks(1);
      assertThat(virtual.scheduler.dump().overflowSize()).isGreaterThan(COUNT - 1_000);
      timers.forEach(Cancellable::cancel);
      virtual.advanceTicks(1);
      SchedulerDump dump = virtual.scheduler.dump();
      assertThat(dump.overflowSize()).isZero();
      assertThat(dump.activeSlots()).isZero();
      assertThat(dump.metrics().active()).isZero();
    }
  }

  @Test
  void longestDelay_afterTheSchedulerWasIdleForYears_isKept() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      // Nothing was due for longer than the overflow reaches, so nobody moved the wheel.
      virtual.driver.suspend();
      virtual.advanceTicks(5L << 32);
      List<Long> runs = new ArrayList<>();
      long begin = virtual.tick();
      for (long delay : new long[] {Integer.MAX_VALUE, 1, 1_000}) {
        virtual.scheduler.scheduleOnce(
            ticks(delay), () -> runs.add(virtual.tick() - begin), Scheduler.DIRECT);
      }
      virtual.driver.resume();
      virtual.advanceTicks(Integer.MAX_VALUE);
      assertThat(runs).containsExactly(1L, 1_000L, (long) Integer.MAX_VALUE);
    }
  }
}
