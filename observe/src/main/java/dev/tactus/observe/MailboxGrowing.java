package dev.tactus.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An actor whose mailbox grew in each of several looks, to more than a floor.
///
/// A burst that is worked off again does not count: one look with a shorter mailbox, or one in
/// which the actor is not among the deepest, begins the count anew. A depth that was only counted
/// up to a limit counts as growing as long as it is at that limit.
final class MailboxGrowing implements Lint {
  private record Growth(int first, int last, int looks) {}

  private final LintSettings settings;
  private Map<String, Growth> growing = Map.of();

  MailboxGrowing(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.MAILBOX_GROWING;
  }

  @Override
  public boolean isOfSweeps() {
    return true;
  }

  @Override
  public List<Sign> look(Look look) {
    Map<String, Growth> next = new HashMap<>();
    List<Sign> signs = new ArrayList<>();
    for (ActorInfo actor : look.now().actors().deepest()) {
      Growth growth = next(growing.get(actor.path()), actor);
      next.put(actor.path(), growth);
      if (growth.looks >= settings.growingLooks() && actor.depth() >= settings.growingFloor()) {
        signs.add(Sign.of(actor.path(), text(growth, actor)));
      }
    }
    growing = next;
    return signs;
  }

  private static Growth next(@Nullable Growth before, ActorInfo actor) {
    int depth = actor.depth();
    if (before == null || depth < before.last || (depth == before.last && actor.isDepthExact())) {
      return new Growth(depth, depth, 0);
    }
    return new Growth(before.first, depth, before.looks + 1);
  }

  private static String text(Growth growth, ActorInfo actor) {
    return "Its mailbox grew in "
        + growth.looks
        + " looks in a row, from "
        + Look.count(growth.first)
        + " to "
        + (actor.isDepthExact() ? "" : "at least ")
        + Look.count(growth.last)
        + " messages; the latest that it took is "
        + (actor.latestType().isEmpty() ? "not known" : actor.latestType())
        + ".";
  }
}
