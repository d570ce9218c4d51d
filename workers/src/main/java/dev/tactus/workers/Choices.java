package dev.tactus.workers;

/// Where a pool that is moved step by step takes its decisions from. Whoever gives the same answers
/// again gets the same run.
public interface Choices {
  /// Chooses one of several possibilities.
  ///
  /// @param bound how many there are, 1 or more
  /// @return from 0 to `bound` - 1; 0 is the plain one, which a run without choices would take
  int choose(int bound);
}
