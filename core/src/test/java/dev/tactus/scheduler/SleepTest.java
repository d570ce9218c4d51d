package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.wheel.Wheel;
import org.junit.jupiter.api.Test;

/// When a driver that sleeps is woken, and for how long.
@Requirement({"S1.4", "S6.4"})
final class SleepTest {
  private final LincheckEngine lab = new LincheckEngine();

  private Timer registered() {
    Timer timer = new Timer(lab.engine, 1_000_000, 1, () -> {}, Scheduler.DIRECT);
    lab.engine.register(timer);
    return timer;
  }

  private boolean wasWoken() {
    return lab.permit.getAndSet(false);
  }

  @Test
  void pairs_whileTheDriverSleeps_wakeItOnceATick() {
    assertThat(lab.engine.nextWakeTick(0)).as("nothing to do").isEqualTo(Wheel.NEVER);
    assertThat(registered().cancel()).isTrue();
    assertThat(wasWoken()).isTrue();
    assertThat(lab.engine.nextWakeTick(0)).as("it stays awake").isEqualTo(1);
    for (int i = 0; i < 5; i++) {
      assertThat(registered().cancel()).isTrue();
      assertThat(wasWoken()).isFalse();
    }
    assertThat(lab.engine.nextWakeTick(1)).as("all was taken back").isEqualTo(Wheel.NEVER);
    assertThat(registered().cancel()).isTrue();
    assertThat(wasWoken()).isTrue();
  }

  @Test
  void timer_whileItStaysAwakeForOneThatWasTakenBack_isTakenInOnTheNextTick() {
    assertThat(lab.engine.nextWakeTick(0)).isEqualTo(Wheel.NEVER);
    assertThat(registered().cancel()).isTrue();
    assertThat(lab.engine.nextWakeTick(0)).isEqualTo(1);
    Timer timer = registered();
    lab.step();
    assertThat(timer.state()).isEqualTo(TimerState.SCHEDULED);
  }

  @Test
  void tick_thatNobodyWokeItFor_letsItSleepAgainAtOnce() {
    assertThat(lab.engine.nextWakeTick(0)).isEqualTo(Wheel.NEVER);
    assertThat(lab.engine.accept(lab.token(1))).isTrue();
    assertThat(lab.engine.nextWakeTick(1)).isEqualTo(Wheel.NEVER);
  }

  @Test
  @Requirement({"S1.1", "S8.2"})
  void wake_thatFails_isTriedAgainByTheNextRegistration() {
    StackOverflowError error = new StackOverflowError("as if");
    assertThat(lab.engine.nextWakeTick(0)).isEqualTo(Wheel.NEVER);
    lab.failure = error;
    assertThatThrownBy(this::registered).isSameAs(error);
    assertThat(lab.engine.counters.cancelled()).as("nobody has its handle").isEqualTo(1);
    lab.failure = null;
    assertThat(registered().state()).isEqualTo(TimerState.PENDING);
    assertThat(wasWoken()).isTrue();
  }

  @Test
  @Requirement("S8.2")
  void wake_thatFailsForACancellation_isTriedAgainByTheNextOne() {
    StackOverflowError error = new StackOverflowError("as if");
    Timer first = registered();
    Timer second = registered();
    lab.step();
    assertThat(lab.engine.nextWakeTick(1)).isGreaterThan(2);
    lab.failure = error;
    assertThatThrownBy(first::cancel).isSameAs(error);
    assertThat(first.isCancelled()).isTrue();
    lab.failure = null;
    assertThat(second.cancel()).isTrue();
    assertThat(wasWoken()).isTrue();
    lab.step();
    assertThat(lab.engine.wheel.size()).isZero();
    assertThat(lab.engine.counters.cancelled()).isEqualTo(2);
  }

  /// As if the stack had ended between the push into the lane and the step that cancels.
  @Test
  void tick_afterACancellationThatBrokeOff_letsTheDriverSleep() {
    Timer timer = registered();
    lab.step();
    assertThat(lab.engine.tryLeave(timer)).isTrue();

    assertThat(lab.engine.nextWakeTick(1)).isGreaterThan(2);
    assertThat(timer.cancel()).isTrue();
    assertThat(wasWoken()).isTrue();
    lab.step();
    assertThat(lab.engine.wheel.size()).isZero();
  }

  @Test
  void cancellation_thatBrokeOff_isForgottenWhenTheTimerHasRun() {
    Timer timer = new Timer(lab.engine, 3, 1, () -> {}, Scheduler.DIRECT);
    lab.engine.register(timer);
    lab.step();
    assertThat(lab.engine.tryLeave(timer)).isTrue();

    assertThat(lab.engine.accept(lab.token(2))).isTrue();
    assertThat(lab.engine.accept(lab.token(3))).isTrue();
    assertThat(timer.state()).isEqualTo(TimerState.COMPLETED);
    assertThat(lab.engine.nextWakeTick(3)).as("it is drained").isEqualTo(4);
    assertThat(lab.engine.accept(lab.token(4))).isTrue();
    assertThat(lab.engine.nextWakeTick(4)).isEqualTo(Wheel.NEVER);
  }

  /// One wake-up too many is all that a bell costs which rang before it failed.
  @Test
  void wake_thatFailsAfterTheDriverWoke_costsOneWakeUpMore() {
    assertThat(lab.engine.nextWakeTick(0)).isEqualTo(Wheel.NEVER);
    lab.failure = new StackOverflowError("as if");
    assertThatThrownBy(this::registered).isSameAs(lab.failure);
    lab.failure = null;
    assertThat(lab.engine.accept(lab.token(1))).as("it was awake").isTrue();
    assertThat(registered().state()).isEqualTo(TimerState.PENDING);
    assertThat(wasWoken()).as("a token turns it off").isFalse();
  }
}
