package dev.tactus.cli.console;

import dev.tactus.actor.ActorSystem;
import dev.tactus.console.ConsoleException;
import dev.tactus.console.ConsoleSettings;
import dev.tactus.console.LiveActions;
import dev.tactus.observe.Observatory;
import dev.tactus.observe.flight.FlightRecorderEvents;
import dev.tactus.observe.meter.PrometheusScrape;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What a command lets its user choose about the console, and the console that follows from it.
public final class ConsoleOptions {
  /// Where dumps are written that somebody asks the console for.
  private static final Path DUMPS = Path.of("dumps");

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port of the console (default: 9630, or the next one that is free).")
  private @Nullable Integer port;

  @Option(names = "--no-console", description = "Start no console.")
  private boolean isOff;

  @Option(
      names = "--actions",
      description = "Let the console stop actors, change log levels and write dumps, with a token.")
  private boolean hasActions;

  @Option(
      names = "--recordings",
      paramLabel = "DIR",
      description = "A folder with recordings that the console shows.")
  private @Nullable Path recordings;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "A folder with traces of simulations that the console shows.")
  private @Nullable Path traces;

  /// Options that picocli fills in.
  public ConsoleOptions() {}

  /// Checks what can be told before there is a system.
  ///
  /// @throws IllegalArgumentException when there is no such port
  public void check() {
    ConsoleSettings _ = RunningConsole.settings(port);
  }

  /// Starts the console of a system, unless there is to be none, and tells where it is. One that
  /// cannot be started is told of as well; the system does without.
  ///
  /// @param tell takes the lines for the user
  /// @return ends it
  public Runnable open(ActorSystem system, Consumer<String> tell) {
    if (isOff) {
      return () -> {};
    }
    Observatory observatory = Observatory.of(system);
    PrometheusScrape metrics = PrometheusScrape.of(observatory);
    FlightRecorderEvents flight = FlightRecorderEvents.follow(system, observatory);
    Runnable closer =
        () -> {
          flight.close();
          metrics.close();
          observatory.close();
        };
    try {
      RunningConsole console =
          RunningConsole.start(observatory, settings(system).withMetrics(metrics));
      tell.accept(console.place());
      console.token().ifPresent(token -> tell.accept("token   " + token + ", for its actions"));
      return () -> {
        console.close();
        closer.run();
      };
    } catch (ConsoleException e) {
      tell.accept("no console: " + e.getMessage());
      return closer;
    }
  }

  private ConsoleSettings settings(ActorSystem system) {
    ConsoleSettings settings = RunningConsole.settings(port);
    if (hasActions) {
      settings = settings.withActions(LiveActions.of(system)).withDumps(DUMPS);
    }
    if (recordings != null) {
      settings = settings.withRecordings(recordings);
    }
    if (traces != null) {
      settings = settings.withTraces(traces);
    }
    return settings;
  }
}
