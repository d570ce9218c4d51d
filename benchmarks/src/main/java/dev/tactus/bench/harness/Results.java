package dev.tactus.bench.harness;

/// Where a turn reports to. Threads: the child's main thread.
public interface Results {
  /// One sample of a metric. A turn may report several.
  void sample(String metric, double value);

  /// Something to know beside a metric; an amount of 0 is dropped.
  void mark(String metric, Mark.Kind kind, double amount);
}
