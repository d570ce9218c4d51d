package dev.tactus.console.wire;

import org.jspecify.annotations.Nullable;

/// What a console can be asked to do. A field that was left out is null.
public sealed interface ActionRequest {
  /// Ends an actor.
  ///
  /// @param path its path
  record Stop(@Nullable String path) implements ActionRequest {}

  /// Makes a logger say more, or less.
  ///
  /// @param logger its name; empty for all
  /// @param level the level from which on it writes
  record LogLevel(@Nullable String logger, @Nullable String level) implements ActionRequest {}
}
