package dev.tactus.actor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whose end an actor wants to know of, and who wants to know of its end.
///
/// A watch counts from the call until its message is delivered. It is the same object all the way,
/// so that a notice of an earlier watch, or of one that was taken back, is recognised.
///
/// Watches are told apart by the address that was given: several adapters of one actor have a watch
/// each. The actor behind them knows its watcher once.
///
/// Threads: the turns of the actor.
final class Watches {
  /// One watch.
  static final class Watch {
    private final ActorRef<?> address;

    /// Whose end it is about.
    private final ActorCell<?> other;

    /// What is sent then.
    private Object message;

    private Watch(ActorRef<?> address, ActorCell<?> other, Object message) {
      this.address = address;
      this.other = other;
      this.message = message;
    }

    Object message() {
      return message;
    }
  }

  /// In the order of the calls, so that nothing depends on hash codes; one for each address, as a
  /// rule that of the actor itself. Each is made when it is needed first: most actors have one of
  /// them.
  private Map<ActorCell<?>, List<Watch>> watched = Map.of();

  private Set<ActorCell<?>> watchers = Set.of();

  /// Begins or replaces a watch.
  ///
  /// @param address the actor itself, or an adapter of it
  /// @return whether the other actor has to be told, again or not
  boolean watch(ActorRef<?> address, ActorCell<?> other, Object message) {
    List<Watch> all = of(other);
    for (Watch present : all) {
      if (present.address == address) {
        present.message = message; // its notice may be on the way already, and says the new message
        return false;
      }
    }
    Watch added = new Watch(address, other, message);
    if (watched.isEmpty()) {
      watched = new LinkedHashMap<>();
    }
    if (all.isEmpty()) {
      watched.put(other, List.of(added));
    } else {
      List<Watch> more = new ArrayList<>(all);
      more.add(added);
      watched.put(other, more);
    }
    // Also where it knows its watcher: it may have ended, and its notices be on the way. They come
    // twice then, and the first of each counts.
    return true;
  }

  /// Takes a watch back.
  ///
  /// @return whether it was the last one of that actor
  boolean unwatch(ActorRef<?> address, ActorCell<?> other) {
    for (Watch watch : of(other)) {
      if (watch.address == address) {
        remove(watch);
        return !watched.containsKey(other);
      }
    }
    return false;
  }

  /// The watches of an actor, in the order of the calls.
  List<Watch> of(ActorCell<?> other) {
    return watched.getOrDefault(other, List.of());
  }

  private void remove(Watch watch) {
    List<Watch> left = of(watch.other).stream().filter(each -> each != watch).toList();
    if (left.isEmpty()) {
      watched.remove(watch.other);
    } else {
      watched.put(watch.other, left);
    }
  }

  /// Ends a watch whose notice is being delivered.
  ///
  /// @return whether it counted until now
  boolean end(Watch watch) {
    // identity: a watch after an unwatch is another one, with a notice of its own
    if (!of(watch.other).contains(watch)) {
      return false;
    }
    remove(watch);
    return true;
  }

  /// Takes back what the actor wanted to know of its own children, also of those that have ended
  /// and whose notices are on the way.
  void forgetChildrenOf(ActorCell<?> cell) {
    if (!watched.isEmpty()) {
      watched.keySet().removeIf(other -> other.parent == cell);
    }
  }

  void addWatcher(ActorCell<?> watcher) {
    if (watchers.isEmpty()) {
      watchers = new LinkedHashSet<>();
    }
    watchers.add(watcher);
  }

  void removeWatcher(ActorCell<?> watcher) {
    if (!watchers.isEmpty()) {
      watchers.remove(watcher);
    }
  }

  /// Everyone who is watched, to be told that it is over.
  List<ActorCell<?>> takeWatched() {
    List<ActorCell<?>> all = List.copyOf(watched.keySet());
    watched = Map.of();
    return all;
  }

  /// Everyone who wants to know of the end, to be told.
  List<ActorCell<?>> takeWatchers() {
    List<ActorCell<?>> all = List.copyOf(watchers);
    watchers = Set.of();
    return all;
  }
}
