package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorSystem;
import dev.tactus.console.Console;
import dev.tactus.observe.Observatory;
import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/// Arguments, messages and exit codes.
final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String line) {
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ");
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "``~tactus: Missing required subcommand",
        "dmo~Did you mean: tactus demo?",
        "--colour~tactus: Unknown option: '--colour'",
        "demo --sconds~tactus demo: Unknown option: '--sconds'",
        "demo 5~tactus demo: Unmatched argument at index 1: '5'",
        "demo --seconds 0~A run of 0 seconds was asked for; it takes 1 or more.",
        "demo --seconds -3~A run of -3 seconds was asked for; it takes 1 or more.",
        "demo --seconds soon~'soon' is not an int",
        "demo --devices 0~0 devices were asked for; 1 to 1,000,000 are possible",
        "demo --devices -1~-1 devices were asked for; 1 to 1,000,000 are possible",
        "demo --devices 1000001~1,000,001 devices were asked for; 1 to 1,000,000 are possible",
        "demo --devices 99999999999~'99999999999' is not an int",
        "demo --tick 9us~A tick of 9 us was asked for; 10 us to 1 s are possible",
        "demo --tick 1h~A tick of 3,600 s was asked for; 10 us to 1 s are possible",
        "demo --tick -10ms~A tick of -10 ms was asked for; 10 us to 1 s are possible",
        "demo --tick 10~'10' is no length of time",
        "demo --tick 999999999999999999h~is longer than can be counted",
        "demo --tick 10000000000h~A tick of 36,000,000,000,000 s was asked for",
        "demo --driver pony~expected one of [HOST, KERNEL] (case-insensitive) but was 'pony'",
        "demo --dump xml~expected one of [TEXT, JSON] (case-insensitive) but was 'xml'",
        "demo --port 65536~The port was 65536; it is 1 to 65535, or 0 for any that is free.",
        "demo --port -1~The port was -1; it is 1 to 65535, or 0 for any that is free.",
        "sim --seeds 0~0 seeds were asked for; it takes 1 or more.",
        "sim --seeds many~'many' is not a long",
        "sim --minutes 0~0.0 minutes were asked for; more than 0 and up to 100000 are possible.",
        "sim --minutes NaN~NaN minutes were asked for",
        "sim --threads 0~0 threads were asked for; 1 to 1000 are possible.",
        "sim --seed xyz~'xyz' is not a seed; a seed has 1 to 16 hexadecimal digits",
        "sim --seed 1 --seeds 5~--seed runs one seed; leave --seeds and --minutes out",
        "sim --hours~tactus sim: Unknown option: '--hours'",
        "sim show~tactus sim show: Missing required parameter: 'FILE'",
        "sim show no/such.trace~There is no file no/such.trace; give a trace",
        "sim show pom.xml~pom.xml is not a trace: its first line does not begin with",
        "sim show pom.xml --kind GONE~'GONE'",
        "replay~tactus replay: Missing required parameter",
        "replay dev.tactus.cli.MainTest#run --seed none~'none' is not a seed",
        "replay MainTest --seed 1~'MainTest' does not name a test; write <class>#<method>",
        "replay dev.NoTest#run --seed 1~No module below ",
        "bench~tactus bench: ",
        "bench nothing~tactus bench: Unmatched argument at index 1: 'nothing'",
      })
  void run_lineThatCannotBeFollowed_saysWhyAndHowOnStandardErrorAndReturns2(
      String line, String message) {
    int exit = run(line);

    assertThat(exit).isEqualTo(2);
    assertThat(err.toString()).contains(message).contains("Usage: tactus").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "help", "-h"})
  void run_help_namesAllCommands(String line) {
    assertThat(run(line)).isZero();
    assertThat(out.toString())
        .contains("Usage: tactus", "demo", "sim", "replay", "bench", "explain", "completion");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo --help", "help demo"})
  void run_helpOfDemo_namesAllOptions(String line) {
    assertThat(run(line)).isZero();
    assertThat(out.toString())
        .contains("--seconds=N", "--devices=N", "--tick=TIME", "--driver=host|kernel")
        .contains("--dump=text|json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "demo --version"})
  void run_version_isThatOfTheBuild(String line) {
    assertThat(run(line)).isZero();
    assertThat(out.toString().lines())
        .first()
        .asString()
        .matches("tactus \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    assertThat(out.toString()).contains("on Java " + Runtime.version());
  }

  @Test
  @Requirement("S5.5")
  void run_shortDemoWithDumpForTools_returns0AndTheLastLineIsTheDump() {
    int exit = run("demo --seconds 1 --devices 200 --tick 5ms --dump json");

    assertThat(exit).describedAs(out.toString() + err).isZero();
    assertThat(out.toString())
        .startsWith("200 devices in 16 regions; ticks of 5 ms")
        .contains("messages ", "timers ", "balanced: ", "lateness ", "warnings ", "close ");
    assertThat(out.toString().lines().toList().getLast())
        .startsWith("{\"name\":\"demo\"")
        .contains("\"resolutionNanos\":5000000")
        .endsWith("}");
  }

  @Test
  @Requirement("S5.5")
  void run_shortDemoWithDumpForPeople_endsWithTheDump() {
    int exit = run("demo --seconds 1 --devices 50 --dump text");

    assertThat(exit).describedAs(out.toString() + err).isZero();
    assertThat(out.toString()).contains("scheduler demo: HOST clock, HOST driver, ok");
    assertThat(out.toString().lines().filter(line -> line.startsWith("  job "))).hasSize(10);
  }

  /// A console that fails says that the log has the exception.
  @Test
  void run_anything_leavesTheLogOfConsolesOpenAndThatOfTheRuntimeClosed() {
    assertThat(run("--version")).isZero();

    assertThat(LoggerFactory.getLogger(Console.class).isWarnEnabled()).isTrue();
    assertThat(LoggerFactory.getLogger(Observatory.class).isWarnEnabled()).isTrue();
    assertThat(LoggerFactory.getLogger(Observatory.class).isInfoEnabled()).isFalse();
    assertThat(LoggerFactory.getLogger(ActorSystem.class).isErrorEnabled()).isFalse();
  }

  @Test
  void run_demoByTheKernelDriver_runsByItOrSaysWhyNot() {
    int exit = run("demo --seconds 1 --devices 50 --driver kernel");

    assertThat(exit).describedAs(out.toString() + err).isZero();
    assertThat(out.toString())
        .containsAnyOf("by the kernel driver;", "by the host driver (instead of kernel: ");
  }

  @Test
  @Requirement({"D4", "D5"})
  void run_simOfAFewSeeds_returns0AndTellsWhatWasReached() {
    int exit = run("sim --seeds 40 --threads 1");

    assertThat(exit).describedAs(out.toString() + err).isZero();
    assertThat(out.toString())
        .startsWith("torture: crowd, boxes, families and beats, with all faults, on 1 threads")
        .contains("40 seeds in ", "no failure", "reached by ");
  }

  @Test
  @Requirement("D4")
  void run_simOfOneSeed_returns0() {
    assertThat(run("sim --seed 8F31")).describedAs(out.toString() + err).isZero();
    assertThat(out.toString()).startsWith("1 seeds in ");
  }

  @Test
  @Requirement("D4")
  void run_simShow_printsWhatPassesTheFilter(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("a.trace");
    Files.writeString(
        file, "tactus-trace 1 seed 8F31\n0\tSENT\t/user/a\t\tGo\n5\tHANDLED\t/user/a\t\tGo\n");

    assertThat(run("sim show " + file + " --kind handled --actor /user/a")).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "seed 0000000000008F31", "   0.000005 ms  HANDLED      /user/a  Go", "1 of 2 events");
  }

  @Test
  @Requirement("D4")
  void run_simShowAsHtml_writesOnePage(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("a.trace");
    Path page = dir.resolve("a.html");
    Files.writeString(file, "tactus-trace 1 seed 8F31\n0\tSENT\t/user/a\t\tGo\n");

    assertThat(run("sim show " + file + " --html " + page)).isZero();

    assertThat(out.toString()).contains("a.html: 1 events; open it in a browser");
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("/user/a");
    assertThat(run("sim show " + file + " --html " + dir.resolve("no/such/a.html"))).isEqualTo(2);
    assertThat(err.toString()).contains("cannot be written");
  }

  @Test
  @Requirement("D4")
  void run_replayDry_showsTheCommand() {
    int exit = run("replay dev.tactus.cli.MainTest#anything --seed 8f31 --dry-run");

    assertThat(exit).describedAs(err.toString()).isZero();
    assertThat(out.toString())
        .contains(
            "mvn -B -pl cli -am test -Dtest=dev.tactus.cli.MainTest#anything"
                + " -Dtactus.seed=0000000000008F31 -Dsurefire.failIfNoSpecifiedTests=false");
  }
}
