package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LatenessSampleTest {
  private static LatenessSample of(int capacity, LongStream values) {
    LatenessSample sample = new LatenessSample(capacity, 3);
    values.forEach(sample::add);
    return sample;
  }

  @Test
  void figures_nothingMeasured_allZero() {
    assertThat(of(8, LongStream.empty()).figures())
        .isEqualTo(new LatenessFigures(0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void figures_allRunsFit_sharesAreExact() {
    assertThat(of(2_000, LongStream.rangeClosed(1, 1_000)).figures())
        .isEqualTo(new LatenessFigures(1_000, 1_000, 0, 500, 990, 999, 1_000));
  }

  @Test
  void figures_moreRunsThanFit_sampleIsFairAndMaxIsOfAll() {
    LatenessFigures figures = of(1_000, LongStream.rangeClosed(1, 100_000)).figures();

    assertThat(figures.runs()).isEqualTo(100_000);
    assertThat(figures.sampled()).isEqualTo(1_000);
    assertThat(figures.p50Nanos()).isBetween(45_000L, 55_000L);
    assertThat(figures.p99Nanos()).isGreaterThan(97_000);
    assertThat(figures.maxNanos()).isEqualTo(100_000);
  }

  @Test
  void figures_runsBeforeTheirTime_counted() {
    LatenessFigures figures = of(8, LongStream.of(-5, -1, 0, 2)).figures();

    assertThat(figures.early()).isEqualTo(2);
    assertThat(figures.maxNanos()).isEqualTo(2);
  }

  @Test
  void figures_onlyEarlyRuns_maxIsNegative() {
    assertThat(of(8, LongStream.of(-5, -3)).figures().maxNanos()).isEqualTo(-3);
  }

  @Test
  void takeFigures_thenMoreRuns_startsFromNothing() {
    LatenessSample sample = of(8, LongStream.of(7, 8, 9));

    assertThat(sample.takeFigures().runs()).isEqualTo(3);
    sample.add(1);
    assertThat(sample.figures()).isEqualTo(new LatenessFigures(1, 1, 0, 1, 1, 1, 1));
  }
}
