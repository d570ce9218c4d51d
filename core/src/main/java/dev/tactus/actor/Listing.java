package dev.tactus.actor;

import java.util.List;

/// The actors that are registered under a key, in the order in which they came.
///
/// @param key under which
/// @param actors which
public record Listing<M>(ServiceKey<M> key, List<ActorRef<M>> actors) {
  /// Copies the list.
  public Listing {
    actors = List.copyOf(actors);
  }
}
