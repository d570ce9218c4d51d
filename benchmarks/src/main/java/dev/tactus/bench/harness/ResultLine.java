package dev.tactus.bench.harness;

import java.util.Optional;

/// One line of a child's output, and how it is written.
///
/// A child writes a line as soon as it knows a figure, so that a crash later in the turn does not
/// take it away. Whatever else appears on its output is not a result line.
public sealed interface ResultLine {
  /// What every result line begins with.
  String PREFIX = "@bench";

  /// A sample of a metric.
  record Sample(String metric, double value) implements ResultLine {}

  /// A mark beside a metric.
  record Marked(String metric, Mark mark) implements ResultLine {}

  /// The child is ready for a step, and waits to be told what to do.
  ///
  /// @param station the label of the station
  /// @param number 0 to prepare it, then the number of the sample
  record Ready(String station, int number) implements ResultLine {}

  /// The turn failed for that reason.
  record Failure(String reason) implements ResultLine {}

  /// The turn is complete.
  record End() implements ResultLine {}

  /// The text of a line, without its end.
  static String format(ResultLine line) {
    return switch (line) {
      case Sample(String metric, double value) -> PREFIX + " sample " + metric + " " + value;
      case Marked(String metric, Mark mark) ->
          PREFIX + " mark " + metric + " " + mark.kind() + " " + mark.amount();
      case Ready(String station, int number) -> PREFIX + " ready " + station + " " + number;
      case Failure(String reason) -> PREFIX + " fail " + reason.replaceAll("\\s+", " ");
      case End() -> PREFIX + " end";
    };
  }

  /// Reads a line; empty if it is not a whole result line.
  static Optional<ResultLine> parse(String text) {
    if (!text.startsWith(PREFIX + " ")) {
      return Optional.empty();
    }
    String[] words = text.split(" ", -1);
    try {
      return switch (words[1]) {
        case "sample" -> Optional.of(new Sample(words[2], Double.parseDouble(words[3])));
        case "mark" ->
            Optional.of(
                new Marked(
                    words[2], new Mark(Mark.Kind.valueOf(words[3]), Double.parseDouble(words[4]))));
        case "ready" -> Optional.of(new Ready(words[2], Integer.parseInt(words[3])));
        case "fail" -> Optional.of(new Failure(text.substring((PREFIX + " fail ").length())));
        case "end" -> Optional.of(new End());
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
