package dev.tactus.cli;

import java.io.Console;
import java.util.Optional;

/// Tells what standard output is.
final class Terminal {
  /// Set by the launcher, which can look at standard output itself; the JVM's own answer holds for
  /// input and output together, and says nothing of what the terminal can do.
  static final String PROPERTY = "tactus.terminal";

  private Terminal() {}

  /// Whether a person watches, on a terminal that can write over a line.
  static boolean isCapable() {
    String told = System.getProperty(PROPERTY);
    return told == null
        ? Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false)
        : Boolean.parseBoolean(told);
  }
}
