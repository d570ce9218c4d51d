package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class DurationConverterTest {
  private final DurationConverter converter = new DurationConverter();

  @ParameterizedTest
  @CsvSource({
    "1ns, PT0.000000001S",
    "500us, PT0.0005S",
    "10ms, PT0.01S",
    "10 ms, PT0.01S",
    "1s, PT1S",
    "2m, PT2M",
    "3h, PT3H",
    "-4s, PT-4S",
  })
  void convert_numberAndUnit_thatLong(String text, Duration expected) {
    assertThat(converter.convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "ms", "1.5s", "1d", "ten ms", "1ms2", "1e3s", "PT1S"})
  void convert_anythingElse_refusedWithAnExample(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageStartingWith("'" + text + "' is no length of time")
        .hasMessageEndingWith("for example 10ms");
  }
}
