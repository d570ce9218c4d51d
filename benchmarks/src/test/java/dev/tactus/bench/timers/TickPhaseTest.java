package dev.tactus.bench.timers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TickPhaseTest {
  @Test
  void mean_timesJustBehindTicks_isTheirPhase() {
    assertThat(TickPhase.mean(new long[] {1_003, 2_003, 7_003}, 1_000)).isEqualTo(3);
  }

  @Test
  void mean_timesAroundTheWrap_isTheWrap() {
    assertThat(TickPhase.mean(new long[] {990, 2_010}, 1_000)).isZero();
  }

  @Test
  void mean_negativeClock_liesWithinATick() {
    assertThat(TickPhase.mean(new long[] {-700, -1_700}, 1_000)).isEqualTo(300);
  }

  @Test
  void midTick_anyMoment_isTheNextHalfTick() {
    assertThat(TickPhase.midTick(10_000, 300, 1_000)).isEqualTo(10_800);
    assertThat(TickPhase.midTick(10_801, 300, 1_000)).isEqualTo(11_800);
    assertThat(TickPhase.midTick(-100, 700, 1_000)).isEqualTo(200);
  }
}
