package dev.tactus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SchedulerHarnessTest {
  private static final int SEEDS = 2_000;

  @Test
  @Requirement({"S5.4", "S5.1"})
  void example_ofTheGuide_holds() {
    try (SchedulerHarness harness = SchedulerHarness.start(42)) {
      HarnessTimer beat = harness.fixedRate(Duration.ofMillis(30), Duration.ofMillis(30));
      harness.advance(Duration.ofSeconds(1));
      harness.injectTicks(50); // the driver is held up for half a second
      assertThat(beat.cancel()).isTrue();
      harness.advance(Duration.ofSeconds(1));

      harness.assertAll();
      assertThat(runsOf(harness, beat)).isEqualTo(50);
    }
  }

  @Test
  @Requirement({"S5.4", "S2.5"})
  void injectTicks_fixedRate_everyDueTimeGetsItsRunAtTheEndOfTheStall() {
    try (SchedulerHarness harness = SchedulerHarness.start(1)) {
      HarnessTimer beat = harness.fixedRate(Duration.ofMillis(10), Duration.ofMillis(10));
      harness.injectTicks(20);

      List<HarnessEvent.Ran> runs = runs(harness, beat);
      assertThat(runs).hasSize(20);
      assertThat(runs).allSatisfy(run -> assertThat(run.atNanos()).isEqualTo(200_000_000));
      harness.assertAll();
    }
  }

  @Test
  @Requirement({"S5.4", "S2.2"})
  void queueExecutor_taskIsBehind_missedRunsFold() {
    try (SchedulerHarness harness = SchedulerHarness.start(1)) {
      QueueExecutor queue = QueueExecutor.create();
      HarnessTimer beat = harness.fixedRate(Duration.ofMillis(10), Duration.ofMillis(10), queue);
      harness.advance(Duration.ofMillis(50));
      assertThat(queue.runAll()).isEqualTo(1);

      assertThat(runs(harness, beat))
          .singleElement()
          .satisfies(run -> assertThat(run.batch().runs()).isEqualTo(5));
      harness.assertAll();
    }
  }

  @Test
  @Requirement("S5.4")
  void queueExecutor_rejecting_refusesUntilItIsToldNotTo() {
    QueueExecutor queue = QueueExecutor.create();
    queue.rejecting(true);
    assertThatThrownBy(() -> queue.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("rejecting(false)");
    queue.rejecting(false);
    queue.execute(() -> {});

    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.runNext()).isTrue();
    assertThat(queue.runNext()).isFalse();
  }

  @Test
  @Requirement("S5.4")
  void randomTimers_sameSeed_sameHistory() {
    assertThat(historyOf(7)).isEqualTo(historyOf(7));
    assertThat(historyOf(7)).isNotEqualTo(historyOf(8));
  }

  /// To run one seed again: `-Dharness.seed=N`.
  @Test
  @Requirement({"S5.4", "S1.1", "S1.2", "S2.1", "S4.2", "S4.3", "S4.7"})
  void randomTimers_manySeeds_everyPromiseHolds() {
    Long only = Long.getLong("harness.seed");
    LongStream seeds = only == null ? LongStream.range(0, SEEDS) : LongStream.of(only);
    seeds.forEach(SchedulerHarnessTest::run);
  }

  private static void run(long seed) {
    WheelSettings small = WheelSettings.DEFAULT.withSlots(1 << (1 + seed % 9));
    try (SchedulerHarness harness =
        SchedulerHarness.start(seed, SchedulerSettings.defaults().withWheel(small))) {
      RandomTimers random = RandomTimers.on(harness);
      random.steps(120);
      harness.assertAll();
      int unused = random.queue().runAll();
      harness.advance(Duration.ofSeconds(3));
      harness.assertAll();
    }
  }

  private static List<HarnessEvent> historyOf(long seed) {
    try (SchedulerHarness harness = SchedulerHarness.start(seed)) {
      RandomTimers.on(harness).steps(200);
      return List.copyOf(harness.history());
    }
  }

  private static List<HarnessEvent.Ran> runs(SchedulerHarness harness, HarnessTimer timer) {
    return harness.history().stream()
        .filter(HarnessEvent.Ran.class::isInstance)
        .map(HarnessEvent.Ran.class::cast)
        .filter(run -> run.timerId() == timer.id())
        .toList();
  }

  private static int runsOf(SchedulerHarness harness, HarnessTimer timer) {
    return runs(harness, timer).stream().mapToInt(run -> run.batch().runs()).sum();
  }

  @Test
  void durations_tooLong_areRefusedAsTheSchedulerDoesAndLeaveNoTrace() {
    Duration eternity = Duration.ofSeconds(Long.MAX_VALUE);
    Duration beat = Duration.ofMillis(30);
    try (SchedulerHarness harness = SchedulerHarness.start(1)) {
      assertThatThrownBy(() -> harness.once(eternity)).isInstanceOf(InvalidDelayException.class);
      assertThatThrownBy(() -> harness.fixedRate(eternity, beat))
          .isInstanceOf(InvalidDelayException.class);
      assertThatThrownBy(() -> harness.fixedRate(beat, eternity))
          .isInstanceOf(InvalidDelayException.class);
      assertThatThrownBy(() -> harness.fixedDelay(beat, eternity))
          .isInstanceOf(InvalidDelayException.class);
      assertThatThrownBy(() -> harness.advance(Duration.ofMillis(-1)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> harness.advance(eternity));

      assertThat(harness.timers()).isEmpty();
      assertThat(harness.history()).isEmpty();
      harness.advance(beat);
      harness.assertAll();
    }
  }
}
