package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SummaryTest {
  @Test
  void of_oddNumberInAnyOrder_takesTheMiddleOne() {
    assertThat(Summary.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Summary(4, 1, 9, 3));
  }

  @Test
  void of_evenNumber_takesTheMeanOfTheMiddleTwo() {
    assertThat(Summary.of(List.of(8.0, 1.0, 2.0, 4.0))).isEqualTo(new Summary(3, 1, 8, 4));
  }

  @Test
  void of_nothing_isRefused() {
    assertThatThrownBy(() -> Summary.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 samples");
  }

  @Test
  void median_unsortedValues_leavesThemAsTheyAre() {
    double[] values = {3, 1, 2};

    assertThat(Summary.median(values)).isEqualTo(2);
    assertThat(values).containsExactly(3, 1, 2);
  }

  @Test
  void percentile_hundredValues_isTheNearestRank() {
    long[] sorted = new long[100];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = i + 1L;
    }

    assertThat(Summary.percentile(sorted, 0.5)).isEqualTo(50);
    assertThat(Summary.percentile(sorted, 0.99)).isEqualTo(99);
    assertThat(Summary.percentile(sorted, 1)).isEqualTo(100);
    assertThat(Summary.percentile(sorted, 0.001)).isEqualTo(1);
  }

  @Test
  void percentile_shareOutsideOfItsRange_isRefused() {
    assertThatThrownBy(() -> Summary.percentile(new long[] {1}, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Summary.percentile(new long[0], 0.5))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
