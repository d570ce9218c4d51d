package dev.tactus.scheduler.log;

import dev.tactus.time.ClockKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Compares two recordings.
public final class LogDiff {
  /// An entry and its number in its recording.
  private record Numbered(int number, LogEntry entry) {}

  private LogDiff() {}

  /// Finds the first difference between two recordings.
  ///
  /// Two recordings of virtual time are compared exactly, entry by entry. If one of them is of real
  /// time, both are compared by ticks: fires in their order, schedules and cancels by timer, as
  /// [Comparison#TICKS] says. Names of schedulers and sizes of wheels are not compared.
  ///
  /// @return the first difference, by the number of the entry in `expected`; empty when they are
  ///   the same
  public static Optional<LogDifference> compare(LogRecording expected, LogRecording actual) {
    if (!expected.header().resolution().equals(actual.header().resolution())) {
      return Optional.of(
          new LogDifference(
              0,
              Optional.empty(),
              Optional.empty(),
              "the headers: expected a tick of %s, but it was %s"
                  .formatted(
                      expected.header().resolution().asDuration(),
                      actual.header().resolution().asDuration())));
    }
    Comparison comparison =
        isVirtual(expected) && isVirtual(actual) ? Comparison.EXACT : Comparison.TICKS;
    int end = expected.entries().size() + 1;
    if (comparison == Comparison.EXACT) {
      return firstDifference(
          comparison, all(expected, LogEntry.class), all(actual, LogEntry.class), end);
    }
    List<LogDifference> found = new ArrayList<>();
    firstDifference(
            comparison, all(expected, LogEntry.Fired.class), all(actual, LogEntry.Fired.class), end)
        .ifPresent(found::add);
    firstDifference(
            comparison,
            byTimer(expected, LogEntry.Scheduled.class),
            byTimer(actual, LogEntry.Scheduled.class),
            end)
        .ifPresent(found::add);
    firstDifference(
            comparison,
            byTimer(expected, LogEntry.Cancelled.class),
            byTimer(actual, LogEntry.Cancelled.class),
            end)
        .ifPresent(found::add);
    return found.stream().min(Comparator.comparingInt(LogDifference::entryNumber));
  }

  private static boolean isVirtual(LogRecording recording) {
    return recording.header().clock() == ClockKind.DETERMINISTIC;
  }

  private static List<Numbered> all(LogRecording recording, Class<? extends LogEntry> kind) {
    List<Numbered> found = new ArrayList<>();
    int number = 0;
    for (LogEntry entry : recording.entries()) {
      number++;
      if (kind.isInstance(entry)) {
        found.add(new Numbered(number, entry));
      }
    }
    return found;
  }

  private static List<Numbered> byTimer(LogRecording recording, Class<? extends LogEntry> kind) {
    List<Numbered> found = all(recording, kind);
    found.sort(Comparator.comparingLong(n -> n.entry().timerId()));
    return found;
  }

  private static Optional<LogDifference> firstDifference(
      Comparison comparison, List<Numbered> expected, List<Numbered> actual, int end) {
    int common = Math.min(expected.size(), actual.size());
    for (int i = 0; i < common; i++) {
      Numbered wanted = expected.get(i);
      LogEntry came = actual.get(i).entry();
      if (!EntryMatch.isSame(comparison, wanted.entry(), came)) {
        return Optional.of(EntryMatch.differing(comparison, wanted.number(), wanted.entry(), came));
      }
    }
    if (common < expected.size()) {
      Numbered wanted = expected.get(common);
      return Optional.of(
          EntryMatch.missing(wanted.number(), wanted.entry(), "the other recording has no more"));
    }
    if (common < actual.size()) {
      return Optional.of(EntryMatch.surplus(end, actual.get(common).entry()));
    }
    return Optional.empty();
  }
}
