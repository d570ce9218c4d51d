package dev.tactus.cli.demo;

/// How late runs were, in nanoseconds.
///
/// @param runs how many were measured
/// @param sampled of how many of these the shares below are taken
/// @param early how many came before their time, which must never happen
/// @param p50Nanos half of the sample was at most this late
/// @param p99Nanos 99 of 100 were
/// @param p999Nanos 999 of 1000 were
/// @param maxNanos none of all runs was later
public record LatenessFigures(
    long runs,
    int sampled,
    long early,
    long p50Nanos,
    long p99Nanos,
    long p999Nanos,
    long maxNanos) {}
