package dev.tactus.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An actor whose latest measured turn took longer than a threshold.
///
/// A snapshot shows the latest measured turn until another is measured, which may be never. So a
/// figure that is the same to the nanosecond as in the look before is not seen again.
final class LongTurn implements Lint {
  private final LintSettings settings;
  private Map<String, Long> shown = Map.of();

  LongTurn(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.LONG_TURN;
  }

  @Override
  public boolean isOfSweeps() {
    return true;
  }

  @Override
  public List<Sign> look(Look look) {
    Map<String, Long> next = new HashMap<>();
    List<Sign> signs = new ArrayList<>();
    for (ActorInfo actor : look.now().actors().slowest()) {
      if (actor.turnNanos() <= settings.longTurnNanos()) {
        continue;
      }
      next.put(actor.path(), actor.turnNanos());
      Long before = shown.get(actor.path());
      if (before == null || before != actor.turnNanos()) {
        signs.add(Sign.of(actor.path(), text(actor)));
      }
    }
    shown = next;
    return signs;
  }

  private String text(ActorInfo actor) {
    return "A turn of it took "
        + Look.time(actor.turnNanos())
        + " on dispatcher "
        + actor.dispatcher()
        + "; more than "
        + Look.time(settings.longTurnNanos())
        + " holds up others. The latest message that it took is "
        + (actor.latestType().isEmpty() ? "not known" : actor.latestType())
        + ".";
  }
}
