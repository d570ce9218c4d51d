package dev.tactus.actor.shutdown;

import dev.tactus.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Puts phases in an order in which each is behind those that it names; otherwise they stay as they
/// were given.
final class PhaseOrder {
  private PhaseOrder() {}

  static List<Phase> of(List<Phase> phases) {
    Map<String, Phase> left = new LinkedHashMap<>();
    for (Phase phase : phases) {
      if (left.put(phase.name(), phase) != null) {
        throw new IllegalArgumentException(
            ErrorCode.SHUTDOWN_PHASE.mark(
                "There are two phases named '" + phase.name() + "'; give each a name of its own."));
      }
    }
    Set<String> known = Set.copyOf(left.keySet());
    for (Phase phase : phases) {
      for (String before : phase.after()) {
        if (!known.contains(before)) {
          throw new IllegalArgumentException(
              ErrorCode.SHUTDOWN_PHASE.mark(
                  "The phase '"
                      + phase.name()
                      + "' is after '"
                      + before
                      + "', which is not there. Known are "
                      + left.keySet()
                      + "."));
        }
      }
    }
    return sorted(left);
  }

  private static List<Phase> sorted(Map<String, Phase> left) {
    List<Phase> order = new ArrayList<>();
    Set<String> placed = new HashSet<>();
    while (!left.isEmpty()) {
      Phase next = null;
      for (Phase candidate : left.values()) {
        if (placed.containsAll(candidate.after())) {
          next = candidate;
          break;
        }
      }
      if (next == null) {
        throw new IllegalArgumentException(
            ErrorCode.SHUTDOWN_PHASE.mark(
                "The phases " + left.keySet() + " wait for each other; take one `after` away."));
      }
      left.remove(next.name());
      placed.add(next.name());
      order.add(next);
    }
    return List.copyOf(order);
  }
}
