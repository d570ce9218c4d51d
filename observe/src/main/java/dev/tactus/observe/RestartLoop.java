package dev.tactus.observe;

import java.util.List;

/// Actors of the system are restarted often, in several looks in a row. Which ones, the events
/// tell.
final class RestartLoop implements Lint {
  private final LintSettings settings;
  private int looks;

  RestartLoop(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.RESTART_LOOP;
  }

  @Override
  public List<Sign> look(Look look) {
    double rate =
        look.perSecond(snapshot -> snapshot.events().noted().getOrDefault("Restarted", 0L));
    looks = rate >= settings.restartsPerSecond() ? looks + 1 : 0;
    return looks < settings.sustainedLooks()
        ? List.of()
        : List.of(
            Sign.of(
                look.now().system(),
                "In "
                    + looks
                    + " looks in a row actors were restarted often; at last "
                    + Look.count(rate)
                    + " times a second."));
  }
}
