package dev.tactus.cli;

import dev.tactus.cli.sim.TestPlace;
import dev.tactus.testkit.simulation.Seeds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `replay`: runs a simulated test again, with one seed.
///
/// Exit codes: 0 when the test passes, 1 when it fails or Maven cannot be started, 2 when the
/// command line cannot be followed.
@Command(
    name = "replay",
    description = "Runs a simulated test again with the seed that has failed.",
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(
      paramLabel = "CLASS#METHOD",
      description = "The test, by the whole name of its class.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String test;

  @Option(names = "--seed", paramLabel = "S", required = true, description = "The seed.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String seed;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      defaultValue = "",
      description = "A folder of the build that holds the test (default: the current one).")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path folder;

  @Option(names = "--dry-run", description = "Only show the command.")
  private boolean isDry;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TestPlace place;
    String text;
    try {
      text = Seeds.text(Seeds.parse(seed));
      place = TestPlace.find(test, folder);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    List<String> command = place.command(text);
    PrintWriter out = spec.commandLine().getOut();
    out.println("in " + place.root() + ": " + shown(command));
    out.flush();
    return isDry ? CommandLine.ExitCode.OK : run(place, command);
  }

  /// As one would type it.
  private static String shown(List<String> command) {
    return String.join(
        " ", command.stream().map(word -> word.contains("$") ? "'" + word + "'" : word).toList());
  }

  private int run(TestPlace place, List<String> command) throws InterruptedException {
    Process maven;
    try {
      maven = new ProcessBuilder(command).directory(place.root().toFile()).inheritIO().start();
    } catch (IOException e) {
      spec.commandLine()
          .getErr()
          .println("tactus replay: Maven (mvn) was not found on the PATH; get Maven 3.8 or later.");
      return CommandLine.ExitCode.SOFTWARE;
    }
    return maven.waitFor() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
