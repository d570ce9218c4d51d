package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

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
}
