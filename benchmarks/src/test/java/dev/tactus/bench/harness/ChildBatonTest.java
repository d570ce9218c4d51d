package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a child says and does when it is told to go on.
final class ChildBatonTest {
  private final List<String> log = new ArrayList<>();
  private final ChildBaton baton =
      new ChildBaton(line -> log.add(ResultLine.format(line)), () -> log.add("settled"));

  private void tell(String... lines) {
    for (String line : lines) {
      baton.told(line);
    }
  }

  private void visit(String station) throws Exception {
    baton.station(
        station, () -> log.add("prepared"), (ready, number) -> log.add(ready + " " + number));
  }

  @Test
  void station_toldToGo_preparesAndTakesSamplesUntilItIsEnough() throws Exception {
    tell("go", "go", "go", "enough");

    visit("x");

    assertThat(log)
        .containsExactly(
            "settled",
            "@bench ready x 0",
            "prepared",
            "settled",
            "@bench ready x 1",
            "true 1",
            "settled",
            "@bench ready x 2",
            "true 2",
            "settled",
            "@bench ready x 3");
  }

  @Test
  void station_enoughBeforeItIsPrepared_isLeftOut() throws Exception {
    tell("enough", "go", "enough");

    visit("x");
    visit("y");

    assertThat(log)
        .containsExactly(
            "settled",
            "@bench ready x 0",
            "@bench ready y 0",
            "prepared",
            "settled",
            "@bench ready y 1");
  }

  @Test
  void told_anythingElse_isIgnored() throws Exception {
    tell("", "stop", "GO", "enough");

    visit("x");

    assertThat(log).containsExactly("settled", "@bench ready x 0");
  }
}
