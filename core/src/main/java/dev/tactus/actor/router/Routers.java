package dev.tactus.actor.router;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.actor.ServiceKey;
import dev.tactus.actor.Supervision;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/// Makes routers, to be spawned like any other actor.
///
/// ```java
/// ActorRef<Job> workers =
///     system.spawn("workers", Routers.pool(4, Props.of(Worker::new), Routing.roundRobin()));
/// ```
///
/// A routee that ends is left out from then on. A message for which there is no routee, or which
/// its routee refuses because it is full, becomes a dead letter.
public final class Routers {
  private Routers() {}

  /// A router that makes its routees itself, as its children. It ends when all of them have.
  ///
  /// @param size how many
  /// @param routee how each of them is made and supervised
  public static <M> Props<M> pool(int size, Props<M> routee, Routing<? super M> routing) {
    if (size < 1) {
      throw new IllegalArgumentException(
          "A pool of " + size + " routees was asked for; give at least 1.");
    }
    Objects.requireNonNull(routee, "routee: say what makes a routee");
    Objects.requireNonNull(routing, "routing: say who gets a message");
    return router(() -> new RouterActor<>(new Source.Pool<>(size, routee), routing));
  }

  /// A router for actors that exist already.
  public static <M> Props<M> group(List<ActorRef<M>> routees, Routing<? super M> routing) {
    Objects.requireNonNull(routees, "routees: say who gets messages");
    Objects.requireNonNull(routing, "routing: say who gets a message");
    Source<M> source = new Source.Fixed<>(List.copyOf(routees));
    return router(() -> new RouterActor<>(source, routing));
  }

  /// A router for the actors that are registered under a key, now and later.
  public static <M> Props<M> group(ServiceKey<M> key, Routing<? super M> routing) {
    Objects.requireNonNull(key, "key: say what routees are found by");
    Objects.requireNonNull(routing, "routing: say who gets a message");
    return router(() -> new RouterActor<>(new Source.Registered<>(key), routing));
  }

  /// What a router is told beside messages is its own, so nobody outside can see that it takes
  /// anything.
  @SuppressWarnings("unchecked")
  private static <M> Props<M> router(Supplier<RouterActor<M>> factory) {
    // Not restarted: that would end the children, because somebody sent a bad key.
    Props<Object> props = Props.<Object>of(factory).withSupervision(Supervision.resume());
    return (Props<M>) (Props<?>) props;
  }
}
