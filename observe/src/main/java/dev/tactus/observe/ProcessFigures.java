package dev.tactus.observe;

import dev.tactus.process.ProcessStats;

/// One system of processes.
///
/// @param name its name
/// @param stats what its processes have done, and what they do
public record ProcessFigures(String name, ProcessStats stats) {}
