package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tactus.requirement.Requirement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is not a recording is refused, with the place and the reason.
@Requirement("S5.2")
final class LogParserTest {
  private static final String HEADER =
      """
      tactus-log 1
      name=tactus
      resolution=10000000
      slots=512
      slot-capacity=4194304
      overflow-capacity=4194304
      reinsertion-batch-limit=100
      overflow-reinsertion-threshold=0.75
      clock=DETERMINISTIC
      origin=0
      overwritten=0
      """;

  private static final String SCHEDULE =
      "schedule id=1 at=0 mode=FIXED_RATE delay=5 period=7 tick=1 priority=LOW executor=pool";
  private static final String FIRE =
      "fire id=1 at=10000000 scheduled=0 tick=1 runs=1 executor=pool";
  private static final String CANCEL = "cancel id=1 at=10000000 scheduled=unknown reason=FAILED";

  private static final String VALID =
      HEADER + "entries=3\n" + SCHEDULE + "\n" + FIRE + "\n" + CANCEL + "\nend\n";

  private static final String POSITIVE = "a whole number from 1 to 9223372036854775807";
  private static final String ANY_NUMBER =
      "a whole number from -9223372036854775808 to 9223372036854775807";
  private static final String SHARE = "a decimal number above 0 and at most 1";
  private static final String ESCAPE = "a backslash only before 'u' and four hexadecimal digits";
  private static final String ENTRY = "a line that begins with 'schedule', 'fire' or 'cancel'";

