package dev.tactus.cli;

import dev.tactus.cli.console.RunningConsole;
import dev.tactus.cli.demo.HostTime;
import dev.tactus.cli.sim.TestPlace;
import dev.tactus.cli.watch.TerminalScreen;
import dev.tactus.cli.watch.TopOrder;
import dev.tactus.cli.watch.TopView;
import dev.tactus.console.ConsoleException;
import dev.tactus.error.ErrorCode;
import dev.tactus.observe.recording.Recording;
import dev.tactus.observe.recording.RecordingException;
import dev.tactus.testkit.simulation.Seeds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `replay`: runs a simulated test again, with one seed; or shows a recording.
///
/// Exit codes: 0 when the test passes or the recording was shown, 1 when the test fails or did not
/// run or Maven cannot be started, 2 when the command line cannot be followed.
@Command(
    name = "replay",
    description =
        "Runs a simulated test again with the seed that has failed, or shows a recording.",
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  private static final long PAUSE_NANOS = 50_000_000;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(
      paramLabel = "CLASS#METHOD|FILE",
      description = "The test, by the whole name of its class; or a recording.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String what;

  @Option(names = "--seed", paramLabel = "S", description = "The seed of the test.")
  private @Nullable String seed;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      defaultValue = "",
      description = "A folder of the build that holds the test (default: the current one).")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path folder;

  @Option(names = "--dry-run", description = "Only show the command.")
  private boolean isDry;

  @Option(
      names = "--at",
      paramLabel = "N",
      description =
          "Begin at this snapshot of the recording (default: the first that is not damaged).")
  private @Nullable Integer moment;

  @Option(names = "--once", description = "Show that snapshot once, as plain text.")
  private boolean isOnce;

  @Option(names = "--console", description = "Show the recording in a console, until Ctrl-C.")
  private boolean isInConsole;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port of that console (default: 9630, or the next one that is free).")
  private @Nullable Integer port;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String given = seed;
    if (given != null) {
      return runTest(given);
    }
    if (what.contains("#")) {
      throw wrong("Missing required option: '--seed=S'; a test is run again with its seed.");
    }
    return show();
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int show() throws IOException {
    try (Recording recording = Recording.open(Path.of(what))) {
      begin(recording);
      return show(recording);
    } catch (RecordingException | IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  /// Goes to the moment that was asked for. Where none was, damaged ones are stepped over, and the
  /// last of them is told.
  private void begin(Recording recording) {
    Integer wanted = moment;
    if (wanted != null) {
      recording.moveTo(wanted);
      return;
    }
    String passedOver = "";
    for (int next = 1; ; next++) {
      try {
        recording.moveTo(next);
        break;
      } catch (RecordingException e) {
        if (e.code() != ErrorCode.BAD_RECORDING || next == recording.size()) {
          throw e;
        }
        passedOver = String.valueOf(e.getMessage());
      }
    }
    if (!passedOver.isEmpty()) {
      spec.commandLine().getErr().println("tactus replay: " + passedOver);
    }
  }

  private int show(Recording recording) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (isInConsole) {
      return showInConsole(recording, out);
    }
    if (isOnce || !Terminal.isCapable()) {
      out.println("snapshot " + recording.current() + " of " + recording.size() + " in " + what);
      TopView.once(recording, TopOrder.DEPTH, "").forEach(out::println);
      out.flush();
      return CommandLine.ExitCode.OK;
    }
    return StopSignal.during(
        stop -> {
          try (TerminalScreen screen = TopCommand.terminal()) {
            TopView.of(recording, screen, new HostTime()::nanos, TopOrder.DEPTH, "").run(stop);
            return CommandLine.ExitCode.OK;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private int showInConsole(Recording recording, PrintWriter out) {
    Path folderOfIt = Path.of(what).toAbsolutePath().getParent();
    HostTime time = new HostTime();
    return StopSignal.during(
        stop -> {
          try (RunningConsole console = RunningConsole.of(recording, folderOfIt, port)) {
            out.println(console.place());
            out.flush();
            while (!stop.getAsBoolean()) {
              time.pause(PAUSE_NANOS);
            }
            return CommandLine.ExitCode.OK;
          } catch (ConsoleException e) {
            throw wrong(String.valueOf(e.getMessage()));
          }
        });
  }

  private int runTest(String seed) throws IOException, InterruptedException {
    TestPlace place;
    String text;
    try {
      text = Seeds.text(Seeds.parse(seed));
      place = TestPlace.find(what, folder);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("in " + place.root() + ": " + shown(place.command(text)));
    out.flush();
    return isDry ? CommandLine.ExitCode.OK : run(place, text);
  }

  /// As one would type it.
  private static String shown(List<String> command) {
    return String.join(
        " ", command.stream().map(word -> word.contains("$") ? "'" + word + "'" : word).toList());
  }

  private int run(TestPlace place, String text) throws IOException, InterruptedException {
    Path sign = Files.createTempFile("tactus-replay", ".sign");
    try {
      return run(place, text, sign);
    } finally {
      Files.deleteIfExists(sign);
    }
  }

  private int run(TestPlace place, String text, Path sign)
      throws IOException, InterruptedException {
    Process maven;
    try {
      maven =
          new ProcessBuilder(place.command(text, sign))
              .directory(place.root().toFile())
              .inheritIO()
              .start();
    } catch (IOException e) {
      return wentWrong("Maven (mvn) was not found on the PATH; get Maven 3.8 or later.");
    }
    if (maven.waitFor() != 0) {
      return CommandLine.ExitCode.SOFTWARE; // Maven has told why
    }
    return Files.size(sign) > 0 ? CommandLine.ExitCode.OK : wentWrong(place.didNotRun());
  }

  private int wentWrong(String why) {
    spec.commandLine().getErr().println("tactus replay: " + why);
    return CommandLine.ExitCode.SOFTWARE;
  }
}
