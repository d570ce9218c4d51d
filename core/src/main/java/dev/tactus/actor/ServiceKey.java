package dev.tactus.actor;

import java.util.Objects;

/// What actors are found by: a name, and the type of the messages that they take.
///
/// @param type what can be sent to the actors; for a generic type its class
/// @param id the name
/// @param <M> what can be sent to the actors
public record ServiceKey<M>(Class<? super M> type, String id) {
  /// Checks that both are there.
  public ServiceKey {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(id, "id");
  }

  /// A key of this type and name.
  public static <M> ServiceKey<M> of(Class<? super M> type, String id) {
    return new ServiceKey<>(type, id);
  }
}
