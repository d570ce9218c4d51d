package dev.tactus.actor;

import java.util.Objects;
import java.util.Optional;

/// An actor that is about to be made, for [SpawnMiddleware].
///
/// @param parent where
/// @param name empty for a number
/// @param settings how it is to run
public record SpawnRequest(ActorPath parent, Optional<String> name, ActorSettings settings) {
  /// Checks that all of it is there.
  public SpawnRequest {
    Objects.requireNonNull(parent, "parent");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(settings, "settings");
  }

  /// The same under another name.
  public SpawnRequest withName(String other) {
    return new SpawnRequest(parent, Optional.of(other), settings);
  }

  /// The same with other settings.
  public SpawnRequest withSettings(ActorSettings other) {
    return new SpawnRequest(parent, name, other);
  }
}
