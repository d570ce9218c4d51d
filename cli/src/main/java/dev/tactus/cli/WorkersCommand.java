package dev.tactus.cli;

import dev.tactus.cli.watch.RemoteSource;
import dev.tactus.cli.watch.WorkerLines;
import dev.tactus.observe.DispatcherFigures;
import dev.tactus.observe.SnapshotJson;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `workers`: the dispatchers of a running system, with their workers.
@Command(
    name = "workers",
    description = "Shows the dispatchers of a running system and their workers.",
    mixinStandardHelpOptions = true)
final class WorkersCommand extends ConsoleCommand {
  @Option(names = "--json", description = "For tools: one JSON array.")
  private boolean isJson;

  @Override
  int run(RemoteSource source) {
    List<DispatcherFigures> dispatchers = source.snapshot().dispatchers();
    if (isJson) {
      out().println(SnapshotJson.write(dispatchers));
    } else {
      WorkerLines.of(dispatchers).forEach(out()::println);
    }
    out().flush();
    return CommandLine.ExitCode.OK;
  }
}
