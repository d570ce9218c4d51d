package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CoreDistanceTest {
  @Test
  void nanos_onThisMachine_isATimeThatLightCouldNeed() {
    double nanos = CoreDistance.nanos();
    assertThat(nanos).isNotNegative();
    if (nanos != CoreDistance.UNKNOWN) { // somebody else may have had the other core all the time
      assertThat(nanos).isBetween(1.0, (double) Duration.ofSeconds(1).toNanos());
    }
  }

  @Test
  void nanos_partnerOfTheLastCall_isGone() {
    double _ = CoreDistance.nanos();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("bench-core-distance"));
  }

  @Test
  void compared_smallDifferences_areNone() {
    assertThat(CoreDistance.compared(140, 100)).isEqualTo(1);
    assertThat(CoreDistance.compared(100, 140)).isEqualTo(1);
    assertThat(CoreDistance.compared(300, 100)).isEqualTo(3);
    assertThat(CoreDistance.compared(100, 200)).isEqualTo(0.5);
    assertThat(CoreDistance.compared(CoreDistance.UNKNOWN, 100)).isEqualTo(1);
  }
}
