package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class WheelSettingsTest {
  private static void assertRefused(
      UnaryOperator<WheelSettings> change, String given, String allowed) {
    assertThatThrownBy(() -> change.apply(WheelSettings.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(given)
        .hasMessageContaining(allowed);
  }

  @Test
  @Requirement({"S7.1", "S7.2"})
  void defaults_areThoseThatWerePromised() {
    assertThat(WheelSettings.DEFAULT.slots()).isEqualTo(512);
    assertThat(WheelSettings.DEFAULT.reinsertionBatchLimit()).isEqualTo(100);
    assertThat(WheelSettings.DEFAULT.overflowReinsertionThreshold()).isEqualTo(0.75);
  }

  @Test
  void slots_notAPowerOfTwoInRange_isRefused() {
    for (int slots : new int[] {-8, 0, 1, 3, 511, 1 << 21}) {
      assertRefused(s -> s.withSlots(slots), "slots was " + slots, "power of two");
    }
    assertThat(WheelSettings.DEFAULT.withSlots(2).slots()).isEqualTo(2);
    assertThat(WheelSettings.DEFAULT.withSlots(1 << 20).slots()).isEqualTo(1 << 20);
  }

  @Test
  void capacitiesAndLimit_belowOne_areRefused() {
    assertRefused(s -> s.withSlotCapacity(0), "slotCapacity was 0", "1 or more");
    assertRefused(s -> s.withOverflowCapacity(-1), "overflowCapacity was -1", "1 or more");
    assertRefused(s -> s.withReinsertionBatchLimit(0), "reinsertionBatchLimit was 0", "1 or more");
  }

  @Test
  void threshold_notAShare_isRefused() {
    for (double share : new double[] {0, -0.1, 1.01, Double.NaN}) {
      assertRefused(
          s -> s.withOverflowReinsertionThreshold(share),
          "overflowReinsertionThreshold was " + share,
          "above 0 and at most 1");
    }
    assertThat(WheelSettings.DEFAULT.withOverflowReinsertionThreshold(1))
        .extracting(WheelSettings::overflowReinsertionThreshold)
        .isEqualTo(1.0);
  }
}
