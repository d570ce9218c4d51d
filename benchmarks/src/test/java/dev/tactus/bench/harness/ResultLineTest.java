package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ResultLineTest {
  @Test
  void parse_whatFormatWrote_givesTheSameLine() {
    List<ResultLine> lines =
        List.of(
            new ResultLine.Sample("pairs.1t.0", 28.125e6),
            new ResultLine.Marked("burst.ms", new Mark(Mark.Kind.DISORDER, 12.5)),
            new ResultLine.Ready("ping-pong.1", 2),
            new ResultLine.Failure("3 of 5 timers never fired"),
            new ResultLine.End());

    assertThat(lines).allSatisfy(line -> assertThat(roundTrip(line)).isEqualTo(line));
  }

  @Test
  void format_reasonOfSeveralLines_staysOnOneLine() {
    assertThat(ResultLine.format(new ResultLine.Failure("first\n  second")))
        .isEqualTo("@bench fail first second");
  }

  @Test
  void parse_anythingElse_isNoResultLine() {
    assertThat(
            List.of(
                "",
                "WARNING: something",
                "@benchmark end",
                "@bench",
                "@bench ",
                "@bench sample",
                "@bench sample m",
                "@bench sample m twelve",
                "@bench mark m SOMETIMES 1",
                "@bench ready x",
                "@bench ready x soon",
                "@bench stop"))
        .allSatisfy(text -> assertThat(ResultLine.parse(text)).isEmpty());
  }

  private static ResultLine roundTrip(ResultLine line) {
    return ResultLine.parse(ResultLine.format(line)).orElseThrow();
  }
}
