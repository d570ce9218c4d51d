package dev.tactus.bench.harness;

import java.time.Duration;

/// What one mode spends on a group.
///
/// @param roundsMin rounds that come before any extra; the first of them runs whatever it takes
/// @param roundsMax rounds at most, as far as the budget allows
/// @param samples samples of a station in a round, as far as the budget allows; the first is taken
///   whatever it takes
/// @param stepTimeout when a child counts as hung that does not come to the end of a step
public record Effort(int roundsMin, int roundsMax, int samples, Duration stepTimeout) {
  public Effort {
    if (roundsMin < 1 || roundsMax < roundsMin) {
      throw new IllegalArgumentException(
          "rounds "
              + roundsMin
              + " to "
              + roundsMax
              + " given: at least 1 is needed, and the upper end must not lie below the lower");
    }
    if (samples < 1) {
      throw new IllegalArgumentException(samples + " samples given: at least 1 is needed");
    }
  }

  /// The same effort with exactly that many rounds.
  public Effort withRounds(int rounds) {
    return new Effort(rounds, rounds, samples, stepTimeout);
  }
}
