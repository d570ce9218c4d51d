package dev.tactus.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ManualClockTest {
  @Test
  @Requirement("S5.1")
  void clock_untilMoved_standsStill() {
    ManualClock clock = ManualClock.atZero();

    assertThat(clock.nanos()).isZero();
    assertThat(clock.nanos()).isZero();
    clock.advanceNanos(250);
    assertThat(clock.nanos()).isEqualTo(250);
    assertThat(clock.now()).isEqualTo(new MonotonicInstant(250));
  }

  @Test
  @Requirement("S1.3")
  void kind_isDeterministic_soItsDriftBudgetIsNothing() {
    assertThat(ManualClock.atZero().kind()).isEqualTo(ClockKind.DETERMINISTIC);
    assertThat(ClockKind.DETERMINISTIC.driftBudget()).isZero();
    assertThat(ClockKind.HOST.driftBudget()).isEqualTo(0.05);
    assertThat(ClockKind.HARDWARE.driftBudget()).isEqualTo(0.05);
  }

  @Test
  void moveTo_thePast_isIgnored() {
    ManualClock clock = ManualClock.at(1_000);
    clock.moveTo(999);
    assertThat(clock.nanos()).isEqualTo(1_000);
    clock.moveTo(1_001);
    assertThat(clock.nanos()).isEqualTo(1_001);
  }

  @Test
  void moveTo_acrossTheWrapAround_isForward() {
    ManualClock clock = ManualClock.at(Long.MAX_VALUE - 10);
    long later = clock.nanos() + 30;
    assertThat(later).isNegative();

    clock.moveTo(later);
    assertThat(clock.nanos()).isEqualTo(later);
    clock.moveTo(Long.MAX_VALUE);
    assertThat(clock.nanos()).as("the other side of the wrap-around is past").isEqualTo(later);
  }

  @Test
  void advanceNanos_negative_isRefused() {
    ManualClock clock = ManualClock.at(7);

    assertThatThrownBy(() -> clock.advanceNanos(-3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-3 ns")
        .hasMessageContaining("0 or more");
    assertThat(clock.nanos()).isEqualTo(7);
  }

  @Test
  void advanceNanos_fromTwoThreads_addsUp() throws InterruptedException {
    ManualClock clock = ManualClock.atZero();
    new TestThreads()
        .with(
            2,
            () -> {
              for (int i = 0; i < 20_000; i++) {
                clock.advanceNanos(3);
              }
            })
        .start()
        .join();

    assertThat(clock.nanos()).isEqualTo(120_000);
  }

  @Test
  void moveTo_fromTwoThreads_neverGoesBack() throws InterruptedException {
    ManualClock clock = ManualClock.atZero();
    new TestThreads()
        .with(
            2,
            () -> {
              for (long target = 1; target <= 20_000; target++) {
                clock.moveTo(target);
                if (clock.nanos() < target) {
                  throw new AssertionError("the clock went back behind " + target);
                }
              }
            })
        .start()
        .join();

    assertThat(clock.nanos()).isEqualTo(20_000);
  }

  @Test
  void instants_acrossTheWrapAround_keepTheirOrder() {
    MonotonicInstant before = new MonotonicInstant(Long.MAX_VALUE - 1);
    MonotonicInstant after = new MonotonicInstant(Long.MIN_VALUE + 8);

    assertThat(before).isLessThan(after);
    assertThat(before.until(after)).isEqualTo(Duration.ofNanos(10));
    assertThat(after.until(before)).isEqualTo(Duration.ofNanos(-10));
    assertThat(before.compareTo(new MonotonicInstant(Long.MAX_VALUE - 1))).isZero();
    assertThat(new MonotonicInstant(5).plus(Duration.ofNanos(6)).nanos()).isEqualTo(11);
    assertThatThrownBy(() -> before.plus(Duration.ofNanos(2)))
        .isInstanceOf(ArithmeticException.class);
  }
}
