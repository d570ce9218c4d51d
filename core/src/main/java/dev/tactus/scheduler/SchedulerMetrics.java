package dev.tactus.scheduler;

/// What a scheduler did so far, at one moment.
///
/// At a quiet moment, when no task is running, `registered = completed + cancelled + dropped +
/// active`. Where metrics were taken while timers were being refused, `registered` may be ahead by
/// as many as were on their way in then: it only grows, and waits until as many more are taken.
///
/// @param registered timers that were ever taken
/// @param active timers that have not ended
/// @param periodic how many of these are periodic
/// @param fired runs that were started
/// @param completed one-shots that ended by running
/// @param cancelled timers that were cancelled
/// @param dropped timers that were cancelled for want of room or because their executor refused
///   them
/// @param quotaLimit how many timers may be active now
/// @param driftNanos how late the last tick began, after what the driver was late
/// @param maxDriftNanos the worst of these
/// @param driftWarnings how often that was beyond the budget
/// @param lateness how late timers were handed over
public record SchedulerMetrics(
    long registered,
    long active,
    long periodic,
    long fired,
    long completed,
    long cancelled,
    long dropped,
    long quotaLimit,
    long driftNanos,
    long maxDriftNanos,
    long driftWarnings,
    Lateness lateness) {}
