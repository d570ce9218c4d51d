package dev.tactus.cli;

import dev.tactus.cli.watch.ConsoleClient;
import dev.tactus.cli.watch.RemoteConsoleException;
import dev.tactus.cli.watch.RemoteSource;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// What commands have in common that look at a running system through its console.
///
/// Exit codes: 0 when it answered, 1 when it did not, with the reason on standard error; 2 when the
/// command line cannot be followed.
abstract class ConsoleCommand implements Callable<Integer> {
  private static final int TIMEOUT_MAX = 600;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(
      paramLabel = "URL",
      arity = "0..1",
      defaultValue = ConsoleClient.ADDRESS,
      description = "The address of the console (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String url;

  @Option(
      names = "--token",
      paramLabel = "T",
      defaultValue = "${env:TACTUS_TOKEN}",
      description = "The console's token (default: the variable TACTUS_TOKEN).")
  private @Nullable String token;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long an answer may take (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds;

  @Override
  public final Integer call() {
    try (ConsoleClient client = client()) {
      return run(new RemoteSource(client));
    } catch (RemoteConsoleException e) {
      out().flush();
      return failed(String.valueOf(e.getMessage()));
    }
  }

  private ConsoleClient client() {
    if (timeoutSeconds < 1 || timeoutSeconds > TIMEOUT_MAX) {
      throw wrong(
          "A timeout of "
              + timeoutSeconds
              + " seconds was given; 1 to "
              + TIMEOUT_MAX
              + " are possible.");
    }
    try {
      return ConsoleClient.of(
          url,
          Optional.ofNullable(token).filter(given -> !given.isBlank()),
          Duration.ofSeconds(timeoutSeconds));
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  /// Does it.
  ///
  /// @return the exit code
  abstract int run(RemoteSource source);

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final int failed(String message) {
    spec.commandLine().getErr().println(spec.qualifiedName() + ": " + message);
    return CommandLine.ExitCode.SOFTWARE;
  }

  final ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
