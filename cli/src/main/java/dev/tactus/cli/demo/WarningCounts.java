package dev.tactus.cli.demo;

import dev.tactus.scheduler.SchedulerWarning;
import java.util.Map;
import java.util.TreeMap;

/// Counts a scheduler's warnings by kind, and keeps the last of each.
///
/// Threads: any.
public final class WarningCounts {
  /// The warnings of one kind.
  ///
  /// @param count how many
  /// @param last the latest
  public record Kind(long count, SchedulerWarning last) {}

  private final Map<String, Kind> kinds = new TreeMap<>();
  private long total;

  synchronized void add(SchedulerWarning warning) {
    total++;
    kinds.merge(
        warning.getClass().getSimpleName(),
        new Kind(1, warning),
        (before, added) -> new Kind(before.count + 1, added.last));
  }

  synchronized long total() {
    return total;
  }

  /// By name of the kind, in the order of the alphabet.
  synchronized Map<String, Kind> byKind() {
    return new TreeMap<>(kinds);
  }
}
