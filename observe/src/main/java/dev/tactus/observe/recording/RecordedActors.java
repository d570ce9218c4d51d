package dev.tactus.observe.recording;

import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/// The actors that a snapshot names, in pages, by path.
final class RecordedActors {
  private RecordedActors() {}

  static Collection<ActorInfo> of(Snapshot snapshot) {
    TreeMap<String, ActorInfo> byPath = new TreeMap<>();
    snapshot.actors().deepest().forEach(actor -> byPath.put(actor.path(), actor));
    snapshot.actors().slowest().forEach(actor -> byPath.putIfAbsent(actor.path(), actor));
    return byPath.values();
  }

  /// The end of a page is the path of its last actor.
  static Page<ActorInfo> page(Snapshot snapshot, ActorQuery query) {
    List<ActorInfo> items = new ArrayList<>();
    for (ActorInfo actor : of(snapshot)) {
      if (actor.path().compareTo(query.after()) > 0 && isWanted(actor, query)) {
        if (items.size() == query.max()) {
          return new Page<>(items, items.getLast().path());
        }
        items.add(actor);
      }
    }
    return new Page<>(items, "");
  }

  private static boolean isWanted(ActorInfo actor, ActorQuery query) {
    return actor.path().contains(query.text())
        && (query.parent().isEmpty() || query.parent().equals(parent(actor.path())))
        && (!query.isStirringOnly() || isStirring(actor));
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static boolean isStirring(ActorInfo actor) {
    boolean isBusy =
        switch (actor.state()) {
          case RUNNING, SCHEDULED -> true;
          case IDLE, CLOSED -> false;
        };
    return isBusy || actor.suspends() > 0 || actor.depth() > 0 || actor.systemDepth() > 0;
  }
}
