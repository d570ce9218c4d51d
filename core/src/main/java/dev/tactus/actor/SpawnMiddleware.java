package dev.tactus.actor;

/// Stands between whoever spawns an actor and the actor that is made. It may name it, change its
/// settings, count it, or refuse it.
///
/// ```java
/// SpawnMiddleware limit = (request, next) -> {
///   if (system.isUnderPressure()) {
///     throw new SpawnException("No actor under " + request.parent() + " while overloaded.");
///   }
///   return next.spawn(request);
/// };
/// ```
///
/// Several of them are a chain, in the order of [SystemSettings#withSpawnMiddleware]. The runtime's
/// own actors do not pass through it. Factories that run later, for a restart, do not either.
///
/// Threads: whoever spawns; it must be safe for several at once.
@FunctionalInterface
public interface SpawnMiddleware {
  /// Makes an actor, by passing on the request as it is, or changed.
  ///
  /// @return what `next` gave
  /// @throws SpawnException to refuse the actor, and to say why
  ActorRef<?> spawn(SpawnRequest request, Next next);

  /// The rest of the chain.
  @FunctionalInterface
  interface Next {
    /// Makes the actor. It is called once, or not at all, on the thread that spawns.
    ActorRef<?> spawn(SpawnRequest request);
  }
}
