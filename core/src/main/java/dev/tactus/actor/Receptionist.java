package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxFullException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where actors are found by what they do, rather than by their path.
///
/// An entry lives as long as its actor, and a subscription as long as its subscriber: an actor of
/// the runtime watches them all. So an actor that has ended may be found for a moment after.
///
/// Threads: any, for every method. Listings are sent under the lock, so that subscribers get them
/// in the order of the changes; sending never blocks.
public final class Receptionist {
  /// The end of an actor that was registered, or had subscribed.
  private record Ended(ActorCell<?> actor) {}

  private record Watched(ActorCell<?> actor) {}

  private final ActorSystem system;
  private final Map<ServiceKey<?>, Set<ActorRef<?>>> actors = new HashMap<>();
  private final Map<ServiceKey<?>, Set<ActorRef<?>>> subscribers = new HashMap<>();
  private @Nullable ActorRef<Object> watcher;

  Receptionist(ActorSystem system) {
    this.system = system;
  }

  /// Lets an actor be found. A second time changes nothing.
  public synchronized <M> void register(ServiceKey<M> key, ActorRef<M> actor) {
    ActorCell<?> owner = owner(actor, "registered");
    if (actors.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(actor)) {
      announce(key);
      watch(owner);
    }
  }

  /// Takes an entry back.
  public synchronized <M> void deregister(ServiceKey<M> key, ActorRef<M> actor) {
    if (remove(actors, key, actor)) {
      announce(key);
    }
  }

  /// The actors that are registered now, in the order in which they came.
  @SuppressWarnings("unchecked") // only what register() has typed is in there
  public synchronized <M> List<ActorRef<M>> find(ServiceKey<M> key) {
    List<ActorRef<M>> found = new ArrayList<>();
    for (ActorRef<?> actor : actors.getOrDefault(key, Set.of())) {
      found.add((ActorRef<M>) actor);
    }
    return found;
  }

  /// Sends an actor the present listing, and a new one after each change.
  ///
  /// @param subscriber as a rule [Context#adapter] of the actor that wants to know
  public synchronized <M> void subscribe(
      ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
    ActorCell<?> owner = owner(subscriber, "subscribed");
    subscribers.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(subscriber);
    send(subscriber, new Listing<>(key, find(key)));
    watch(owner);
  }

  /// Takes a subscription back. A listing that was sent before may still arrive.
  public synchronized void unsubscribe(ServiceKey<?> key, ActorRef<?> subscriber) {
    boolean unused = remove(subscribers, key, subscriber);
  }

  private static boolean remove(
      Map<ServiceKey<?>, Set<ActorRef<?>>> from, ServiceKey<?> key, ActorRef<?> actor) {
    Set<ActorRef<?>> entries = from.get(key);
    if (entries == null || !entries.remove(actor)) {
      return false;
    }
    if (entries.isEmpty()) {
      from.remove(key);
    }
    return true;
  }

  private <M> void announce(ServiceKey<M> key) {
    Set<ActorRef<?>> interested = subscribers.get(key);
    if (interested != null) {
      Listing<M> listing = new Listing<>(key, find(key));
      for (ActorRef<?> subscriber : interested) {
        send(subscriber, listing);
      }
    }
  }

  @SuppressWarnings("unchecked") // subscribe() takes only those that can be told
  private void send(ActorRef<?> subscriber, Listing<?> listing) {
    try {
      ((ActorRef<Object>) subscriber).tell(listing);
    } catch (MailboxFullException e) {
      system.deadLetter(
          new DeadLetter(listing, subscriber, Optional.empty(), DeadLetterReason.OVERFLOW));
    }
  }

  private static ActorCell<?> owner(ActorRef<?> actor, String verb) {
    return switch (actor) {
      case ActorCell<?> cell -> cell;
      case AdapterRef<?> adapter -> adapter.owner();
      case AskRef<?> answer ->
          throw new IllegalArgumentException(
              ErrorCode.NOT_AN_ACTOR.mark(
                  answer
                      + " cannot be "
                      + verb
                      + ": it is the address of an answer, not an actor."));
    };
  }

  private void watch(ActorCell<?> owner) {
    ActorRef<Object> present = watcher;
    if (present == null) {
      present = system.spawnSystem("receptionist", () -> this::watchOrForget);
      watcher = present;
    }
    present.tell(new Watched(owner));
  }

  /// What the watcher does with its messages.
  private void watchOrForget(Context<Object> ctx, Object message) {
    if (message instanceof Watched(var actor)) {
      ctx.watch(actor, new Ended(actor));
    } else if (message instanceof Ended(var actor)) {
      forget(actor);
    }
  }

  private synchronized void forget(ActorCell<?> actor) {
    for (ServiceKey<?> key : List.copyOf(subscribers.keySet())) {
      for (ActorRef<?> entry : entriesOf(subscribers, key, actor)) {
        boolean unused = remove(subscribers, key, entry);
      }
    }
    for (ServiceKey<?> key : List.copyOf(actors.keySet())) {
      List<ActorRef<?>> gone = entriesOf(actors, key, actor);
      for (ActorRef<?> entry : gone) {
        boolean unused = remove(actors, key, entry);
      }
      if (!gone.isEmpty()) {
        announce(key);
      }
    }
  }

  private static List<ActorRef<?>> entriesOf(
      Map<ServiceKey<?>, Set<ActorRef<?>>> map, ServiceKey<?> key, ActorCell<?> actor) {
    List<ActorRef<?>> found = new ArrayList<>();
    for (ActorRef<?> entry : map.getOrDefault(key, Set.of())) {
      if (owner(entry, "found") == actor) {
        found.add(entry);
      }
    }
    return found;
  }
}
