package dev.tactus.scheduler.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Decides whether two entries are the same, and says in words where they are not.
final class EntryMatch {
  private EntryMatch() {}

  static boolean isSame(Comparison comparison, LogEntry expected, LogEntry actual) {
    return compared(comparison, expected).equals(compared(comparison, actual));
  }

  /// The entry with whatever is not compared made equal.
  private static LogEntry compared(Comparison comparison, LogEntry entry) {
    if (comparison == Comparison.EXACT) {
      return entry;
    }
    return switch (entry) {
      case LogEntry.Scheduled s ->
          new LogEntry.Scheduled(
              s.timerId(),
              0,
              s.mode(),
              1,
              s.periodNanos(),
              s.deadlineTick(),
              s.priority(),
              s.executor());
      case LogEntry.Fired f ->
          new LogEntry.Fired(
              f.timerId(), 0, OptionalLong.empty(), f.deadlineTick(), f.runs(), f.executor());
      case LogEntry.Cancelled c ->
          new LogEntry.Cancelled(c.timerId(), 0, OptionalLong.empty(), c.reason());
    };
  }

  /// Two entries at the same place differ.
  static LogDifference differing(
      Comparison comparison, int entryNumber, LogEntry expected, LogEntry actual) {
    boolean sameEvent =
        expected.getClass() == actual.getClass() && expected.timerId() == actual.timerId();
    String explanation =
        sameEvent
            ? happened(actual)
                + " as expected, but with "
                + String.join(
                    ", ", changes(compared(comparison, expected), compared(comparison, actual)))
            : "expected " + wish(expected) + ", but " + happened(actual);
    return new LogDifference(
        entryNumber,
        Optional.of(expected),
        Optional.of(actual),
        "entry " + entryNumber + ": " + explanation);
  }

  /// An expected entry did not come.
  static LogDifference missing(int entryNumber, LogEntry expected, String instead) {
    return new LogDifference(
        entryNumber,
        Optional.of(expected),
        Optional.empty(),
        "entry " + entryNumber + ": expected " + wish(expected) + ", but " + instead);
  }

  /// Something happened after the last entry.
  static LogDifference surplus(int entryNumber, LogEntry actual) {
    return new LogDifference(
        entryNumber,
        Optional.empty(),
        Optional.of(actual),
        "entry " + entryNumber + ": expected nothing more, but " + happened(actual));
  }

  private static String wish(LogEntry entry) {
    return switch (entry) {
      case LogEntry.Scheduled s ->
          "timer %d to be scheduled for tick %d".formatted(s.timerId(), s.deadlineTick());
      case LogEntry.Fired f ->
          "timer %d to fire on tick %d".formatted(f.timerId(), f.deadlineTick());
      case LogEntry.Cancelled c ->
          "timer %d to be cancelled (%s) at %d ns".formatted(c.timerId(), c.reason(), c.atNanos());
    };
  }

  private static String happened(LogEntry entry) {
    return switch (entry) {
      case LogEntry.Scheduled s ->
          "timer %d was scheduled for tick %d".formatted(s.timerId(), s.deadlineTick());
      case LogEntry.Fired f -> "timer %d fired on tick %d".formatted(f.timerId(), f.deadlineTick());
      case LogEntry.Cancelled c ->
          "timer %d was cancelled (%s) at %d ns".formatted(c.timerId(), c.reason(), c.atNanos());
    };
  }

  private static List<String> changes(LogEntry expected, LogEntry actual) {
    Map<String, Object> before = fields(expected);
    List<String> changes = new ArrayList<>();
    fields(actual)
        .forEach(
            (name, value) -> {
              Object wanted = before.get(name);
              if (!value.equals(wanted)) {
                changes.add(name + " " + value + " instead of " + wanted);
              }
            });
    return changes;
  }

  private static Map<String, Object> fields(LogEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("time", entry.atNanos() + " ns");
    switch (entry) {
      case LogEntry.Scheduled s -> {
        fields.put("mode", s.mode());
        fields.put("delay", s.delayNanos() + " ns");
        fields.put("period", s.periodNanos() + " ns");
        fields.put("deadline tick", s.deadlineTick());
        fields.put("priority", s.priority());
        fields.put("executor", s.executor());
      }
      case LogEntry.Fired f -> {
        fields.put("scheduling time", text(f.scheduledAtNanos()));
        fields.put("deadline tick", f.deadlineTick());
        fields.put("runs", f.runs());
        fields.put("executor", f.executor());
      }
      case LogEntry.Cancelled c -> {
        fields.put("scheduling time", text(c.scheduledAtNanos()));
        fields.put("reason", c.reason());
      }
    }
    return fields;
  }

  private static String text(OptionalLong nanos) {
    return nanos.isPresent() ? nanos.getAsLong() + " ns" : "unknown";
  }
}
