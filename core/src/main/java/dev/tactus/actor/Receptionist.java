package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxFullException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where actors are found by what they do, rather than by their path.
///
/// An entry lives as long as its actor, and a subscription as long as its subscriber: an actor of
/// the runtime watches them all. So an actor that has ended may be found for a moment after.
///
/// A listing is copied once after a change, and only if somebody asks for it. Who comes or is taken
/// back is announced at once; ends that the watcher finds in its mailbox together are announced
/// together, since very many actors may end at a time.
///
/// Threads: any, for every method. Listings are sent under the lock, so that subscribers get them
/// in the order of the changes; sending never blocks.
public final class Receptionist {
  /// The end of an actor that was registered, or had subscribed.
  private record Ended(ActorCell<?> actor) {}

  private record Watched(ActorCell<?> actor) {}

  /// The watcher to itself, behind the ends that are in its mailbox already.
  private record Announce() {}

  /// What ends with an actor: that it is found under a key, or that it is told of changes there.
  private record Entry(boolean isSubscription, ServiceKey<?> key, ActorRef<?> address) {}

  private final ActorSystem system;
  private final Map<ServiceKey<?>, Set<ActorRef<?>>> actors = new HashMap<>();
  private final Map<ServiceKey<?>, Set<ActorRef<?>>> subscribers = new HashMap<>();

  /// Those of `actors` as lists, as far as somebody has asked for them since they changed.
  private final Map<ServiceKey<?>, List<ActorRef<?>>> listings = new HashMap<>();

  /// Where actors have ended and that was not announced yet.
  private final Set<ServiceKey<?>> unannounced = new LinkedHashSet<>();

  /// By the actor behind the address, in their order: there may be very many others, and nothing
  /// may depend on hash codes.
  private final Map<ActorCell<?>, Set<Entry>> owned = new HashMap<>();

  private @Nullable ActorRef<Object> watcher;

  Receptionist(ActorSystem system) {
    this.system = system;
  }

  /// Lets an actor be found. A second time changes nothing.
  public synchronized <M> void register(ServiceKey<M> key, ActorRef<M> actor) {
    Objects.requireNonNull(key, "key: say what it is found by");
    Objects.requireNonNull(actor, "actor: say who is to be found");
    ActorCell<?> owner = owner(actor, "registered");
    if (actors.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(actor)) {
      listings.remove(key);
      own(owner, new Entry(false, key, actor));
      watch(owner); // first: an entry that nobody watches would stay for ever
      announce(key);
    }
  }

  private void own(ActorCell<?> owner, Entry entry) {
    owned.computeIfAbsent(owner, any -> new LinkedHashSet<>()).add(entry);
  }

  private void disown(ActorCell<?> owner, Entry entry) {
    Set<Entry> entries = owned.get(owner);
    if (entries != null && entries.remove(entry) && entries.isEmpty()) {
      owned.remove(owner);
    }
  }

  /// Takes an entry back.
  public synchronized <M> void deregister(ServiceKey<M> key, ActorRef<M> actor) {
    if (remove(actors, key, actor)) {
      listings.remove(key);
      disown(owner(actor, "registered"), new Entry(false, key, actor));
      announce(key);
    }
  }

  /// The actors that are registered now, in the order in which they came. The list does not change,
  /// and is the same one until something else does.
  @SuppressWarnings("unchecked") // only what register() has typed is in there
  public synchronized <M> List<ActorRef<M>> find(ServiceKey<M> key) {
    List<ActorRef<?>> found = listings.get(key);
    if (found == null) {
      Set<ActorRef<?>> present = actors.get(key);
      if (present == null) {
        return List.of();
      }
      found = List.copyOf(present);
      listings.put(key, found);
    }
    return (List<ActorRef<M>>) (List<?>) found;
  }

  /// Sends an actor the present listing, and a new one after each change; one for several actors
  /// that end at about the same time.
  ///
  /// @param subscriber as a rule [Context#adapter] of the actor that wants to know
  public synchronized <M> void subscribe(
      ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
    ActorCell<?> owner = owner(subscriber, "subscribed");
    if (subscribers.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(subscriber)) {
      own(owner, new Entry(true, key, subscriber));
    }
    watch(owner);
    send(subscriber, new Listing<>(key, find(key)));
  }

  /// Takes a subscription back. A listing that was sent before may still arrive.
  public synchronized void unsubscribe(ServiceKey<?> key, ActorRef<?> subscriber) {
    if (remove(subscribers, key, subscriber)) {
      disown(owner(subscriber, "subscribed"), new Entry(true, key, subscriber));
    }
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
    unannounced.remove(key);
    Set<ActorRef<?>> interested = subscribers.get(key);
    if (interested != null) {
      Listing<M> listing = new Listing<>(key, find(key));
      // A copy: who is told of a dead letter may take the subscription back.
      for (ActorRef<?> subscriber : List.copyOf(interested)) {
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
      if (forget(actor)) {
        ctx.self().tell(new Announce());
      }
    } else if (message instanceof Announce) {
      announceAll();
    }
  }

  /// Forgets everything of an actor that has ended.
  ///
  /// @return whether it is the first of which the others have to be told
  private synchronized boolean forget(ActorCell<?> actor) {
    Set<Entry> entries = owned.remove(actor);
    if (entries == null) {
      return false;
    }
    boolean isFirst = unannounced.isEmpty();
    for (Entry entry : entries) {
      boolean isThere =
          remove(entry.isSubscription ? subscribers : actors, entry.key, entry.address);
      if (isThere && !entry.isSubscription) {
        listings.remove(entry.key);
        unannounced.add(entry.key);
      }
    }
    return isFirst && !unannounced.isEmpty();
  }

  private synchronized void announceAll() {
    List<ServiceKey<?>> changed = List.copyOf(unannounced);
    unannounced.clear(); // first: whatever comes of it, the next end is announced
    changed.forEach(this::announce);
  }
}
