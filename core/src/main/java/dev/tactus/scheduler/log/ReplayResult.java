package dev.tactus.scheduler.log;

import java.util.List;

/// How a replay went.
public sealed interface ReplayResult {
  /// How closely the replay was compared with the recording.
  Comparison comparison();

  /// Timers of the recording that no replay can do again, and that were therefore not compared.
  List<LeftOut> leftOut();

  /// The result in words.
  String text();

  /// Whether everything that was compared was the same.
  default boolean isSame() {
    return this instanceof Same;
  }

  /// A timer that was not compared.
  ///
  /// @param timerId the timer
  /// @param reason why
  record LeftOut(long timerId, String reason) {}

  /// The replay did what the recording says.
  ///
  /// @param comparison how closely they were compared
  /// @param entries how many entries were compared
  /// @param leftOut timers that were not compared
  record Same(Comparison comparison, int entries, List<LeftOut> leftOut) implements ReplayResult {
    /// Makes it immutable.
    public Same {
      leftOut = List.copyOf(leftOut);
    }

    @Override
    public String text() {
      String text =
          comparison == Comparison.EXACT
              ? "The replay is the same in all " + entries + " entries, to the nanosecond."
              : "The replay is the same in all " + entries + " entries, by ticks.";
      return leftOut.isEmpty() ? text : text + " Not compared: " + leftOut.size() + " timers.";
    }
  }

  /// The replay did something else.
  ///
  /// @param comparison how closely they were compared
  /// @param difference the first difference
  /// @param leftOut timers that were not compared
  record Different(Comparison comparison, LogDifference difference, List<LeftOut> leftOut)
      implements ReplayResult {
    /// Makes it immutable.
    public Different {
      leftOut = List.copyOf(leftOut);
    }

    @Override
    public String text() {
      return "The replay differs. " + difference.explanation();
    }
  }
}
