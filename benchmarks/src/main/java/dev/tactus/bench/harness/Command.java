package dev.tactus.bench.harness;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a child is told when it is ready for a step.
public enum Command {
  /// Do the step.
  GO,
  /// Go on to the next station.
  ENOUGH;

  /// The line that the child reads, without its end.
  public String line() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Reads a line; empty if it is none of these.
  static Optional<Command> parse(String line) {
    return Arrays.stream(values()).filter(command -> command.line().equals(line)).findFirst();
  }
}
