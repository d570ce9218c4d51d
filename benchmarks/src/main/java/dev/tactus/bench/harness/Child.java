package dev.tactus.bench.harness;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A contender that does its turn, as the one who hands out the baton sees it. Threads: one.
public interface Child {
  /// What it was told to do.
  Turn turn();

  /// Waits until it is ready for a step or has ended; one that takes too long is ended.
  Pause await(Duration timeout);

  /// Tells it what to do; it must be ready.
  void tell(Command command);

  /// Ends it, if it has not ended.
  void end();

  /// Where a child is when it does nothing.
  ///
  /// @param lines what it has reported since the last time
  /// @param ready what it is ready for; empty if it has ended
  /// @param failure why it ended before its turn was complete
  record Pause(List<ResultLine> lines, Optional<ResultLine.Ready> ready, Optional<String> failure) {
    public Pause {
      lines = List.copyOf(lines);
    }
  }
}
