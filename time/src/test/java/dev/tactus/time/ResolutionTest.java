package dev.tactus.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ResolutionTest {
  @Test
  @Requirement("S1.6")
  void maxFrequency_ofTheDefault_isOneHundredHertz() {
    assertThat(Resolution.DEFAULT.asDuration()).isEqualTo(Duration.ofMillis(10));
    assertThat(Resolution.DEFAULT.maxFrequencyHertz()).isEqualTo(100.0);
    assertThat(Resolution.of(Duration.ofNanos(10_000)).maxFrequencyHertz()).isEqualTo(100_000.0);
  }

  @Test
  void of_withinTheRange_keepsTheLength() {
    assertThat(Resolution.of(Duration.ofHours(1)).nanos()).isEqualTo(Resolution.MAX_NANOS);
    assertThat(Resolution.of(Duration.ofNanos(10_000)).nanos()).isEqualTo(Resolution.MIN_NANOS);
  }

  @Test
  void of_outsideTheRange_saysWhatIsAllowed() {
    Duration[] given = {
      Duration.ZERO,
      Duration.ofNanos(-5),
      Duration.ofNanos(9_999),
      Duration.ofHours(1).plusNanos(1),
      Duration.ofSeconds(Long.MAX_VALUE),
      Duration.ofSeconds(Long.MIN_VALUE)
    };
    for (Duration tick : given) {
      assertThatThrownBy(() -> Resolution.of(tick))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Long.toString(Resolution.MIN_NANOS))
          .hasMessageContaining(Long.toString(Resolution.MAX_NANOS));
    }
    assertThatThrownBy(() -> Resolution.of(Duration.ofNanos(9_999)))
        .hasMessageContaining("9999 ns");
  }
}
