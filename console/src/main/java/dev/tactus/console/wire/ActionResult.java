package dev.tactus.console.wire;

/// What a console did.
public sealed interface ActionResult {
  /// An actor was told to end.
  ///
  /// @param path its path
  record Stopped(String path) implements ActionResult {}

  /// A logger has a level.
  ///
  /// @param logger its name
  /// @param level its level
  record LevelChanged(String logger, String level) implements ActionResult {}

  /// A dump was written.
  ///
  /// @param file where it is
  record DumpWritten(String file) implements ActionResult {}
}
