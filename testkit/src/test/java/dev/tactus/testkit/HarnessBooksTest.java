package dev.tactus.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Lateness;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.scheduler.TimerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The books accept what a scheduler does, and no wrong history.
@Requirement("S5.4")
final class HarnessBooksTest {
  private static final long SEED = 4711;
  private static final long TICK = 10;
  private static final ExecutionBatch RATE = new ExecutionBatch(1, ExecutionMode.FIXED_RATE);

  private record Numbered(long id) implements Cancellable {
    @Override
    public boolean cancel() {
      return false;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public TimerState state() {
      return TimerState.SCHEDULED;
    }
  }

  private final List<HarnessTimer> timers = new ArrayList<>();

  private HarnessTimer timer(ExecutionMode mode, long delay, long period) {
    try (SchedulerHarness harness = SchedulerHarness.start(SEED)) {
      HarnessTimer timer = new HarnessTimer(harness, mode, 0, delay, period);
      timer.registered(new Numbered(timers.size() + 1));
      timers.add(timer);
      return timer;
    }
  }

  private HarnessBooks at(long nowNanos, HarnessEvent... history) {
    return new HarnessBooks(SEED, List.of(history), timers, TICK, nowNanos);
  }

  private static SchedulerMetrics metrics(
      long registered, long active, long fired, long completed, long cancelled) {
    return new SchedulerMetrics(
        registered,
        active,
        0,
        fired,
        completed,
        cancelled,
        0,
        10,
        0,
        0,
        0,
        new Lateness(0, 0, 0, 0, List.of()));
  }

  @Test
  void nothingLost_oneShotNeverHandedOver_fails() {
    timer(ExecutionMode.ONE_SHOT, 25, 0);

    at(29).assertNothingLost();
    assertThatThrownBy(at(30)::assertNothingLost)
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "timer 1 (ONE_SHOT) was due at 25 ns, it is 30 ns, and it was never handed over"
                + " [seed 4711, at 30 ns]");
    at(30, new HarnessEvent.HandedOver(1, 30, 3, 1)).assertNothingLost();
    at(30, new HarnessEvent.Cancelled(1, 5, CancelReason.REQUESTED)).assertNothingLost();
  }

  @Test
  void fixedRateCompensated_runMissing_fails() {
    HarnessTimer beat = timer(ExecutionMode.FIXED_RATE, 10, 10);
    HarnessBooks books =
        at(
            25,
            new HarnessEvent.HandedOver(1, 10, 1, 1),
            new HarnessEvent.Ran(1, 10, RATE),
            new HarnessEvent.HandedOver(1, 20, 2, 1));

    books.assertFixedRateCompensated(beat, 1);
    assertThatThrownBy(() -> books.assertFixedRateCompensated(beat, 0))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "timer 1 (FIXED_RATE) was due 2 times by 20 ns; handed over for 2, ran for 1, 0 wait")
        .hasMessageContaining("seed 4711");
  }

  @Test
  void fixedRateCompensated_cancelledTimerRanTooOften_fails() {
    HarnessTimer beat = timer(ExecutionMode.FIXED_RATE, 10, 10);
    HarnessBooks books =
        at(
            15,
            new HarnessEvent.HandedOver(1, 10, 1, 1),
            new HarnessEvent.Ran(1, 10, RATE),
            new HarnessEvent.Ran(1, 10, RATE),
            new HarnessEvent.Cancelled(1, 12, CancelReason.REQUESTED));

    assertThatThrownBy(() -> books.assertFixedRateCompensated(beat, 0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("handed over for 1, ran for 2");
  }

  @Test
  void fixedRateCompensated_otherTimer_refused() {
    HarnessTimer once = timer(ExecutionMode.ONE_SHOT, 10, 0);

    assertThatThrownBy(() -> at(0).assertFixedRateCompensated(once, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("timer 1 (ONE_SHOT) is not one");
  }

  @Test
  void books_fixedDelayTooSoon_fails() {
    timer(ExecutionMode.FIXED_DELAY, 10, 20);

    assertThatThrownBy(
            () -> at(40, new HarnessEvent.Ran(1, 10, RATE), new HarnessEvent.Ran(1, 29, RATE)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "timer 1 (FIXED_DELAY) ran at 10 ns and again at 29 ns, sooner than its delay of 20"
                + " ns");
  }

  @Test
  void books_cancelledTwice_fails() {
    timer(ExecutionMode.ONE_SHOT, 10, 0);
    HarnessEvent.Cancelled cancelled = new HarnessEvent.Cancelled(1, 5, CancelReason.REQUESTED);

    assertThatThrownBy(() -> at(5, cancelled, cancelled))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("timer 1 was cancelled for the second time");
  }

  @Test
  void agrees_counterOff_failsAndNamesIt() {
    timer(ExecutionMode.ONE_SHOT, 10, 0);
    timer(ExecutionMode.ONE_SHOT, 50, 0);
    HarnessBooks books =
        at(
            20,
            new HarnessEvent.HandedOver(1, 10, 1, 1),
            new HarnessEvent.Ran(1, 10, new ExecutionBatch(1, ExecutionMode.ONE_SHOT)));

    books.assertAgrees(metrics(2, 1, 1, 1, 0));
    assertThatThrownBy(() -> books.assertAgrees(metrics(2, 0, 1, 1, 1)))
        .as("the counters agree with each other, but not with what happened")
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "the history has 0 timers or runs cancelled, but the scheduler counted 1");
  }

  @Test
  void of_timerRegisteredPastTheHarness_saysSo() {
    try (SchedulerHarness harness = SchedulerHarness.start(SEED)) {
      harness.scheduler().scheduleOnce(Duration.ofMillis(10), () -> {}, Scheduler.DIRECT);
      harness.advance(Duration.ofMillis(20));

      assertThatThrownBy(() -> HarnessBooks.of(harness))
          .isInstanceOf(AssertionError.class)
          .hasMessageStartingWith("timer 1 was not registered through the harness");
    }
  }
}
