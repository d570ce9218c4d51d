package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FiguresTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1 us",
    "1234, 1.2 us",
    "999499, 999 us",
    "999500, 1.0 ms",
    "10000000, 10 ms",
    "12345678, 12.3 ms",
    "123456789, 123 ms",
    "1500000000, 1.5 s",
    "-2500000, -2.5 ms",
  })
  void time_anyNanos_twoOrThreeDigitsAndAUnit(long nanos, String expected) {
    assertThat(Figures.time(nanos)).isEqualTo(expected);
  }

  @Test
  void time_manySeconds_grouped() {
    assertThat(Figures.time(Duration.ofHours(1))).isEqualTo("3,600 s");
  }

  @Test
  void count_millions_grouped() {
    assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
  }
}
