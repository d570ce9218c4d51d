package dev.tactus.time.driver;

/// What a driver did since it was attached.
///
/// @param ticks how many ticks it handed over
/// @param tokens in how many tokens
/// @param catchUps how many of these tokens made up for being late
/// @param refusals how often a token was refused, and handed over later
/// @param tokensPerSecond how often it handed over, on average
/// @param ticksPerSecond how many ticks it handed over in a second, on average
/// @param meanJitterNanos how late it woke up, on average
/// @param maxJitterNanos how late it woke up at worst
public record DriverStats(
    long ticks,
    long tokens,
    long catchUps,
    long refusals,
    double tokensPerSecond,
    double ticksPerSecond,
    long meanJitterNanos,
    long maxJitterNanos) {}
