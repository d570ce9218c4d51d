package dev.tactus.observe;

import dev.tactus.actor.ActorTree;
import dev.tactus.actor.ActorView;
import dev.tactus.dispatch.Occupant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lists of actors, page by page.
///
/// The end of a page is a number under which its position is kept. So the next page begins where
/// this one ended, at once, however many actors there are. The latest pages of a list may be asked
/// for again. Each list has its own ends, so that a short one, or one that is read slowly, is not
/// lost because somebody else reads a long one.
///
/// Threads: any.
final class ActorPages {
  private static final int LISTS_KEPT = 64;
  private static final int ENDS_KEPT = 8;

  /// How many actors are looked at for one page. A filter that hardly anybody passes gives short
  /// pages then, instead of an answer that takes long.
  private static final int LOOKS_MAX = 100_000;

  private final ActorTree tree;
  private final ObservatorySettings settings;

  /// Where a page has ended.
  ///
  /// @param list the number of the first end of its list
  private record End(long list, ActorTree.Position position) {}

  private final Map<Long, End> ends = new HashMap<>();

  /// The numbers of the ends of each list, oldest first; the list that was used last is last.
  private final LinkedHashMap<Long, Deque<Long>> lists = new LinkedHashMap<>(16, 0.75f, true);

  private long lastNumber;

  ActorPages(ActorTree tree, ObservatorySettings settings) {
    this.tree = tree;
    this.settings = settings;
  }

  Page<ActorInfo> page(ActorQuery query) {
    Optional<End> before =
        query.after().isEmpty() ? Optional.empty() : Optional.of(kept(query.after()));
    Optional<ActorTree.Position> from =
        before.isEmpty() ? first(query.parent()) : before.map(End::position);
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
    return new Page<>(found, end.map(position -> keep(before, position)).orElse(""));
  }

  private Optional<ActorTree.Position> first(String parent) {
    return parent.isEmpty() ? Optional.of(tree.start()) : tree.childrenOf(parent);
  }

  private synchronized End kept(String number) {
    End end = null;
    try {
      end = ends.get(Long.parseLong(number));
    } catch (NumberFormatException e) {
      // it is none of ours
    }
    if (end == null) {
      throw new IllegalArgumentException(
          "A page of actors after '"
              + number
              + "' was asked for; only the ends of the latest "
              + ENDS_KEPT
              + " pages of the latest "
              + LISTS_KEPT
              + " lists are known. Begin with the first page again.");
    }
    return end;
  }

  private synchronized String keep(Optional<End> before, ActorTree.Position position) {
    long number = ++lastNumber;
    long list = before.map(End::list).orElse(number);
    ends.put(number, new End(list, position));
    Deque<Long> numbers = lists.computeIfAbsent(list, first -> new ArrayDeque<>());
    numbers.add(number);
    if (numbers.size() > ENDS_KEPT) {
      ends.remove(numbers.remove());
    }
    if (lists.size() > LISTS_KEPT) {
      lists.pollFirstEntry().getValue().forEach(ends::remove);
    }
    return Long.toString(number);
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
