package dev.tactus.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TableReportTest {
  private final List<String> lines = TableReport.render(SampleReport.create()).lines().toList();

  private String lineWith(String text) {
    return lines.stream().filter(line -> line.contains(text)).findFirst().orElse("");
  }

  @Test
  void render_row_showsRangesBestPeerRatioTargetAndVerdict() {
    assertThat(lineWith("schedule + cancel"))
        .matches(
            "schedule \\+ cancel +M pairs/s +28 \\[27\\.5\\.\\.29]\\* +netty 13 \\[12\\.9\\.\\."
                + "13\\.3] +2\\.15 x +2 x +ok");
  }

  @Test
  void render_otherPeers_standBelowTheirRowWithRemarksAndFailures() {
    assertThat(lines.get(lines.indexOf(lineWith("schedule + cancel")) + 1))
        .isEqualTo(
            "    kafka failed: OOM  agrona 29.1 [29.1..29.1] (cores 3.2 x as far apart; one thread"
                + " only)");
    assertThat(lines.get(lines.indexOf(lineWith("lateness")) + 1))
        .isEqualTo("    agrona 9 [9..9] (early 15 %; cores 3.2 x as far apart)");
  }

  @Test
  void render_rowThatNobodyMeasured_isOpen() {
    assertThat(lineWith("measured by nobody")).matches("measured by nobody +ms( +-){3} +1 x +open");
  }

  @Test
  void render_rowOfAnotherSubject_namesIt() {
    assertThat(lineWith("pairs of Netty"))
        .matches(
            "pairs of Netty +M pairs/s +netty 13 \\[.*] +agrona 29.1 .* +0\\.446 x +0\\.4 x +ok");
  }

  @Test
  void render_heading_tellsMachineModeAndDate() {
    assertThat(lines)
        .contains("bench timers, quick, 2026-01-02T03:04:05Z")
        .contains("2 cores, A & B <CPU>, 8 GiB, JDK 25, Linux 6");
  }

  @Test
  void render_end_countsVerdictsAndExplainsTheStar() {
    assertThat(lines)
        .contains("3 of 4 rows reach their target, 0 miss it, 1 open")
        .contains("* other programs took more than 10 % of the machine during a sample");
  }
}
