package dev.tactus.cli;

import dev.tactus.cli.watch.ActorLines;
import dev.tactus.cli.watch.RemoteSource;
import dev.tactus.observe.ActorQuery;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `actors`: the actors of a running system, page by page.
@Command(
    name = "actors",
    description = "Lists the actors of a running system, as they come.",
    mixinStandardHelpOptions = true)
final class ActorsCommand extends ConsoleCommand {
  private static final int PAGE = 500;

  @Option(names = "--json", description = "For tools: one JSON array.")
  private boolean isJson;

  @Option(
      names = "--text",
      paramLabel = "T",
      defaultValue = "",
      description = "Only actors whose path holds this text.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String text;

  @Option(
      names = "--stirring",
      description = "Only actors that run, wait for a turn, are suspended or have messages.")
  private boolean isStirringOnly;

  @Override
  int run(RemoteSource source) {
    ActorQuery query = new ActorQuery("", text, isStirringOnly, "", PAGE);
    ActorLines.print(source, query, isJson, out());
    return CommandLine.ExitCode.OK;
  }
}
