package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BetterTest {
  @Test
  void ratio_higherIsBetter_isOursOverTheirs() {
    assertThat(Better.HIGHER.ratio(30, 15, 0)).isEqualTo(2);
  }

  @Test
  void ratio_lowerIsBetter_isTheirsOverOurs() {
    assertThat(Better.LOWER.ratio(15, 30, 0)).isEqualTo(2);
  }

  @Test
  void ratio_bothBelowTheFloor_isOne() {
    assertThat(Better.LOWER.ratio(0.04, 0, 0.1)).isEqualTo(1);
  }

  @Test
  void ratio_onlyTheirsBelowTheFloor_countsTheirsAsTheFloor() {
    assertThat(Better.LOWER.ratio(2, 0, 1)).isEqualTo(0.5);
  }

  @Test
  void beats_eachDirection_prefersItsGoodEnd() {
    assertThat(Better.HIGHER.beats(2, 1)).isTrue();
    assertThat(Better.HIGHER.beats(1, 2)).isFalse();
    assertThat(Better.LOWER.beats(1, 2)).isTrue();
    assertThat(Better.LOWER.beats(1, 1)).isFalse();
  }
}
