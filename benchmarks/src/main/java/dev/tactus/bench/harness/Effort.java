package dev.tactus.bench.harness;

import java.time.Duration;

/// What one mode spends on a group.
///
/// @param roundsMin rounds that come before any extra; the first of them runs whatever it takes
/// @param roundsMax rounds at most, as far as the budget allows
/// @param turnEstimate how long one contender's turn takes, for planning before any was seen
/// @param turnTimeout when a child counts as hung
public record Effort(int roundsMin, int roundsMax, Duration turnEstimate, Duration turnTimeout) {
  public Effort {
    if (roundsMin < 1 || roundsMax < roundsMin) {
      throw new IllegalArgumentException(
          "rounds "
              + roundsMin
              + " to "
              + roundsMax
              + " given: at least 1 is needed, and the upper end must not lie below the lower");
    }
  }

  /// The same effort with exactly that many rounds.
  public Effort withRounds(int rounds) {
    return new Effort(rounds, rounds, turnEstimate, turnTimeout);
  }
}
