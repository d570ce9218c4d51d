package dev.tactus.actor;

import dev.tactus.dispatch.Census;
import dev.tactus.dispatch.Occupant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Shows every actor of a system to a dump or a sample, parents before their children.
///
/// A sample is made by the ticking thread, and most actors have nothing to tell. So it looks first,
/// and spells the path of an actor and counts its mailbox only where there is something.
///
/// Threads: any.
final class TreeCensus implements Census {
  private final ActorTree tree;
  private final ActorCell<?> root;

  TreeCensus(ActorTree tree, ActorCell<?> root) {
    this.tree = tree;
    this.root = root;
  }

  @Override
  public void forEach(Consumer<? super Occupant> action) {
    visit(view -> true, action);
  }

  @Override
  public void forEachStirring(Consumer<? super Occupant> action) {
    visit(
        TreeCensus::isStirring,
        occupant -> {
          if (occupant.isStirring()) { // it may have come to rest since
            action.accept(occupant);
          }
        });
  }

  /// What [Occupant#isStirring] tells, without counting anything.
  private static boolean isStirring(ActorView view) {
    Occupant.Phase phase = view.phase();
    return phase == Occupant.Phase.SCHEDULED
        || phase == Occupant.Phase.RUNNING
        || view.suspends() > 0
        || view.depth(1) > 0
        || view.systemDepth() > 0;
  }

  private void visit(Predicate<ActorView> filter, Consumer<? super Occupant> action) {
    Predicate<ActorView> visitor =
        view -> {
          if (filter.test(view)) {
            action.accept(((ActorCell<?>) view.ref()).occupant(view.path().toString()));
          }
          return true;
        };
    boolean unused = visitor.test(new CellView(root)); // which is nobody's child
    Optional<ActorTree.Position> unusedEnd = tree.walk(tree.start(), visitor);
  }
}
