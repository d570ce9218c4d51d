package dev.tactus.console.wire;

/// What a console can be asked to do. All fields are needed.
public sealed interface ActionRequest {
  /// Ends an actor.
  ///
  /// @param path its path
  record Stop(String path) implements ActionRequest {}

  /// Makes a logger say more, or less.
  ///
  /// @param logger its name; empty for all
  /// @param level the level from which on it writes
  record LogLevel(String logger, String level) implements ActionRequest {}
}
