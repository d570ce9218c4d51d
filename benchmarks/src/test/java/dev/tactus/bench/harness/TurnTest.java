package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TurnTest {
  @Test
  void parse_itsOwnArguments_givesTheSameTurn() {
    Turn turn = new Turn("timers", "firing", "netty", Mode.QUICK, 3, List.of("burst", "lateness"));

    assertThat(Turn.parse(turn.arguments().toArray(String[]::new))).isEqualTo(turn);
  }

  @Test
  void parse_tooFewArguments_isRefusedAndNamesThem() {
    assertThatThrownBy(() -> Turn.parse("timers", "firing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[timers, firing]");
  }
}
