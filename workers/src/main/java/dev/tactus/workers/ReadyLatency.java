package dev.tactus.workers;

/// How long tasks waited from being submitted to the beginning of their turn, by samples: about one
/// task in a millisecond, whichever is submitted next.
///
/// @param samples how many tasks were measured
/// @param p50Nanos half of them waited at most this long, rounded up by at most a quarter
/// @param p99Nanos 99 of 100 waited at most this long, rounded up by at most a quarter
/// @param maxNanos the longest wait
public record ReadyLatency(long samples, long p50Nanos, long p99Nanos, long maxNanos) {
  /// Nothing was measured.
  public static final ReadyLatency NONE = new ReadyLatency(0, 0, 0, 0);
}
