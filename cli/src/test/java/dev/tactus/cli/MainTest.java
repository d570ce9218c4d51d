package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    assertThat(out.toString()).contains("Usage: tactus", "demo", "bench");
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

  @Test
  void run_demoByTheKernelDriver_runsByItOrSaysWhyNot() {
    int exit = run("demo --seconds 1 --devices 50 --driver kernel");

    assertThat(exit).describedAs(out.toString() + err).isZero();
    assertThat(out.toString())
        .containsAnyOf("by the kernel driver;", "by the host driver (instead of kernel: ");
  }
}
