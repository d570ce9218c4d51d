package dev.tactus.bench.harness;

import java.util.List;
import java.util.Optional;

/// What came of a turn, or of a step of it.
///
/// @param turn what the child was told to do
/// @param lines its result lines; where it failed, those up to then
/// @param failure why it did not complete, in a few words
/// @param others the share of the machine, from 0 to 1, that other programs took meanwhile
/// @param coresNanos how far apart the cores were, see [CoreDistance]
public record TurnOutcome(
    Turn turn, List<ResultLine> lines, Optional<String> failure, double others, double coresNanos) {
  public TurnOutcome {
    lines = List.copyOf(lines);
  }

  /// The same without what was reported.
  TurnOutcome withoutLines() {
    return new TurnOutcome(turn, List.of(), failure, others, coresNanos);
  }
}
