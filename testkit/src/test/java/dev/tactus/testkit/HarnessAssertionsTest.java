package dev.tactus.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.TimerState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Each assertion of the harness fails on a history that breaks its promise, and says which.
@Requirement("S5.4")
class HarnessAssertionsTest {
  private static final long SEED = 4711;
  private static final long TICK = 10;
  private static final ExecutionBatch ONE = new ExecutionBatch(1, ExecutionMode.ONE_SHOT);

  /// A handle of which only the number counts.
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

  private final Map<Long, HarnessTimer> timers = new HashMap<>();

  private void timer(long id, ExecutionMode mode, long delay, long period) {
    try (SchedulerHarness harness = SchedulerHarness.start(SEED)) {
      HarnessTimer timer = new HarnessTimer(harness, mode, 0, delay, period);
      timer.registered(new Numbered(id));
      timers.put(id, timer);
    }
  }

  private HarnessAssertions over(HarnessEvent... history) {
    return new HarnessAssertions(SEED, List.of(history), timers, TICK);
  }

  @Test
  void ticksMonotone_tickAfterALaterOne_fails() {
    HarnessAssertions wrong =
        over(new HarnessEvent.HandedOver(1, 20, 2, 1), new HarnessEvent.HandedOver(2, 20, 1, 1));

    assertThatThrownBy(wrong::assertTicksMonotone)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("tick 1 was processed after tick 2")
        .hasMessageContaining("seed 4711");
  }

  @Test
  void ticksMonotone_timeGoesBack_fails() {
    HarnessAssertions wrong =
        over(new HarnessEvent.Ran(1, 20, ONE), new HarnessEvent.Ran(2, 19, ONE));

    assertThatThrownBy(wrong::assertTicksMonotone).hasMessageContaining("time went back from 20");
  }

  @Test
  void nothingEarly_runBeforeItsTime_fails() {
    timer(1, ExecutionMode.ONE_SHOT, 30, 0);

    assertThatThrownBy(over(new HarnessEvent.Ran(1, 29, ONE))::assertNothingEarly)
        .hasMessageContaining("timer 1")
        .hasMessageContaining("before 30 ns");
    assertThatCode(over(new HarnessEvent.Ran(1, 30, ONE))::assertNothingEarly)
        .doesNotThrowAnyException();
  }

  @Test
  void withinOneTick_handedOverATickLate_fails() {
    timer(1, ExecutionMode.ONE_SHOT, 25, 0);

    assertThatThrownBy(over(new HarnessEvent.HandedOver(1, 40, 3, 1))::assertWithinOneTick)
        .hasMessageContaining("had to be handed over at 30 ns");
  }

  @Test
  void withinOneTick_driverWasHeldUp_countsFromItsReturn() {
    timer(1, ExecutionMode.ONE_SHOT, 25, 0);

    assertThatCode(
            over(new HarnessEvent.Stalled(0, 60), new HarnessEvent.HandedOver(1, 60, 3, 1))
                ::assertWithinOneTick)
        .doesNotThrowAnyException();
  }

  @Test
  void fifoWithinTick_laterTimerFirst_fails() {
    HarnessAssertions wrong =
        over(new HarnessEvent.HandedOver(6, 20, 2, 1), new HarnessEvent.HandedOver(5, 20, 2, 1));

    assertThatThrownBy(wrong::assertFifoWithinTick)
        .hasMessageContaining("timer 6 went before timer 5");
  }

  @Test
  void cancelledNeverRan_runAfterCancel_fails() {
    HarnessAssertions wrong =
        over(new HarnessEvent.CancelAsked(3, 10, true), new HarnessEvent.Ran(3, 20, ONE));

    assertThatThrownBy(wrong::assertCancelledNeverRan)
        .hasMessageContaining("timer 3 ran after it was cancelled");
  }

  @Test
  void cancelledNeverRan_twoCancelsWin_fails() {
    HarnessAssertions wrong =
        over(new HarnessEvent.CancelAsked(3, 10, true), new HarnessEvent.CancelAsked(3, 20, true));

    assertThatThrownBy(wrong::assertCancelledNeverRan).hasMessageContaining("cancelled twice");
  }

  @Test
  void ranAtMostOnce_oneShotRunsTwice_fails() {
    timer(1, ExecutionMode.ONE_SHOT, 10, 0);
    HarnessAssertions wrong =
        over(new HarnessEvent.Ran(1, 10, ONE), new HarnessEvent.Ran(1, 20, ONE));

    assertThatThrownBy(wrong::assertRanAtMostOnce).hasMessageContaining("ran twice");
  }

  @Test
  void fixedRatesCompensated_dueTimeMissing_fails() {
    timer(1, ExecutionMode.FIXED_RATE, 10, 10);
    HarnessAssertions wrong =
        over(new HarnessEvent.HandedOver(1, 10, 1, 1), new HarnessEvent.HandedOver(1, 30, 3, 1));

    assertThatThrownBy(() -> wrong.assertFixedRatesCompensated(30))
        .hasMessageContaining("was due 3 times by 30 ns, and handed over 2");
  }
}
