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
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Where actors are found by what they do, rather than by their path.
///
/// An entry lives as long as its actor, and a subscription as long as its subscriber: an actor of
/// the runtime watches them all. So an actor that has ended may be found for a moment after.
///
/// A listing is copied once after a change, and only if somebody asks for it. Who comes or is taken
/// back is announced at once, unless something was announced a moment ago: then the watcher, which
/// gets a message with each first announcement, announces all that has changed until it comes to
/// that. So it does with ends, one message for all that it finds in its mailbox together. Very many
/// actors may come or end at a time, and a listing for each would be the square of their number.
///
/// Threads: any, for every method. Listings are sent under the lock, so that subscribers get them
/// in the order of the changes; sending never blocks.
public final class Receptionist {
  /// The end of an actor that was registered, or had subscribed.
  private record Ended(ActorCell<?> actor) {}

  private record Watched(ActorCell<?> actor) {}

  /// To the watcher, behind the ends that are in its mailbox already.
  private record Announce() {}

  /// What ends with an actor: that it is found under a key, or that it is told of changes there.
  private record Entry(boolean isSubscription, ServiceKey<?> key, ActorRef<?> address) {}

  private final ActorSystem system;
  private final Map<ServiceKey<?>, Set<ActorRef<?>>> actors = new HashMap<>();
  private final Map<ServiceKey<?>, Set<ActorRef<?>>> subscribers = new HashMap<>();

  /// Those of `actors` as lists, as far as somebody has asked for them since they changed.
  private final Map<ServiceKey<?>, List<ActorRef<?>>> listings = new HashMap<>();

  /// What has changed and was not announced yet.
  private final Set<ServiceKey<?>> unannounced = new LinkedHashSet<>();

  /// Whether the watcher is going to announce what has changed.
  private boolean isAnnouncing;

  /// By the actor behind the address, in their order: there may be very many others, and nothing
  /// may depend on hash codes.
  ///
  /// It is changed under the lock, but an actor that restarts looks without it whether it is there.
  private final Map<ActorCell<?>, Set<Entry>> owned = new ConcurrentHashMap<>();

  private @Nullable ActorRef<Object> watcher;

  Receptionist(ActorSystem system) {
    this.system = system;
  }

  /// Lets an actor be found. A second time changes nothing.
  ///
  /// @param actor who is to be found. An adapter is found until its actor has ended, also after a
  ///   restart: where each instance registers its own, take the old one back in `restarting`.
  public synchronized <M> void register(ServiceKey<M> key, ActorRef<M> actor) {
    Objects.requireNonNull(key, "key: say what it is found by");
    Objects.requireNonNull(actor, "actor: say who is to be found");
    ActorCell<?> owner = owner(actor, "registered");
    if (add(actors, owner, new Entry(false, key, actor))) {
      changed(key);
    }
  }

  /// Adds an entry that ends with its owner, or throws and does not: one that nobody watches would
  /// stay for ever.
  ///
  /// @return false when it was there already
  private boolean add(Map<ServiceKey<?>, Set<ActorRef<?>>> to, ActorCell<?> owner, Entry entry) {
    if (!to.computeIfAbsent(entry.key, any -> new LinkedHashSet<>()).add(entry.address)) {
      return false;
    }
    try {
      own(owner, entry);
      watch(owner); // behind the entry: one who has ended already may be forgotten at once
    } catch (Throwable e) {
      disown(owner, entry);
      boolean unused = remove(to, entry.key, entry.address);
      throw e;
    }
    return true;
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
      disown(owner(actor, "registered"), new Entry(false, key, actor));
      changed(key);
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

  /// Sends an actor the present listing, and a new one after each change; one for several changes
  /// at about the same time. The last one that is sent is the latest.
  ///
  /// @param subscriber as a rule [Context#adapter] of the actor that wants to know. What adapters
  ///   have subscribed to ends when their actor restarts, as its timers do: the new instance
  ///   subscribes again in `started`, with its own.
  public synchronized <M> void subscribe(
      ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
    ActorCell<?> owner = owner(subscriber, "subscribed");
    boolean unused = add(subscribers, owner, new Entry(true, key, subscriber));
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

  /// Announces a change at once, unless another one was announced a moment ago.
  private void changed(ServiceKey<?> key) {
    note(key);
    if (!unannounced.isEmpty() && !isAnnouncing) {
      announceSoon();
      announce(key);
    }
  }

  /// Notes what somebody has to be told.
  private void note(ServiceKey<?> key) {
    listings.remove(key);
    if (subscribers.containsKey(key)) {
      unannounced.add(key);
    }
  }

  /// Lets the watcher announce what has changed when it comes to it, if anything has.
  private void announceSoon() {
    ActorRef<Object> present = watcher;
    if (present != null && !isAnnouncing && !unannounced.isEmpty()) {
      isAnnouncing = true;
      try {
        present.tell(new Announce());
      } catch (Throwable e) {
        isAnnouncing = false; // the next change tries again
        throw e;
      }
    }
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

  /// Whether what becomes a dead letter is a listing for one who has ended; one who goes on without
  /// it is misled.
  static boolean isOfNoUse(Object message, DeadLetterReason reason) {
    return message instanceof Listing
        && reason != DeadLetterReason.OVERFLOW
        && reason != DeadLetterReason.STASH_OVERFLOW;
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
      present = system.spawnSystem("receptionist", this::newWatcher);
      watcher = present;
    }
    present.tell(new Watched(owner));
  }

  /// An instance of the watcher. What an earlier one has failed to announce comes with the next
  /// change.
  private synchronized Actor<Object> newWatcher() {
    isAnnouncing = false;
    return this::watchOrForget;
  }

  /// What the watcher does with its messages.
  private void watchOrForget(Context<Object> ctx, Object message) {
    if (message instanceof Watched(var actor)) {
      ctx.watch(actor, new Ended(actor));
    } else if (message instanceof Ended(var actor)) {
      forget(actor);
    } else if (message instanceof Announce) {
      announceAll();
    }
  }

  /// Forgets everything of an actor that has ended.
  private synchronized void forget(ActorCell<?> actor) {
    Set<Entry> entries = owned.remove(actor);
    if (entries == null) {
      return;
    }
    for (Entry entry : entries) {
      boolean isThere =
          remove(entry.isSubscription ? subscribers : actors, entry.key, entry.address);
      if (isThere && !entry.isSubscription) {
        note(entry.key);
      }
    }
    announceSoon();
  }

  /// Ends the subscriptions that an instance has made through its adapters. Threads: the turn of
  /// the actor, when it restarts.
  void endSubscriptions(ActorCell<?> actor) {
    if (owned.containsKey(actor)) {
      synchronized (this) {
        for (Entry entry : List.copyOf(owned.getOrDefault(actor, Set.of()))) {
          if (entry.isSubscription && entry.address != actor) {
            unsubscribe(entry.key, entry.address);
          }
        }
      }
    }
  }

  /// Announces what has changed until now.
  private synchronized void announceAll() {
    try {
      // A copy: who is told of a dead letter may change something, which is announced the next time
      // for the sake of the order.
      for (ServiceKey<?> key : List.copyOf(unannounced)) {
        announce(key);
      }
    } finally {
      isAnnouncing = false; // whatever comes of it, the next change is announced
    }
    announceSoon();
  }
}
