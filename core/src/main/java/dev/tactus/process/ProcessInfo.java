package dev.tactus.process;

/// One process at one moment.
///
/// @param pid its number
/// @param implementation the name of its class without the package; `-` while it starts
/// @param state what it does
/// @param steps how many steps it has begun
/// @param startNanos the clock's reading at its start
/// @param queued events that it has not been given yet
public record ProcessInfo(
    Pid pid, String implementation, ProcessState state, long steps, long startNanos, int queued) {}
