package dev.tactus.bench;

import dev.tactus.bench.harness.Selection;
import dev.tactus.bench.harness.Suite;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bench`: measures our parts side by side with their peers, each contender in JVMs of its own.
///
/// Exit codes: 0 when there is a result, whatever it says; 1 when every turn failed; 2 when the
/// command line cannot be followed.
@Command(
    name = "bench",
    description = "Compares Tactus with its peers, side by side on this machine.",
    synopsisSubcommandLabel = "SUITE")
public final class BenchCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  /// Made by picocli.
  public BenchCommand() {}

  /// Runs `bench` alone, without the rest of the command line program.
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new BenchCommand()).execute(arguments));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "No suite given; known are: " + String.join(", ", spec.subcommands().keySet()));
  }

  /// The suite `timers`.
  @Command(name = "timers", description = "Schedule, cancel and fire timers.")
  int timers(@Mixin BenchOptions options) {
    return runSuite("timers", options);
  }

  /// The suite `actors`.
  @Command(name = "actors", description = "Send messages, start actors, ask, wake up.")
  int actors(@Mixin BenchOptions options) {
    return runSuite("actors", options);
  }

  /// The suite `processes`.
  @Command(name = "processes", description = "Step, wake and keep processes.")
  int processes(@Mixin BenchOptions options) {
    return runSuite("processes", options);
  }

  /// The suite `pekko`.
  @Command(name = "pekko", description = "One Pekko program, with Pekko's parts and with ours.")
  int pekko(@Mixin BenchOptions options) {
    return runSuite("pekko", options);
  }

  /// The suite `watching`.
  @Command(name = "watching", description = "What it costs to be looked at through a console.")
  int watching(@Mixin BenchOptions options) {
    return runSuite("watching", options);
  }

  private int runSuite(String name, BenchOptions options) {
    Suite suite = Suites.named(name);
    Selection selection;
    try {
      selection = options.selection(suite);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.subcommands().get(name), String.valueOf(e.getMessage()), e);
    }
    return new BenchRun(suite, options, selection, spec.commandLine().getOut()).run()
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }
}
