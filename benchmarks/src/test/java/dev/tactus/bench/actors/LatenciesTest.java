package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.bench.actors.Latencies.Stamp;
import dev.tactus.bench.harness.HostTime;
import org.junit.jupiter.api.Test;

/// Percentiles of all messages, of all but the first, and of some in the middle.
final class LatenciesTest {
  private static final long SECOND = 1_000_000_000;

  private final Latencies latencies = new Latencies(6);

  @Test
  void percentileMicros_ofSome_knowsNothingOfTheOthers() {
    for (int i = 0; i < 6; i++) {
      arriveLate(i, i == 2 || i == 3 ? 1 : 1_000);
    }

    assertThat(latencies.percentileMicros(1, 2, 2)).isBetween(1e6, 900e6);
    assertThat(latencies.percentileMicros(0.01, 4)).isGreaterThan(900e6);
    assertThat(latencies.percentileMicros(0.01, 0)).isLessThan(900e6);
  }

  @Test
  void percentileMicros_oneNeverCame_isAnError() {
    arriveLate(0, 1);

    assertThat(latencies.percentileMicros(1, 0, 1)).isPositive();
    assertThatThrownBy(() -> latencies.percentileMicros(1, 0, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("never came");
  }

  private void arriveLate(int index, long seconds) {
    latencies.arrived(new Stamp(index, HostTime.nanos() - seconds * SECOND));
  }
}
