package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MarkTest {
  @Test
  void text_eachKind_saysWhatAndHowMuch() {
    assertThat(new Mark(Mark.Kind.EARLY, 15.2).text()).isEqualTo("early 15 %");
    assertThat(new Mark(Mark.Kind.EARLY, 1.04).text()).isEqualTo("early 1.0 %");
    assertThat(new Mark(Mark.Kind.LOST, 3).text()).isEqualTo("lost 3");
    assertThat(new Mark(Mark.Kind.DISORDER, 0.0001).text()).isEqualTo("<0.1 % out of order");
    assertThat(new Mark(Mark.Kind.HOLDS, 3011.6).text()).isEqualTo("holds 3012 MB");
  }
}
