package dev.tactus.actor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The children of one actor, in the order in which they were made.
///
/// They are a list linked through the cells themselves, since an actor may have a million of them;
/// only those with a name are in a map as well.
///
/// The children of a guardian are made by any thread, those of other actors in the actor's own
/// turns only. A guardian's lock is therefore taken by everyone, another actor's by those who look
/// at the tree, and by its turns only meanwhile: see [BiasedLock]. Links lead from a child to one
/// with a higher number or back to one with a lower number, whatever else changes, so that every
/// walk comes to an end. The map of names is touched under the monitor only.
///
/// Threads: any looks. Children of a guardian are added and removed by any, those of others in the
/// turns of their parent.
final class Children extends BiasedLock {
  /// Why a parent takes no child any more.
  static final String STOPPING = "its parent is stopping";

  private @Nullable Map<String, ActorCell<?>> named;
  private @Nullable ActorCell<?> first;
  private @Nullable ActorCell<?> last;
  private int count;
  private long numbers;
  private boolean closed;

  /// @param isShared whether any thread makes children here, as below a guardian
  Children(boolean isShared) {
    super(!isShared);
  }

  /// Adds a child.
  ///
  /// @return why it cannot be added; null when it was
  @Nullable String add(ActorCell<?> child, @Nullable String name) {
    if (name == null && isFree()) {
      return addFreely(child);
    }
    return addLocked(child, name);
  }

  private @Nullable String addFreely(ActorCell<?> child) {
    if (closed) {
      return STOPPING;
    }
    int before = version;
    boolean isIn = false;
    try {
      beginChange(before);
      append(child);
      isIn = true;
      endChange(before);
    } catch (StackOverflowError e) {
      version = before + 2;
      if (!isIn) {
        throw e;
      }
    }
    return null;
  }

  private synchronized @Nullable String addLocked(ActorCell<?> child, @Nullable String name) {
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
    append(child);
    return null;
  }

  /// Makes a child the last one. It calls nothing: it is done whole, or not at all.
  private void append(ActorCell<?> child) {
    child.number = ++numbers;
    child.previousSibling = last;
    if (last == null) {
      first = child;
    } else {
      last.nextSibling = child;
    }
    last = child;
    count++;
  }

  /// Takes a child out that has ended.
  ///
  /// @return whether it was one
  boolean remove(ActorCell<?> child) {
    if (child.givenName() == null && isFree()) {
      return removeFreely(child);
    }
    return removeLocked(child);
  }

  private boolean removeFreely(ActorCell<?> child) {
    int before = version;
    boolean isOut = false;
    try {
      beginChange(before);
      isOut = unlink(child);
      endChange(before);
    } catch (StackOverflowError e) {
      version = before + 2;
      if (!isOut) {
        throw e;
      }
    }
    return isOut;
  }

  private synchronized boolean removeLocked(ActorCell<?> child) {
    String name = child.givenName();
    if (named != null && name != null) {
      named.remove(name, child);
    }
    return unlink(child);
  }

  /// Takes a child out of the list, if it is in. It calls nothing, as [#append].
  private boolean unlink(ActorCell<?> child) {
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
      boolean unused = removeLocked(child);
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

  /// The number of the child that was made last; 0 before the first. Threads: the turns of the
  /// parent.
  synchronized long lastNumber() {
    return numbers;
  }

  /// Refuses children from now on. [#open()] takes it back. Threads: the turns of the parent.
  void close() {
    refuse(true);
  }

  void open() {
    refuse(false);
  }

  private void refuse(boolean isClosed) {
    if (hasOneWriter()) {
      closed = isClosed;
    } else {
      synchronized (this) {
        closed = isClosed;
      }
    }
  }

  /// Whether there is none. Threads: the turns of the parent.
  boolean isEmpty() {
    if (hasOneWriter()) {
      return count == 0;
    }
    synchronized (this) {
      return count == 0;
    }
  }

  /// How many there are; approximate while children come and go.
  int size() {
    return count;
  }

  /// The child of this name; null when there is none.
  @Nullable ActorCell<?> named(String name) {
    return look(() -> Optional.<ActorCell<?>>ofNullable(find(name))).orElse(null);
  }

  private @Nullable ActorCell<?> find(String name) {
    if (named != null && named.containsKey(name)) {
      return named.get(name);
    }
    long number = Names.numberOf(name);
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
  List<ActorCell<?>> behind(@Nullable ActorCell<?> child, int max) {
    return look(() -> next(child, max));
  }

  private List<ActorCell<?>> next(@Nullable ActorCell<?> child, int max) {
    ActorCell<?> next;
    if (child == null) {
      next = first;
    } else if (isIn(child)) {
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

  /// Whether this is one of them. Threads: the turns of the parent.
  synchronized boolean contains(ActorCell<?> child) {
    return isIn(child);
  }

  private boolean isIn(ActorCell<?> child) {
    return child.previousSibling != null || first == child;
  }

  /// All of them, the oldest first.
  List<ActorCell<?>> all() {
    return look(() -> next(null, Integer.MAX_VALUE));
  }
}
