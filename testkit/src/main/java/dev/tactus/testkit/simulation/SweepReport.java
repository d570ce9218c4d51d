package dev.tactus.testkit.simulation;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What became of many seeds.
///
/// @param seeds how many were run
/// @param reached how many seeds reached each state of the scenario
/// @param failure the first failure; empty when there was none
public record SweepReport(long seeds, Map<String, Long> reached, Optional<Failure> failure) {
  /// Copies the map, sorted.
  public SweepReport {
    reached = Collections.unmodifiableMap(new TreeMap<>(reached));
  }

  /// A seed that failed.
  ///
  /// @param seed which
  /// @param cause what the scenario threw
  /// @param trace what happened
  /// @param shortest what happened in the shortest run that was found to fail in the same way;
  ///   empty when no list of choices does: the run has more of them than are kept, or it is not the
  ///   same twice
  /// @param choices how many choices that run has that are not plain
  public record Failure(
      long seed, Throwable cause, Trace trace, Optional<Trace> shortest, int choices) {}
}
