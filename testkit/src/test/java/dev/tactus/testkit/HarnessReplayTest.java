package dev.tactus.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.log.DeterministicLog;
import dev.tactus.scheduler.log.LogReplay;
import dev.tactus.scheduler.log.ReplayResult;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a seed does in the harness adds up, and its log replays to the nanosecond.
final class HarnessReplayTest {
  private static final int SEEDS = 500;

  @Test
  @Requirement({"S5.4", "S5.2", "S2.1"})
  void randomTimers_manySeeds_booksAddUpAndLogReplays() {
    for (long seed = 0; seed < SEEDS; seed++) {
      WheelSettings wheel = WheelSettings.DEFAULT.withSlots(1 << (1 + seed % 9));
      SchedulerSettings settings = SchedulerSettings.defaults().withWheel(wheel);
      try (SchedulerHarness harness = SchedulerHarness.start(seed, settings);
          DeterministicLog log = DeterministicLog.attach(harness.scheduler(), 1 << 17)) {
        RandomTimers random = RandomTimers.on(harness);
        random.steps(100);
        int unused = random.queue().runAll();

        HarnessBooks books = HarnessBooks.of(harness);
        books.assertNothingLost();
        books.assertAgrees(harness.scheduler().metrics());
        harness.timers().stream()
            .filter(timer -> timer.mode() == ExecutionMode.FIXED_RATE)
            .forEach(timer -> books.assertFixedRateCompensated(timer, 0));
        ReplayResult result = LogReplay.replay(log.snapshot());
        assertThat(result.isSame()).as("seed %d: %s", seed, result.text()).isTrue();
      }
    }
  }

  @Test
  @Requirement({"S5.4", "S5.1"})
  void harness_asInTheGuide_addsUp() {
    try (SchedulerHarness harness = SchedulerHarness.start(42)) {
      QueueExecutor queue = QueueExecutor.create();
      HarnessTimer beat = harness.fixedRate(Duration.ofMillis(30), Duration.ofMillis(30), queue);
      harness.advance(Duration.ofMillis(300)); // the task is behind: ten due times wait
      harness.injectTicks(3); // the driver is held up for three ticks
      queue.runAll();

      harness.assertAll();
      HarnessBooks books = HarnessBooks.of(harness);
      books.assertNothingLost();
      books.assertFixedRateCompensated(beat, 0);
      books.assertAgrees(harness.scheduler().metrics());
    }
  }

  @Test
  @Requirement("S5.4")
  void randomTimers_asInTheGuide_everySeedHolds() {
    for (long seed = 0; seed < 20; seed++) {
      try (SchedulerHarness harness = SchedulerHarness.start(seed)) {
        RandomTimers.on(harness).steps(100);
        harness.assertAll(); // a failure names the seed and shows the history
      }
    }
  }
}
