package dev.tactus.observe;

import dev.tactus.mailbox.DeadLetterReason;
import java.util.ArrayList;
import java.util.List;

/// Many messages reach nobody, in several looks in a row. Those that waited at actors when these
/// were stopped do not count.
final class DeadLetterFlood implements Lint {
  private final LintSettings settings;
  private int looks;

  DeadLetterFlood(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.DEAD_LETTER_FLOOD;
  }

  @Override
  public List<Sign> look(Look look) {
    double all = 0;
    List<String> reasons = new ArrayList<>();
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      double rate = look.perSecond(snapshot -> snapshot.deadLetters().getOrDefault(reason, 0L));
      if (reason != DeadLetterReason.SHUTDOWN && rate > 0) {
        all += rate;
        reasons.add(reason + " " + Look.count(rate));
      }
    }
    looks = all >= settings.deadLettersPerSecond() ? looks + 1 : 0;
    return looks < settings.sustainedLooks()
        ? List.of()
        : List.of(
            Sign.of(
                look.now().system(),
                Look.count(all)
                    + " messages a second reach nobody, by reason: "
                    + String.join(", ", reasons)
                    + "."));
  }
}
