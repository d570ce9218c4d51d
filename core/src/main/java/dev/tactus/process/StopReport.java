package dev.tactus.process;

import java.util.List;

/// How a system stopped.
///
/// @param asked processes that were asked to end
/// @param finished how many of them ended by themselves in time
/// @param forced how many were ended after the deadline
/// @param stuck how many are still in a step that does not end, or wait in a pool that does not run
/// @param examples the first of those that did not end by themselves, as they were at the deadline
/// @param tookNanos how long it took
public record StopReport(
    long asked,
    long finished,
    long forced,
    long stuck,
    List<ProcessInfo> examples,
    long tookNanos) {
  /// Copies the list.
  public StopReport {
    examples = List.copyOf(examples);
  }

  /// Whether all processes ended by themselves.
  public boolean isGraceful() {
    return forced == 0 && stuck == 0;
  }
}
