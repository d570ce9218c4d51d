package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.cli.explain.ErrorPages;
import dev.tactus.error.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What `explain` prints.
final class ExplainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void explain_withoutACode_listsAllWithTheirTitles() {
    assertThat(run("explain")).isZero();

    assertThat(out.toString().lines())
        .hasSize(ErrorCode.values().length)
        .startsWith("TAC-0101  A delay or period cannot be scheduled")
        .endsWith("TAC-0910  Timers were dropped");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void explain_anyCode_printsItsPageAsPlainText(ErrorCode code) {
    assertThat(run("explain", code.code())).isZero();

    assertThat(out.toString().lines())
        .startsWith(code.code() + ": " + code.title(), "", "What happened", "")
        .contains("Why", "What to do", "See also")
        .noneMatch(line -> line.startsWith("#") || line.startsWith("```") || line.startsWith("|"))
        .noneMatch(line -> line.contains("](") || line.contains("`") || line.contains("\u001b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tac-0101", "101", "[TAC-0101]", "TAC101"})
  void explain_codeWrittenInAnotherWay_isUnderstood(String given) {
    assertThat(run("explain", given)).isZero();
    assertThat(out.toString()).startsWith("TAC-0101: ");
  }

  @Test
  void explain_page_keepsLinesAndNamesFilesFromTheRoot() {
    assertThat(run("explain", "0101")).isZero();

    assertThat(out.toString())
        .contains(
            "    if (left.isPositive()) {\n      scheduler.scheduleOnce(left, task, executor);")
        .contains("- For at once, hand the task to its executor")
        .contains("- TAC-0105: A tick cannot have this length\n")
        .endsWith("- Testing with timers (docs/testing.md)\n");
  }

  @ParameterizedTest
  @CsvSource({
    "TAC-0199, TAC-0201",
    "0404x, TAC-",
    "299, TAC-0301",
    "9999, TAC-0910",
    "ask-timout, TAC-0205",
    "MailboxFull, TAC-0208",
    "99999999999, TAC-",
  })
  void explain_noSuchCode_returns2AndSuggestsTheNearest(String given, String nearest) {
    assertThat(run("explain", given)).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith(
            "tactus explain: There is no error code '"
                + given
                + "'. Did you mean one of these? "
                + nearest)
        .contains("Usage: tactus explain");
  }

  @Test
  void explain_asJson_holdsThePageAsItIs() throws IOException {
    assertThat(run("explain", "TAC-0302", "--json")).isZero();

    assertThat(out.toString().strip())
        .startsWith(
            "{\"code\":\"TAC-0302\",\"name\":\"POOL_CLOSED\","
                + "\"title\":\"The worker pool takes no more tasks\","
                + "\"file\":\"docs/errors/TAC-0302.md\",\"markdown\":\"# TAC-0302: ")
        .endsWith("\"}")
        .hasLineCount(1);
    assertThat(ErrorPages.read(ErrorCode.POOL_CLOSED)).startsWith("# TAC-0302: ");
  }

  @Test
  void explain_listAsJson_isOneObject() {
    assertThat(run("explain", "--json")).isZero();

    assertThat(out.toString().strip())
        .startsWith("{\"codes\":[{\"code\":\"TAC-0101\",\"name\":\"INVALID_DELAY\",\"title\":")
        .endsWith("}]}")
        .hasLineCount(1);
  }
}
