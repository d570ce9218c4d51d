package dev.tactus.scheduler;

import java.util.concurrent.atomic.LongAdder;

/// Counts what became of timers. What many threads count is striped; what only the ticking thread
/// counts is a plain field, published once a token.
final class SchedulerCounters {
  /// Timers that got a number and were then refused.
  final LongAdder refused = new LongAdder();

  final LongAdder cancelled = new LongAdder();
  final LongAdder dropped = new LongAdder();

  /// Runs on executors, and one-shots that completed there.
  final LongAdder ranElsewhere = new LongAdder();

  final LongAdder completedElsewhere = new LongAdder();

  // Ticking thread only.
  long ranDirect;
  long completedDirect;

  private volatile long ranDirectPublished;
  private volatile long completedDirectPublished;

  /// Makes the plain counts visible. Threads: the ticking one.
  void publish() {
    ranDirectPublished = ranDirect;
    completedDirectPublished = completedDirect;
  }

  /// Runs that were started.
  long fired() {
    return ranElsewhere.sum() + ranDirectPublished;
  }

  /// Timers that got a number and are not active any more, in whatever way.
  long ended() {
    return refused.sum()
        + cancelled.sum()
        + dropped.sum()
        + completedElsewhere.sum()
        + completedDirectPublished;
  }

  /// One-shots that ended by running.
  long completed() {
    return completedElsewhere.sum() + completedDirectPublished;
  }
}
