package dev.tactus.observe;

import dev.tactus.actor.ActorTree;
import dev.tactus.actor.ActorView;
import dev.tactus.dispatch.Occupant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lists of actors, page by page.
///
/// The end of a page is a number under which the position of its walk is kept, for the pages that
/// were asked for last. So the next page begins where this one ended, at once, however many actors
/// there are; a page may be asked for again.
///
/// Threads: any.
final class ActorPages {
  private static final int POSITIONS_KEPT = 256;

  /// How many actors are looked at for one page. A filter that hardly anybody passes gives short
  /// pages then, instead of an answer that takes long.
  private static final int LOOKS_MAX = 100_000;

  private final ActorTree tree;
  private final ObservatorySettings settings;
  private final Map<Long, ActorTree.Position> positions = new LinkedHashMap<>();
  private long lastNumber;

  ActorPages(ActorTree tree, ObservatorySettings settings) {
    this.tree = tree;
    this.settings = settings;
  }

  Page<ActorInfo> page(ActorQuery query) {
    Optional<ActorTree.Position> from =
        query.after().isEmpty() ? first(query.parent()) : Optional.of(kept(query.after()));
    List<ActorInfo> found = new ArrayList<>();
    int[] looks = {0};
    Optional<ActorTree.Position> end =
        from.flatMap(
            at ->
                tree.walk(
                    at,
                    view -> {
                      looks[0]++;
                      if (isWanted(query, view)) {
                        found.add(info(view));
                      }
                      return found.size() < query.max() && looks[0] < LOOKS_MAX;
                    }));
    return new Page<>(found, end.map(this::keep).orElse(""));
  }

  private Optional<ActorTree.Position> first(String parent) {
    return parent.isEmpty() ? Optional.of(tree.start()) : tree.childrenOf(parent);
  }

  private synchronized ActorTree.Position kept(String number) {
    ActorTree.Position position = null;
    try {
      position = positions.get(Long.parseLong(number));
    } catch (NumberFormatException e) {
      // it is none of ours
    }
    if (position == null) {
      throw new IllegalArgumentException(
          "A page of actors after '"
              + number
              + "' was asked for; only the ends of the latest "
              + POSITIONS_KEPT
              + " pages are known. Begin with the first page again.");
    }
    return position;
  }

  private synchronized String keep(ActorTree.Position position) {
    lastNumber++;
    positions.put(lastNumber, position);
    if (positions.size() > POSITIONS_KEPT) {
      var oldest = positions.keySet().iterator();
      Long unused = oldest.next();
      oldest.remove();
    }
    return Long.toString(lastNumber);
  }

  private static boolean isWanted(ActorQuery query, ActorView view) {
    return (!query.isStirringOnly() || isStirring(view))
        && (query.text().isEmpty() || view.path().toString().contains(query.text()));
  }

  /// Whether there is anything to tell of an actor.
  static boolean isStirring(ActorView view) {
    Occupant.Phase phase = view.phase();
    return phase == Occupant.Phase.RUNNING
        || phase == Occupant.Phase.SCHEDULED
        || view.suspends() > 0
        || view.depth(1) > 0
        || view.systemDepth() > 0;
  }

  Optional<ActorInfo> find(String path) {
    return tree.find(path).map(this::info);
  }

  ActorInfo info(ActorView view) {
    Occupant.Phase phase = view.phase();
    int depth = view.depth(settings.depthMax());
    return new ActorInfo(
        view.path().toString(),
        view.dispatcher(),
        phase,
        view.suspends(),
        depth,
        depth < settings.depthMax(),
        view.systemDepth(),
        phase == Occupant.Phase.RUNNING ? view.latestThread() : "",
        view.turnNanos(),
        view.latestType(),
        view.children());
  }
}
