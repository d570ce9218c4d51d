package dev.tactus.actor;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whose end an actor wants to know of, and who wants to know of its end.
///
/// A watch counts from the call until its message is delivered. It is the same object all the way,
/// so that a notice of an earlier watch, or of one that was taken back, is recognised.
///
/// Threads: the turns of the actor.
final class Watches {
  /// One watch.
  static final class Watch {
    /// Whose end it is about.
    final ActorCell<?> other;

    /// What is sent then.
    private Object message;

    private Watch(ActorCell<?> other, Object message) {
      this.other = other;
      this.message = message;
    }

    Object message() {
      return message;
    }
  }

  /// In the order of the calls, so that nothing depends on hash codes. Each is made when it is
  /// needed first: most actors have one of them.
  private Map<ActorCell<?>, Watch> watched = Map.of();

  private Set<ActorCell<?>> watchers = Set.of();

  /// Begins or replaces a watch.
  ///
  /// @return whether the other actor has to be told
  boolean watch(ActorCell<?> other, Object message) {
    Watch present = watched.get(other);
    if (present == null) {
      if (watched.isEmpty()) {
        watched = new LinkedHashMap<>();
      }
      watched.put(other, new Watch(other, message));
      return true;
    }
    present.message = message; // the notice may be on its way already, and says the new message
    return false;
  }

  /// Takes a watch back.
  ///
  /// @return whether there was one
  boolean unwatch(ActorCell<?> other) {
    return watched.containsKey(other) && watched.remove(other) != null;
  }

  /// The watch of an actor that has ended; null when there is none.
  @Nullable Watch of(ActorCell<?> other) {
    return watched.get(other);
  }

  /// Ends a watch whose notice is being delivered.
  ///
  /// @return whether it counted until now
  boolean end(Watch watch) {
    // identity: a watch after an unwatch is another one, with a notice of its own
    if (watched.get(watch.other) != watch) {
      return false;
    }
    watched.remove(watch.other);
    return true;
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
