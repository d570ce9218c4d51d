package dev.tactus.scheduler;

import java.util.List;

/// How late timers were handed over, after the beginning of the tick on which they were due.
///
/// @param count how many hand-overs were measured
/// @param p50Nanos half of them were at most this late
/// @param p99Nanos 99 of 100 were at most this late
/// @param maxNanos none was later
/// @param buckets the histogram behind these figures, without its empty buckets, earliest first
public record Lateness(
    long count, long p50Nanos, long p99Nanos, long maxNanos, List<Bucket> buckets) {
  /// How many hand-overs were late by about the same time.
  ///
  /// @param upToNanos the longest time that counts to this bucket; the bucket before ends just
  ///   below its shortest
  /// @param count how many
  public record Bucket(long upToNanos, long count) {}
}
