package dev.tactus.observe;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorTree;
import dev.tactus.actor.ActorView;
import dev.tactus.dispatch.Occupant;
import dev.tactus.time.Clock;
import dev.tactus.time.host.HostWallClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/// One look at every actor, for the figures of all of them. Nothing is kept of an actor but its
/// address, and that only of those at the top of a ranking.
///
/// Threads: one.
final class Sweep {
  private final ActorTree tree;
  private final ObservatorySettings settings;
  private final Clock clock;
  private final ActorPages pages;

  Sweep(ActorTree tree, ObservatorySettings settings, Clock clock) {
    this.tree = tree;
    this.settings = settings;
    this.clock = clock;
    this.pages = new ActorPages(tree, settings);
  }

  /// An actor and the figure that ranks it.
  private record Ranked(ActorRef<?> actor, long figure) {}

  /// The highest of many figures.
  private final class Ranking {
    private final PriorityQueue<Ranked> top =
        new PriorityQueue<>(Comparator.comparingLong(Ranked::figure));

    void add(ActorView view, long figure) {
      if (figure <= 0 || settings.rankedMax() == 0) {
        return;
      }
      Ranked lowest = top.peek();
      if (top.size() < settings.rankedMax() || (lowest != null && lowest.figure() < figure)) {
        top.add(new Ranked(view.ref(), figure));
        if (top.size() > settings.rankedMax()) {
          Ranked unused = top.remove();
        }
      }
    }

    List<ActorInfo> infos() {
      List<Ranked> ranked = new ArrayList<>(top);
      ranked.sort(Comparator.comparingLong(Ranked::figure).reversed());
      return ranked.stream().flatMap(r -> tree.find(r.actor()).stream()).map(pages::info).toList();
    }
  }

  private static final class Totals {
    private final Map<Occupant.Phase, Long> byState = new EnumMap<>(Occupant.Phase.class);
    private long total;
    private long suspended;
    private long queued;
  }

  ActorFigures figures() {
    long begin = clock.nanos();
    Totals totals = new Totals();
    Ranking deepest = new Ranking();
    Ranking slowest = new Ranking();
    Optional<ActorTree.Position> unused =
        tree.walk(
            tree.start(),
            view -> {
              int depth = view.depth(settings.depthMax());
              totals.total++;
              totals.byState.merge(view.phase(), 1L, Long::sum);
              totals.suspended += view.suspends() > 0 ? 1 : 0;
              totals.queued += depth;
              deepest.add(view, depth);
              slowest.add(view, view.turnNanos());
              return true;
            });
    return new ActorFigures(
        totals.total,
        totals.byState,
        totals.suspended,
        totals.queued,
        deepest.infos(),
        slowest.infos(),
        HostWallClock.millis(),
        clock.nanos() - begin);
  }
}
