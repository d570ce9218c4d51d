package dev.tactus.cli.console;

import dev.tactus.cli.explain.ErrorPages;
import dev.tactus.console.Console;
import dev.tactus.console.ConsoleException;
import dev.tactus.console.ConsoleSettings;
import dev.tactus.error.ErrorCode;
import dev.tactus.observe.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A console that was started, and how its user is told of it.
public final class RunningConsole implements AutoCloseable {
  private final Console console;
  private final int wanted;

  private RunningConsole(Console console, int wanted) {
    this.console = console;
    this.wanted = wanted;
  }

  /// The console of a recording.
  ///
  /// @param folder where other recordings are; null when that is not known
  /// @param port null for the usual one, or the next that is free
  /// @throws ConsoleException when the port is taken
  public static RunningConsole of(Source source, @Nullable Path folder, @Nullable Integer port) {
    ConsoleSettings settings = settings(port);
    return start(source, folder == null ? settings : settings.withRecordings(folder));
  }

  static RunningConsole start(Source source, ConsoleSettings settings) {
    return new RunningConsole(Console.start(source, settings), settings.port());
  }

  /// A console with the pages of errors, at this port.
  static ConsoleSettings settings(@Nullable Integer port) {
    ConsoleSettings settings = ConsoleSettings.DEFAULT.withExplain(RunningConsole::page);
    if (port == null) {
      return settings;
    }
    return port == 0 ? settings.withPort(0) : settings.withFixedPort(port);
  }

  /// The page of a code; empty when there is none.
  private static Optional<String> page(String code) {
    return ErrorCode.find(code).flatMap(RunningConsole::read);
  }

  private static Optional<String> read(ErrorCode code) {
    try {
      return Optional.of(ErrorPages.read(code));
    } catch (IOException e) {
      return Optional.empty(); // the console says that there is none
    }
  }

  /// Where it is.
  public String place() {
    String why = wanted == 0 || console.port() == wanted ? "" : " (port " + wanted + " is taken)";
    return "console " + console.address() + why;
  }

  /// What its user has to know for actions.
  Optional<String> token() {
    return console.token();
  }

  @Override
  public void close() {
    console.close();
  }
}
