package dev.tactus.actor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The children of one actor, in the order in which they were made.
///
/// They are a list linked through the cells themselves, since an actor may have a million of them;
/// only those with a name are in a map as well.
///
/// The children of a guardian are made by any thread, those of other actors in the actor's own
/// turns only. A guardian's lock is therefore taken by everyone, another actor's by nobody but its
/// owner and those who look at the tree.
///
/// Threads: any.
final class Children {
  /// Why a parent takes no child any more.
  static final String STOPPING = "its parent is stopping";

  private @Nullable Map<String, ActorCell<?>> named;
  private @Nullable ActorCell<?> first;
  private @Nullable ActorCell<?> last;
  private int count;
  private long numbers;
  private boolean closed;

  /// Adds a child.
  ///
  /// @return why it cannot be added; null when it was
  synchronized @Nullable String add(ActorCell<?> child, @Nullable String name) {
    if (closed) {
      return STOPPING;
    }
    if (name != null) {
      if (named == null) {
        named = new HashMap<>();
      }
      if (named.putIfAbsent(name, child) != null) {
        return "its parent has a child of this name";
      }
    }
    child.number = ++numbers;
    child.previousSibling = last;
    if (last == null) {
      first = child;
    } else {
      last.nextSibling = child;
    }
    last = child;
    count++;
    return null;
  }

  /// Takes a child out that has ended.
  ///
  /// @return whether it was one
  synchronized boolean remove(ActorCell<?> child) {
    ActorCell<?> before = child.previousSibling;
    ActorCell<?> behind = child.nextSibling;
    if (before == null && first != child) {
      return false;
    }
    if (before == null) {
      first = behind;
    } else {
      before.nextSibling = behind;
    }
    if (behind == null) {
      last = before;
    } else {
      behind.previousSibling = before;
    }
    child.previousSibling = null;
    child.nextSibling = null;
    String name = child.givenName();
    if (named != null && name != null) {
      named.remove(name, child);
    }
    count--;
    return true;
  }

  /// Takes children out that have ended.
  ///
  /// @param max how many at most
  /// @return whether there are more
  synchronized boolean removeAll(Leavers<ActorCell<?>> leavers, int max) {
    for (int i = 0; i < max; i++) {
      ActorCell<?> child = leavers.poll();
      if (child == null) {
        return false;
      }
      boolean unused = remove(child);
    }
    return !leavers.isEmpty();
  }

  /// Gives the name of a child back that has ended, before anybody is told of the end: who is may
  /// want it for another one.
  synchronized void freeName(ActorCell<?> child, String name) {
    if (named != null) {
      named.remove(name, child);
    }
  }

  /// The number of the child that was made last; 0 before the first.
  synchronized long lastNumber() {
    return numbers;
  }

  /// Refuses children from now on. [#open()] takes it back.
  synchronized void close() {
    closed = true;
  }

  synchronized void open() {
    closed = false;
  }

  synchronized boolean isEmpty() {
    return count == 0;
  }

  synchronized int size() {
    return count;
  }

  synchronized @Nullable ActorCell<?> named(String name) {
    if (named != null && named.containsKey(name)) {
      return named.get(name);
    }
    long number = ActorCell.numberOf(name);
    ActorCell<?> child = number < 0 ? null : from(number);
    return child != null && child.number == number && child.givenName() == null ? child : null;
  }

  /// The first child with this number or a higher one. It is looked for from the nearer end.
  private @Nullable ActorCell<?> from(long number) {
    ActorCell<?> end = last;
    if (end == null || end.number < number) {
      return null;
    }
    if (number <= numbers / 2) {
      ActorCell<?> child = first;
      while (child != null && child.number < number) {
        child = child.nextSibling;
      }
      return child;
    }
    ActorCell<?> child = end;
    for (ActorCell<?> before = child.previousSibling;
        before != null && before.number >= number;
        before = before.previousSibling) {
      child = before;
    }
    return child;
  }

  /// The next children behind one of them, which may have ended meanwhile.
  ///
  /// @param child null for the first ones
  /// @param max how many at most
  synchronized List<ActorCell<?>> behind(@Nullable ActorCell<?> child, int max) {
    ActorCell<?> next;
    if (child == null) {
      next = first;
    } else if (contains(child)) {
      next = child.nextSibling;
    } else {
      next = from(child.number + 1);
    }
    List<ActorCell<?>> found = new ArrayList<>();
    while (next != null && found.size() < max) {
      found.add(next);
      next = next.nextSibling;
    }
    return found;
  }

  synchronized boolean contains(ActorCell<?> child) {
    return child.previousSibling != null || first == child;
  }

  synchronized List<ActorCell<?>> all() {
    List<ActorCell<?>> all = new ArrayList<>(count);
    for (ActorCell<?> child = first; child != null; child = child.nextSibling) {
      all.add(child);
    }
    return all;
  }
}