  private static LogRecording parse(String text) throws IOException {
    return new LogParser(
            "a.log", new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)))
        .parse();
  }

  private static void expectError(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(LogParseException.class)
        .hasMessage(message + " [TAC-0501]");
  }

  @Test
  void parse_validText_hasItsEntries() throws IOException {
    assertThat(parse(VALID).entries()).hasSize(3);
    assertThat(parse(VALID.stripTrailing()).entries()).hasSize(3);
  }

  private static Stream<Arguments> mistakesInTheHeader() {
    return Stream.of(
        arguments(
            "tactus-log 1",
            "tactus-log 2",
            1,
            "'tactus-log 2'",
            "the line 'tactus-log 1', which is what this release reads"),
        arguments(
            "name=tactus",
            "title=tactus",
            2,
            "'title=tactus'",
            "the field 'name=...' at this place"),
        arguments(
            "name=tactus",
            "name=my wheel",
            2,
            "'name=my wheel'",
            "the line 'name=...' without blanks"),
        arguments("name=tactus", "name=a\\u00x0", 2, "'a\\u00x0' for 'name'", ESCAPE),
        arguments("name=tactus", "name=a\\", 2, "'a\\' for 'name'", ESCAPE),
        arguments(
            "resolution=10000000",
            "resolution=9999",
            3,
            "'9999' for 'resolution'",
            "a whole number from 10000 to 3600000000000"),
        arguments("slots=512", "slots=500", 4, "'500' for 'slots'", "a power of two"),
        arguments(
            "slots=512",
            "slots=2097152",
            4,
            "'2097152' for 'slots'",
            "a whole number from 2 to 1048576"),
        arguments(
            "threshold=0.75",
            "threshold=NaN",
            8,
            "'NaN' for 'overflow-reinsertion-threshold'",
            SHARE),
        arguments(
            "threshold=0.75",
            "threshold=3/4",
            8,
            "'3/4' for 'overflow-reinsertion-threshold'",
            SHARE),
        arguments(
            "threshold=0.75",
            "threshold=.75",
            8,
            "'.75' for 'overflow-reinsertion-threshold'",
            SHARE),
        arguments(
            "clock=DETERMINISTIC",
            "clock=SUNDIAL",
            9,
            "'SUNDIAL' for 'clock'",
            "one of [DETERMINISTIC, HOST, HARDWARE]"),
        arguments("origin=0", "origin=", 10, "'' for 'origin'", ANY_NUMBER),
        arguments(
            "overwritten=0",
            "overwritten=-1",
            11,
            "'-1' for 'overwritten'",
            "a whole number from 0 to 9223372036854775807"),
        arguments(
            "entries=3",
            "entries=1048577",
            12,
            "'1048577' for 'entries'",
            "a whole number from 0 to 1048576"));
  }

  private static Stream<Arguments> mistakesInEntries() {
    return Stream.of(
        arguments("entries=3", "entries=4", 16, "'end'", ENTRY),
        arguments(
            "schedule id=1",
            "planned id=1",
            13,
            "'planned id=1 at=0 mode=FIXED_RATE delay=5 period=7 tick=1 pr...' (84 characters)",
            ENTRY),
        arguments("schedule id=1", "schedule id=0", 13, "'0' for 'id'", POSITIVE),
        arguments("schedule id=1", "schedule id=01", 13, "'01' for 'id'", POSITIVE),
        arguments("schedule id=1", "schedule id=+1", 13, "'+1' for 'id'", POSITIVE),
        arguments("schedule id=1", "schedule  id=1", 13, "''", "the field 'id=...' at this place"),
        arguments(
            "mode=FIXED_RATE",
            "mode=fixed_rate",
            13,
            "'fixed_rate' for 'mode'",
            "one of [ONE_SHOT, FIXED_RATE, FIXED_DELAY]"),
        arguments(
            "mode=FIXED_RATE",
            "mode=ONE_SHOT",
            13,
            "'7' for 'period'",
            "a whole number from 0 to 0"),
        arguments("period=7", "period=0", 13, "'0' for 'period'", POSITIVE),
        arguments("delay=5", "delay=0", 13, "'0' for 'delay'", POSITIVE),
        arguments(
            "runs=1",
            "runs=2147483648",
            14,
            "'2147483648' for 'runs'",
            "a whole number from 1 to 2147483647"),
        arguments(
            "at=10000000 scheduled=0",
            "at=99999999999999999999 scheduled=0",
            14,
            "'99999999999999999999' for 'at'",
            ANY_NUMBER),
        arguments("scheduled=0", "scheduled=?", 14, "'?' for 'scheduled'", ANY_NUMBER),
        arguments(
            "reason=FAILED",
            "reason=BOREDOM",
            15,
            "'BOREDOM' for 'reason'",
            "one of [REQUESTED, DROPPED, REJECTED, BACKLOG, FAILED, CLOSED]"),
        arguments("reason=FAILED", "reason=FAILED x=1", 15, "'x=1'", "the end of the line here"),
        arguments(
            " reason=FAILED",
            "",
            15,
            "the end of the line",
            "the field 'reason=...' at this place"));
  }

  @ParameterizedTest
  @MethodSource({"mistakesInTheHeader", "mistakesInEntries"})
  void parse_oneThingWrong_namesFileLineFoundAndAllowed(
      String right, String wrong, int line, String found, String allowed) {
    String text = VALID.replace(right, wrong);
    assertThat(text).as("the sample has '%s'", right).isNotEqualTo(VALID);

    expectError(text, "a.log, line %d: found %s; allowed is %s.".formatted(line, found, allowed));
  }

  @Test
  void parse_emptyFile_saysWhatIsMissing() {
    expectError(
        "", "a.log, line 1: found the end of the file; allowed is the line 'tactus-log 1'.");
  }

  @Test
  void parse_truncatedAnywhere_isRefused() {
    String whole = VALID.stripTrailing();
    for (int length = 0; length < whole.length(); length++) {
      String piece = whole.substring(0, length);
      assertThatThrownBy(() -> parse(piece))
          .as("the first %d characters", length)
          .isInstanceOf(LogParseException.class);
    }
  }

  @Test
  void parse_textAfterTheEnd_isRefused() {
    expectError(
        VALID + "more\n", "a.log, line 17: found 'more'; allowed is nothing after the line 'end'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r", "\t", "\0", "\u007f", "\u00e9"})
  void parse_byteThatIsNoPrintableAscii_isRefused(String odd) {
    assertThatThrownBy(() -> parse(VALID.replace("name=tactus", "name=tac" + odd + "us")))
        .isInstanceOf(LogParseException.class)
        .hasMessageStartingWith("a.log, line 2: found the byte 0x")
        .hasMessageEndingWith("; allowed is printable ASCII and the line feed. [TAC-0501]");
  }

  @Test
  void parse_endlessLine_isRefusedEarly() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };

    assertThatThrownBy(() -> new LogParser("a.log", endless).parse())
        .isInstanceOf(LogParseException.class)
        .hasMessage(
            "a.log, line 1: found a line that goes on; allowed is a line of at most 4096"
                + " characters. [TAC-0501]");
  }

  @Test
  void parse_nameTooLong_isRefused() {
    assertThatThrownBy(() -> parse(VALID.replace("=pool", "=" + "p".repeat(201))))
        .isInstanceOf(LogParseException.class)
        .hasMessageContaining("(201 characters) for 'executor'; allowed is a name of at most 200");
  }

  @Test
  void parse_moreNamesThanAllowed_isRefused() {
    StringBuilder text = new StringBuilder(HEADER).append("entries=20000\n");
    for (int i = 0; i < 20_000; i++) {
      text.append(FIRE).append(i).append('\n');
    }

    expectError(
        text.append("end\n").toString(),
        "a.log, line 10013: found the name 'pool10000' after 10000 others; allowed is at most"
            + " 10000 different names of executors.");
  }

  @Test
  void parse_longestEntry_fitsIntoALine() throws IOException {
    String name = "\\u0020".repeat(LogEntry.NAME_LENGTH_MAX);
    String text =
        HEADER
            + "entries=1\nschedule id=9223372036854775807 at=-9223372036854775808"
            + " mode=FIXED_DELAY delay=9223372036854775807 period=9223372036854775807"
            + " tick=-9223372036854775808 priority=NORMAL executor="
            + name
            + "\nend\n";

    assertThat(parse(text).entries()).hasSize(1);
  }
}
