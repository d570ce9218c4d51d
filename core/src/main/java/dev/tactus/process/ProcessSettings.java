package dev.tactus.process;

import java.time.Duration;
import java.util.Objects;

/// How a system of processes works.
///
/// @param name for errors, dumps and meters; those that are started beside the same actors need one
///   each
/// @param processesMax how many processes may live at a time
/// @param stepsPerTurn how many steps a process makes before others go first
/// @param stopDeadline how long [ProcessSystem#close()] waits for processes to end by themselves
/// @param forceTimeout how long a stop waits after that for those that it ends
public record ProcessSettings(
    String name,
    long processesMax,
    int stepsPerTurn,
    Duration stopDeadline,
    Duration forceTimeout) {
  private static final long PROCESSES_MAX = 10_000_000;
  private static final int STEPS_PER_TURN = 16;
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);
  private static final Duration FORCE_TIMEOUT = Duration.ofSeconds(1);

  /// Checks the values.
  public ProcessSettings {
    Objects.requireNonNull(name, "name");
    if (processesMax < 1) {
      throw new IllegalArgumentException(
          "processesMax " + processesMax + " given, 1 or more is allowed.");
    }
    if (stepsPerTurn < 1) {
      throw new IllegalArgumentException(
          "stepsPerTurn " + stepsPerTurn + " given, 1 or more is allowed.");
    }
    if (stopDeadline.isNegative()) {
      throw new IllegalArgumentException(
          "stopDeadline " + stopDeadline + " given, zero or more is allowed.");
    }
    if (!forceTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "forceTimeout " + forceTimeout + " given, more than zero is allowed.");
    }
  }

  /// Ten million processes, sixteen steps a turn, ten seconds to stop.
  public static ProcessSettings defaults() {
    return new ProcessSettings(
        "processes", PROCESSES_MAX, STEPS_PER_TURN, STOP_DEADLINE, FORCE_TIMEOUT);
  }

  /// The same with another name.
  public ProcessSettings withName(String other) {
    return new ProcessSettings(other, processesMax, stepsPerTurn, stopDeadline, forceTimeout);
  }

  /// The same with another limit.
  public ProcessSettings withProcessesMax(long limit) {
    return new ProcessSettings(name, limit, stepsPerTurn, stopDeadline, forceTimeout);
  }

  /// The same with turns of another length.
  public ProcessSettings withStepsPerTurn(int steps) {
    return new ProcessSettings(name, processesMax, steps, stopDeadline, forceTimeout);
  }

  /// The same with another deadline.
  public ProcessSettings withStopDeadline(Duration deadline) {
    return new ProcessSettings(name, processesMax, stepsPerTurn, deadline, forceTimeout);
  }

  /// The same with another time for those that are ended.
  public ProcessSettings withForceTimeout(Duration timeout) {
    return new ProcessSettings(name, processesMax, stepsPerTurn, stopDeadline, timeout);
  }
}
