package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.List;

/// Runs turns: [ChildJvms] in earnest, a script in tests.
public interface TurnRunner {
  /// Starts all given turns at the same time and returns when all have ended, in the order given.
  List<TurnOutcome> run(List<Turn> turns, int heapMegabytes, Duration timeout);
}
