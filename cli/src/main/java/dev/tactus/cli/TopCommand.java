package dev.tactus.cli;

import dev.tactus.cli.demo.HostTime;
import dev.tactus.cli.watch.RemoteSource;
import dev.tactus.cli.watch.TerminalScreen;
import dev.tactus.cli.watch.TopOrder;
import dev.tactus.cli.watch.TopView;
import java.io.IOException;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `top`: a running system, live.
@Command(
    name = "top",
    description = "Shows a running system through its console, live on a terminal.",
    mixinStandardHelpOptions = true)
final class TopCommand extends ConsoleCommand {
  @Option(names = "--once", description = "Show it once, as plain text; so it is in a pipe.")
  private boolean isOnce;

  @Option(
      names = "--sort",
      paramLabel = "depth|turn|path",
      defaultValue = "depth",
      description = "Sort actors by this (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private TopOrder order;

  @Option(
      names = "--text",
      paramLabel = "T",
      defaultValue = "",
      description = "Only actors whose path holds this text.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String text;

  @Override
  int run(RemoteSource source) {
    if (isOnce || !Terminal.isCapable()) {
      TopView.once(source, order, text).forEach(out()::println);
      out().flush();
      return CommandLine.ExitCode.OK;
    }
    var _ = source.snapshot(); // before the screen is taken over: errors belong on the plain one
    return StopSignal.during(
        stop -> {
          try (TerminalScreen screen = terminal()) {
            TopView.of(source, screen, new HostTime()::nanos, order, text).run(stop);
            return CommandLine.ExitCode.OK;
          } catch (IOException e) {
            return failed("The terminal cannot be used (" + e.getMessage() + "); try --once.");
          }
        });
  }

  static TerminalScreen terminal() throws IOException {
    return new TerminalScreen(TerminalBuilder.builder().system(true).build());
  }
}
