package dev.tactus.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// What the command refuses, before anything is measured.
final class BenchCommandTest {
  private final StringWriter err = new StringWriter();
  private final StringWriter out = new StringWriter();

  private int execute(String... arguments) {
    return new CommandLine(new BenchCommand())
        .setErr(new PrintWriter(err))
        .setOut(new PrintWriter(out))
        .execute(arguments);
  }

  @Test
  void execute_noSuite_exitsWithUsage() {
    assertThat(execute()).isEqualTo(2);
    assertThat(err.toString()).contains("No suite given").contains("Usage: bench");
  }

  @Test
  void execute_unknownOption_exitsWithUsage() {
    assertThat(execute("timers", "--fast")).isEqualTo(2);
    assertThat(err.toString()).contains("--fast").contains("Usage: bench timers");
  }

  @Test
  void execute_unknownWorkload_exitsAndNamesTheKnownOnes() {
    assertThat(execute("timers", "--only", "pairs,naps")).isEqualTo(2);
    assertThat(err.toString()).contains("'naps' is no workload").contains("one-shots");
  }

  @Test
  void execute_unknownContender_exitsAndNamesTheKnownOnes() {
    assertThat(execute("timers", "--contenders", "quartz")).isEqualTo(2);
    assertThat(err.toString()).contains("'quartz' is no contender").contains("tactus, stpe");
  }

  @Test
  void execute_roundsOrShareOutsideOfTheirRange_exits() {
    assertThat(execute("timers", "--rounds", "0")).isEqualTo(2);
    assertThat(execute("timers", "--rounds", "many")).isEqualTo(2);
    assertThat(execute("timers", "--others", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds 0 given").contains("--others 0.0 given");
  }

  @Test
  void execute_oneFileForBothReports_isRefused(@TempDir Path folder) {
    String file = folder.resolve("r").toString();
    String sameFile = folder.resolve("x/../r").toString();

    assertThat(execute("timers", "--json", file, "--html", sameFile)).isEqualTo(2);
    assertThat(err.toString()).contains("--json and --html");
  }

  @Test
  void execute_fileThatCannotBeWritten_exitsBeforeTheRun(@TempDir Path folder) {
    assertThat(execute("timers", "--json", folder.resolve("no/r.json").toString())).isEqualTo(2);
    assertThat(execute("timers", "--html", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("does not exist").contains("is a directory");
  }

  @Test
  void execute_suiteThatWatches_isKnown() {
    assertThat(execute("watching", "--contenders", "quartz")).isEqualTo(2);
    assertThat(err.toString()).contains("tactus, nobody-looks, bare");
  }

  @Test
  void execute_help_listsTheOptions() {
    assertThat(execute("timers", "--help")).isZero();
    assertThat(out.toString()).contains("--quick", "--json", "--html", "--rounds", "--only");
  }
}
