package dev.tactus.actor.router;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.actor.ServiceKey;
import java.util.List;

/// Where the routees of a router come from.
sealed interface Source<M> {
  /// Children, made at the start.
  record Pool<M>(int size, Props<M> routee) implements Source<M> {}

  /// Actors that exist already.
  record Fixed<M>(List<ActorRef<M>> routees) implements Source<M> {}

  /// Whoever is registered.
  record Registered<M>(ServiceKey<M> key) implements Source<M> {}
}
