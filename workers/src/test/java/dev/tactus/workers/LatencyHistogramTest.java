package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The buckets of latencies.
@Requirement("W8")
final class LatencyHistogramTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3, 4, 5, 7, 8, 9, 1_000, 123_456_789, Long.MAX_VALUE})
  void figures_oneValue_isThatValue(long nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(nanos);

    assertThat(histogram.figures()).isEqualTo(new ReadyLatency(1, nanos, nanos, nanos));
  }

  @Test
  void figures_manyValues_atMostAQuarterTooHigh() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 1; i <= 10_000; i++) {
      histogram.record(i);
    }

    ReadyLatency figures = histogram.figures();
    assertThat(figures.samples()).isEqualTo(10_000);
    assertThat(figures.p50Nanos()).isBetween(5_000L, 6_250L);
    assertThat(figures.p99Nanos()).isBetween(9_900L, 10_000L);
    assertThat(figures.maxNanos()).isEqualTo(10_000);
  }

  @Test
  void record_clockWentBack_countsAsZero() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(-5);

    assertThat(histogram.figures()).isEqualTo(new ReadyLatency(1, 0, 0, 0));
  }

  @Test
  void add_twoHistograms_sumsThem() {
    LatencyHistogram one = new LatencyHistogram();
    LatencyHistogram other = new LatencyHistogram();
    one.record(1);
    other.record(1);
    other.record(3);
    one.add(other);

    assertThat(one.figures()).isEqualTo(new ReadyLatency(3, 1, 3, 3));
  }
}
