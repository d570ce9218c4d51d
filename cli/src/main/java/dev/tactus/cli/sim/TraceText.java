package dev.tactus.cli.sim;

import dev.tactus.testkit.simulation.TraceEvent;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A trace as lines for people.
public final class TraceText {
  private TraceText() {}

  /// Which events are shown.
  ///
  /// @param actor only those that concern actors whose path holds this text; empty for all
  /// @param kinds only these kinds; none for all
  public record Filter(Optional<String> actor, Set<TraceEvent.Kind> kinds) {
    /// Copies the set.
    public Filter {
      kinds = Set.copyOf(kinds);
    }

    /// Whether an event is shown.
    public boolean shows(TraceEvent event) {
      boolean isOfKind = kinds.isEmpty() || kinds.contains(event.kind());
      return isOfKind
          && actor
              .map(text -> event.actor().contains(text) || event.other().contains(text))
              .orElse(true);
    }
  }

  /// One event as a line.
  public static String line(TraceEvent event) {
    String who = event.other().isEmpty() ? event.actor() : event.other() + " -> " + event.actor();
    String text =
        String.format(Locale.ROOT, "%14s  %-11s  %s", millis(event.nanos()), event.kind(), who);
    return event.detail().isEmpty()
        ? text.stripTrailing()
        : text + (who.isEmpty() ? "" : "  ") + event.detail();
  }

  /// A time in milliseconds, with as many places as it takes.
  static String millis(long nanos) {
    BigDecimal millis = BigDecimal.valueOf(nanos, 6);
    return (millis.signum() == 0 ? BigDecimal.ZERO : millis.stripTrailingZeros()).toPlainString()
        + " ms";
  }
}
