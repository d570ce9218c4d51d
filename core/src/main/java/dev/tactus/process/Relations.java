package dev.tactus.process;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Who has to know of the end of a process. It exists only for processes that need it.
///
/// A relation of two processes is in the books of both. They are never locked together: the one
/// that asks enters it in its own books first and then in the other's. So the end of the other,
/// which closes its books, either finds the entry there, or makes the second step fail, and the
/// first is taken back.
///
/// Threads: any; each method holds the lock for a few instructions and calls nobody.
final class Relations {
  /// Both end together.
  static final int LINKED = 1;

  /// The other gets a notice of our end.
  static final int WATCHED_BY = 2;

  /// We get a notice of the other's end.
  static final int WATCHES = 4;

  private Map<Pid, Integer> relations = new HashMap<>();
  private @Nullable Set<CompletableFuture<ExitReason>> exits;
  private boolean closed;

  /// Books of a process that has ended before it had any.
  static Relations closed() {
    Relations relations = new Relations();
    relations.closed = true;
    return relations;
  }

  /// Enters a relation; a second time changes nothing.
  ///
  /// @return false when the process has ended
  synchronized boolean add(Pid other, int relation) {
    if (closed) {
      return false;
    }
    relations.merge(other, relation, (one, two) -> one | two);
    return true;
  }

  /// Takes a relation out.
  ///
  /// @return whether it was there
  synchronized boolean remove(Pid other, int relation) {
    int held = relations.getOrDefault(other, 0);
    int left = held & ~relation;
    if (left == 0) {
      relations.remove(other);
    } else {
      relations.put(other, left);
    }
    return left != held;
  }

  /// Enters somebody outside who wants to know, until the future is done: who gives it up is taken
  /// out.
  ///
  /// @return false when the process has ended
  boolean tell(CompletableFuture<ExitReason> exit) {
    synchronized (this) {
      if (closed) {
        return false;
      }
      if (exits == null) {
        exits = new LinkedHashSet<>();
      }
      exits.add(exit);
    }
    exit.whenComplete((reason, givenUp) -> forget(exit));
    return true;
  }

  @SuppressWarnings("CollectionUndefinedEquality") // by identity, which is what is meant
  private synchronized void forget(CompletableFuture<ExitReason> exit) {
    if (exits != null) {
      exits.remove(exit);
    }
  }

  /// Closes the books.
  ///
  /// @return what they held
  synchronized Held close() {
    closed = true;
    Held held = new Held(relations, exits == null ? Set.of() : exits);
    relations = new HashMap<>();
    exits = null;
    return held;
  }

  /// What books held in the end. The map is the one that was filled, because a copy of the JDK's
  /// immutable kind would have another order in each run.
  record Held(Map<Pid, Integer> relations, Set<CompletableFuture<ExitReason>> exits) {}
}
