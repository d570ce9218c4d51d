package dev.tactus.scheduler.log;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import java.util.Objects;
import java.util.OptionalLong;

/// One line of the log: a timer was scheduled, fired or cancelled.
public sealed interface LogEntry {
  /// The longest name of an executor that an entry keeps; longer ones are cut.
  int NAME_LENGTH_MAX = 200;

  /// The number of the timer, from 1.
  long timerId();

  /// The reading of the clock when it happened.
  long atNanos();

  /// The reading of the clock when the timer was scheduled; empty when the log does not know.
  OptionalLong scheduledAtNanos();

  /// A timer was registered.
  ///
  /// @param timerId the timer
  /// @param atNanos when it was registered
  /// @param mode how it repeats
  /// @param delayNanos after what time it is due first
  /// @param periodNanos the interval or delay of a periodic timer, 0 for a one-shot
  /// @param deadlineTick the tick on which it is due first
  /// @param priority its priority
  /// @param executor the name of its executor
  record Scheduled(
      long timerId,
      long atNanos,
      ExecutionMode mode,
      long delayNanos,
      long periodNanos,
      long deadlineTick,
      Priority priority,
      String executor)
      implements LogEntry {
    /// Checks the values.
    public Scheduled {
      checkId(timerId);
      Objects.requireNonNull(mode, "mode");
      Objects.requireNonNull(priority, "priority");
      checkName("executor", executor);
      check(delayNanos >= 1, "delay", delayNanos, "1 ns or more");
      boolean once = mode == ExecutionMode.ONE_SHOT;
      check(
          once ? periodNanos == 0 : periodNanos >= 1,
          "period of a timer of mode " + mode,
          periodNanos,
          once ? "0" : "1 ns or more");
    }

    @Override
    public OptionalLong scheduledAtNanos() {
      return OptionalLong.of(atNanos);
    }
  }

  /// A timer was due, and its task was handed to the executor.
  ///
  /// @param timerId the timer
  /// @param atNanos when it was handed over
  /// @param scheduledAtNanos when it was registered, where the log still knows it
  /// @param deadlineTick the tick on which it was due
  /// @param runs how many due times this stands for
  /// @param executor the name of its executor
  record Fired(
      long timerId,
      long atNanos,
      OptionalLong scheduledAtNanos,
      long deadlineTick,
      int runs,
      String executor)
      implements LogEntry {
    /// Checks the values.
    public Fired {
      checkId(timerId);
      Objects.requireNonNull(scheduledAtNanos, "scheduledAtNanos");
      checkName("executor", executor);
      check(runs >= 1, "number of runs", runs, "1 or more");
    }
  }

  /// A timer was cancelled.
  ///
  /// @param timerId the timer
  /// @param atNanos when it was cancelled
  /// @param scheduledAtNanos when it was registered, where the log still knows it
  /// @param reason why
  record Cancelled(long timerId, long atNanos, OptionalLong scheduledAtNanos, CancelReason reason)
      implements LogEntry {
    /// Checks the values.
    public Cancelled {
      checkId(timerId);
      Objects.requireNonNull(scheduledAtNanos, "scheduledAtNanos");
      Objects.requireNonNull(reason, "reason");
    }
  }

  private static void checkId(long timerId) {
    check(timerId >= 1, "timer id", timerId, "1 or more");
  }

  private static void check(boolean holds, String what, long given, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          "The " + what + " was " + given + "; allowed is " + allowed + ".");
    }
  }

  /// Checks that a name fits into a line of the file.
  static void checkName(String what, String name) {
    Objects.requireNonNull(name, what);
    if (name.length() > NAME_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "The "
              + what
              + " had a name of "
              + name.length()
              + " characters; allowed are "
              + NAME_LENGTH_MAX
              + ". Shorten it.");
    }
  }

  /// As much of a name as an entry keeps.
  static String shortened(String name) {
    return name.length() <= NAME_LENGTH_MAX ? name : name.substring(0, NAME_LENGTH_MAX);
  }
}
