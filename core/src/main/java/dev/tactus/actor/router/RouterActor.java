package dev.tactus.actor.router;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.Listing;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxFullException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Passes messages on. It takes messages of its users, and a few of its own.
///
/// Threads: its turns.
final class RouterActor<M> implements Actor<Object> {
  /// Up to how many messages a mailbox is counted; so many or more are equal.
  private static final int DEPTH_MAX = 64;

  private record Ended(ActorRef<?> routee) {}

  private record Present<M>(Listing<M> listing) {}

  private final Source<M> source;
  private final Routing<? super M> routing;

  /// A list of its own, or the listing as it came, which is not changed.
  private List<ActorRef<M>> routees = new ArrayList<>();

  /// Null after a change, until a message needs it: very many routees may come or go at a time.
  private @Nullable HashRing<M> ring;

  private int next;

  RouterActor(Source<M> source, Routing<? super M> routing) {
    this.source = source;
    this.routing = routing;
  }

  @Override
  public void started(Context<Object> ctx) {
    switch (source) {
      case Source.Pool<M>(int size, var routee) -> {
        for (int i = 1; i <= size; i++) {
          routees.add(ctx.spawn("routee-" + i, routee));
        }
        watchAll(ctx);
      }
      case Source.Fixed<M>(var actors) -> {
        routees.addAll(actors);
        watchAll(ctx);
      }
      case Source.Registered<M>(var key) -> {
        // Messages may be waiting already, before the first listing.
        routees = ctx.system().receptionist().find(key);
        ctx.system().receptionist().subscribe(key, ctx.<Listing<M>>adapter(Present::new));
      }
    }
  }

  private void watchAll(Context<Object> ctx) {
    for (ActorRef<M> routee : routees) {
      ctx.watch(routee, new Ended(routee));
    }
  }

  private HashRing<M> ring() {
    HashRing<M> present = ring;
    if (present == null) {
      present = HashRing.of(routees);
      ring = present;
    }
    return present;
  }

  @Override
  @SuppressWarnings("unchecked") // the references of a router are typed
  public void receive(Context<Object> ctx, Object message) {
    switch (message) {
      case Ended(var routee) -> {
        routees.removeIf(routee::equals); // it may have been named more than once
        ring = null;
        if (routees.isEmpty() && source instanceof Source.Pool<M>) {
          ctx.stop();
        }
      }
      case Present<?> present -> {
        routees = ((Present<M>) present).listing().actors();
        ring = null;
      }
      default -> route(ctx, (M) message);
    }
  }

  private void route(Context<Object> ctx, M message) {
    Optional<ActorRef<?>> sender = ctx.sender();
    if (routing instanceof Routing.Broadcast<?> && !routees.isEmpty()) {
      for (ActorRef<M> routee : routees) {
        pass(ctx, routee, message, sender);
      }
      return;
    }
    ActorRef<M> chosen = routees.isEmpty() ? null : choose(ctx, message);
    if (chosen == null) {
      ctx.system()
          .deadLetter(new DeadLetter(message, ctx.self(), sender, DeadLetterReason.NO_RECIPIENT));
    } else {
      pass(ctx, chosen, message, sender);
    }
  }

  /// Who gets a message; null for nobody.
  private @Nullable ActorRef<M> choose(Context<Object> ctx, M message) {
    return switch (routing) {
      case Routing.ConsistentHash<? super M>(var key) -> {
        Object found = key.apply(message);
        yield found == null ? null : ring().find(found);
      }
      case Routing.SmallestMailbox<? super M>() -> smallest(ctx);
      case Routing.RoundRobin<? super M>() -> roundRobin();
      case Routing.Broadcast<? super M>() -> throw new AssertionError("goes to all");
    };
  }

  private ActorRef<M> roundRobin() {
    next = next >= routees.size() ? 0 : next;
    return routees.get(next++);
  }

  /// Looks at the routees from the one behind the last that was chosen, so that equal ones take
  /// turns, and counts no further than it takes to know the smallest.
  private ActorRef<M> smallest(Context<Object> ctx) {
    int first = next < routees.size() ? next : 0;
    int chosen = -1;
    int fewest = DEPTH_MAX;
    for (int i = 0; i < routees.size() && (chosen < 0 || fewest > 0); i++) {
      int index = (first + i) % routees.size();
      ActorRef<M> routee = routees.get(index);
      int depth = ctx.system().mailboxDepth(routee, fewest);
      // One that has ended has no messages, and its notice may still wait behind this one.
      if ((chosen < 0 || depth < fewest) && !ctx.system().hasEnded(routee)) {
        chosen = index;
        fewest = depth;
      }
    }
    next = (chosen < 0 ? first : chosen) + 1;
    return routees.get(next - 1);
  }

  /// A routee that refuses is no failure of the router, and does not keep the others from theirs.
  private void pass(
      Context<Object> ctx, ActorRef<M> routee, M message, Optional<ActorRef<?>> sender) {
    try {
      if (sender.isPresent()) {
        routee.tell(message, sender.get());
      } else {
        routee.tell(message);
      }
    } catch (MailboxFullException e) {
      ctx.system().deadLetter(new DeadLetter(message, routee, sender, DeadLetterReason.OVERFLOW));
    }
  }
}
