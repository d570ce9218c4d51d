package dev.tactus.console;

/// What a console may do to the system that it shows, on behalf of somebody who has its token. A
/// console without actions is read only.
///
/// Threads: any.
public interface Actions {
  /// Ends an actor.
  ///
  /// @return false when there is none of this path
  /// @throws IllegalArgumentException when it must not be ended; it says why
  boolean stop(String path);

  /// Makes a logger say more, or less.
  ///
  /// @param logger its name; empty for all
  /// @throws IllegalArgumentException when there is no such level; it says which there are
  void logLevel(String logger, String level);
}
