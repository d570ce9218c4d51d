package dev.tactus.cli;

import dev.tactus.cli.watch.RemoteSource;
import dev.tactus.cli.watch.TimerLines;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `timers`: the scheduler of a running system, with its periodic timers.
@Command(
    name = "timers",
    description = "Shows the scheduler of a running system and its periodic timers.",
    mixinStandardHelpOptions = true)
final class TimersCommand extends ConsoleCommand {
  @Option(names = "--json", description = "For tools: one JSON object.")
  private boolean isJson;

  @Override
  int run(RemoteSource source) {
    TimerLines.print(source, isJson, out());
    return CommandLine.ExitCode.OK;
  }
}
