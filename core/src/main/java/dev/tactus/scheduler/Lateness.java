package dev.tactus.scheduler;

/// How late timers were handed over, after the beginning of the tick on which they were due.
///
/// @param count how many hand-overs were measured
/// @param p50Nanos half of them were at most this late
/// @param p99Nanos 99 of 100 were at most this late
/// @param maxNanos none was later
public record Lateness(long count, long p50Nanos, long p99Nanos, long maxNanos) {}
