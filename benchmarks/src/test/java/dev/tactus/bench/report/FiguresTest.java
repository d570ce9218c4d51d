package dev.tactus.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FiguresTest {
  @Test
  void text_anySize_hasAboutThreeDigits() {
    assertThat(Figures.text(0)).isEqualTo("0");
    assertThat(Figures.text(0.0834)).isEqualTo("0.083");
    assertThat(Figures.text(1.3)).isEqualTo("1.3");
    assertThat(Figures.text(9.996)).isEqualTo("10");
    assertThat(Figures.text(28.04)).isEqualTo("28");
    assertThat(Figures.text(28.16)).isEqualTo("28.2");
    assertThat(Figures.text(100)).isEqualTo("100");
    assertThat(Figures.text(1234.56)).isEqualTo("1235");
    assertThat(Figures.text(-3.14159)).isEqualTo("-3.14");
  }
}
