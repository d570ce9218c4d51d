package dev.tactus.cli;

import dev.tactus.cli.watch.RemoteSource;
import dev.tactus.observe.DumpKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `dump`: the insides of a running system in full.
@Command(
    name = "dump",
    description = "Shows the insides of a running system in full.",
    mixinStandardHelpOptions = true)
final class DumpCommand extends ConsoleCommand {
  enum Part {
    SCHEDULER,
    DISPATCHERS,
    PROCESSES,
    ALL;

    /// As it is written on the command line, and completed.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--kind",
      paramLabel = "scheduler|dispatchers|processes|all",
      defaultValue = "all",
      description = "Which part (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Part part;

  @Option(names = "--json", description = "For tools: one JSON value.")
  private boolean isJson;

  @Override
  int run(RemoteSource source) {
    List<DumpKind> kinds =
        part == Part.ALL
            ? Arrays.asList(DumpKind.values())
            : List.of(DumpKind.valueOf(part.name()));
    List<String> dumps =
        kinds.stream().map(kind -> source.dump(kind, isJson).stripTrailing()).toList();
    if (isJson && part == Part.ALL) {
      out().println(object(kinds, dumps));
    } else {
      dumps.forEach(out()::println);
    }
    out().flush();
    return CommandLine.ExitCode.OK;
  }

  private static String object(List<DumpKind> kinds, List<String> dumps) {
    return IntStream.range(0, kinds.size())
        .mapToObj(i -> "\"" + kinds.get(i).name().toLowerCase(Locale.ROOT) + "\":" + dumps.get(i))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
