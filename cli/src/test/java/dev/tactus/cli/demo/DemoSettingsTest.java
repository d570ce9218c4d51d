package dev.tactus.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many regions there are. What is refused is tested where people meet it, on the command line.
final class DemoSettingsTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "15, 15", "16, 16", "10000, 16", "1000000, 16"})
  void regions_anyNumberOfDevices_areNeverMoreThanTheDevices(int devices, int regions) {
    DemoSettings settings =
        new DemoSettings(devices, Duration.ofMillis(10), OptionalInt.empty(), 1);

    assertThat(settings.regions()).isEqualTo(regions);
  }
}
