package dev.tactus.scheduler;

import java.util.Objects;

/// How timers of one affinity are treated.
///
/// @param priority what happens to them where room runs out
/// @param backlogLimit how many runs of a periodic timer may wait for its task before it is
///   cancelled
/// @param burstThreshold how many runs of a periodic timer may have been missed by the driver
///   before a warning
public record TimerPolicy(Priority priority, int backlogLimit, int burstThreshold) {
  /// Normal priority, 64 waiting runs, warning above 10 missed runs.
  public static final TimerPolicy DEFAULT = new TimerPolicy(Priority.NORMAL, 64, 10);

  /// Checks the values.
  public TimerPolicy {
    Objects.requireNonNull(priority, "priority");
    if (backlogLimit < 1) {
      throw new IllegalArgumentException(
          "A backlog limit of " + backlogLimit + " was given; it must be 1 or more.");
    }
    if (burstThreshold < 0) {
      throw new IllegalArgumentException(
          "A burst threshold of " + burstThreshold + " was given; it must be 0 or more.");
    }
  }

  /// The same with another priority.
  public TimerPolicy withPriority(Priority other) {
    return new TimerPolicy(other, backlogLimit, burstThreshold);
  }

  /// The same with another backlog limit.
  public TimerPolicy withBacklogLimit(int limit) {
    return new TimerPolicy(priority, limit, burstThreshold);
  }

  /// The same with another burst threshold.
  public TimerPolicy withBurstThreshold(int threshold) {
    return new TimerPolicy(priority, backlogLimit, threshold);
  }
}
