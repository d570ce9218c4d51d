package dev.tactus.cli;

import dev.tactus.cli.sim.Diagram;
import dev.tactus.cli.sim.TraceText;
import dev.tactus.testkit.simulation.Seeds;
import dev.tactus.testkit.simulation.Trace;
import dev.tactus.testkit.simulation.TraceEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sim show`: a trace as text, or as a picture.
@Command(
    name = "show",
    description = "Shows the trace of a simulation, as lines or as a page for a browser.",
    mixinStandardHelpOptions = true)
final class SimShowCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A trace, such as a failing test leaves.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Option(
      names = "--actor",
      paramLabel = "TEXT",
      description = "Only events of actors whose path holds this text.")
  private @Nullable String actor;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Only events of these kinds: ${COMPLETION-CANDIDATES}.")
  private @Nullable List<TraceEvent.Kind> kinds;

  @Option(
      names = "--html",
      paramLabel = "OUT",
      description = "Write a space-time diagram to this file instead.")
  private @Nullable Path html;

  @Override
  public Integer call() {
    Trace trace = load();
    Set<TraceEvent.Kind> some = EnumSet.noneOf(TraceEvent.Kind.class);
    if (kinds != null) {
      some.addAll(kinds);
    }
    TraceText.Filter filter = new TraceText.Filter(Optional.ofNullable(actor), some);
    List<TraceEvent> shown = trace.events().stream().filter(filter::shows).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (html != null) {
      write(html, Diagram.html(new Trace(trace.seed(), shown)));
      out.println(html + ": " + shown.size() + " events; open it in a browser");
    } else {
      out.println("seed " + Seeds.text(trace.seed()));
      shown.forEach(event -> out.println(TraceText.line(event)));
      out.println(shown.size() + " of " + trace.events().size() + " events");
    }
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private Trace load() {
    try {
      return Trace.load(file);
    } catch (NoSuchFileException e) {
      throw wrong(
          "There is no file "
              + file
              + "; give a trace, as a failing test leaves it below"
              + " target/simulations.");
    } catch (IOException e) {
      throw wrong(file + " cannot be read: " + e);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private void write(Path to, String page) {
    try {
      Path _ = Files.writeString(to, page);
    } catch (IOException e) {
      throw wrong(to + " cannot be written: " + e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
