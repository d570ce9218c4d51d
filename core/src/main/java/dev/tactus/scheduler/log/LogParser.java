package dev.tactus.scheduler.log;

import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import dev.tactus.time.ClockKind;
import dev.tactus.time.Resolution;
import dev.tactus.time.wheel.WheelSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Reads what [LogWriter] writes, and nothing else.
///
/// Whatever the text is, the outcome is a recording or a [LogParseException]. Memory is bounded: by
/// the length of a line, by the number of entries, and by the number of different names.
final class LogParser {
  /// How many different names of executors a recording may have: each costs memory of its own.
  static final int NAMES_MAX = 10_000;

  private static final String KINDS = "a line that begins with 'schedule', 'fire' or 'cancel'";

  private final LogLines lines;
  private final Map<String, String> names = new HashMap<>();

  /// Reads from a stream.
  ///
  /// @param file how errors name the text
  LogParser(String file, InputStream in) {
    this.lines = new LogLines(file, in);
  }

  LogRecording parse() throws IOException {
    version();
    String name = header("name").name("name");
    Resolution resolution =
        new Resolution(
            header("resolution").number("resolution", Resolution.MIN_NANOS, Resolution.MAX_NANOS));
    WheelSettings wheel = wheel();
    ClockKind clock = header("clock").constant("clock", ClockKind.values());
    OptionalLong origin = header("origin").numberOrUnknown("origin");
    long overwritten = header("overwritten").number("overwritten", 0, Long.MAX_VALUE);
    long count = header("entries").number("entries", 0, LogRecording.ENTRIES_MAX);
    List<LogEntry> entries = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      entries.add(entry(line(KINDS)));
    }
    String last = line("the line 'end' after " + count + " entries");
    if (!last.equals("end")) {
      throw unexpected(last, "the line 'end' after " + count + " entries");
    }
    String beyond = lines.next();
    if (beyond != null) {
      throw unexpected(beyond, "nothing after the line 'end'");
    }
    return new LogRecording(
        new LogHeader(name, resolution, wheel, clock, origin), overwritten, entries);
  }

  private void version() throws IOException {
    String expected = "tactus-log " + LogRecording.FORMAT_VERSION;
    String first = line("the line '" + expected + "'");
    if (!first.equals(expected)) {
      throw unexpected(first, "the line '" + expected + "', which is what this release reads");
    }
  }

  private WheelSettings wheel() throws IOException {
    int slots = (int) header("slots").number("slots", 2, 1 << 20);
    if (Integer.bitCount(slots) != 1) {
      throw lines.error("'" + slots + "' for 'slots'", "a power of two");
    }
    WheelSettings wheel = WheelSettings.DEFAULT.withSlots(slots);
    wheel = wheel.withSlotCapacity(positive("slot-capacity"));
    wheel = wheel.withOverflowCapacity(positive("overflow-capacity"));
    wheel = wheel.withReinsertionBatchLimit(positive("reinsertion-batch-limit"));
    String threshold = "overflow-reinsertion-threshold";
    return wheel.withOverflowReinsertionThreshold(header(threshold).share(threshold));
  }

  private int positive(String key) throws IOException {
    return (int) header(key).number(key, 1, Integer.MAX_VALUE);
  }

  private LogFields header(String key) throws IOException {
    String line = line("the line '" + key + "=...'");
    if (line.indexOf(' ') >= 0) {
      throw unexpected(line, "the line '" + key + "=...' without blanks");
    }
    return new LogFields(lines, line, 0);
  }

  private LogEntry entry(String line) {
    int blank = line.indexOf(' ');
    String kind = blank < 0 ? line : line.substring(0, blank);
    LogFields fields = new LogFields(lines, line, 1);
    LogEntry entry =
        switch (kind) {
          case "schedule" -> scheduled(fields);
          case "fire" -> fired(fields);
          case "cancel" -> cancelled(fields);
          default -> throw unexpected(line, KINDS);
        };
    fields.end();
    return entry;
  }

  private LogEntry scheduled(LogFields fields) {
    long id = id(fields);
    long at = fields.number("at");
    ExecutionMode mode = fields.constant("mode", ExecutionMode.values());
    long delay = fields.number("delay", 1, Long.MAX_VALUE);
    boolean once = mode == ExecutionMode.ONE_SHOT;
    long period = fields.number("period", once ? 0 : 1, once ? 0 : Long.MAX_VALUE);
    long tick = fields.number("tick");
    Priority priority = fields.constant("priority", Priority.values());
    return new LogEntry.Scheduled(id, at, mode, delay, period, tick, priority, executor(fields));
  }

  private LogEntry fired(LogFields fields) {
    return new LogEntry.Fired(
        id(fields),
        fields.number("at"),
        fields.numberOrUnknown("scheduled"),
        fields.number("tick"),
        (int) fields.number("runs", 1, Integer.MAX_VALUE),
        executor(fields));
  }

  private LogEntry cancelled(LogFields fields) {
    return new LogEntry.Cancelled(
        id(fields),
        fields.number("at"),
        fields.numberOrUnknown("scheduled"),
        fields.constant("reason", CancelReason.values()));
  }

  private static long id(LogFields fields) {
    return fields.number("id", 1, Long.MAX_VALUE);
  }

  private String executor(LogFields fields) {
    String name = fields.name("executor");
    String known = names.putIfAbsent(name, name);
    if (known != null) {
      return known;
    }
    if (names.size() > NAMES_MAX) {
      throw lines.error(
          "the name " + LogParseException.quoted(name) + " after " + NAMES_MAX + " others",
          "at most " + NAMES_MAX + " different names of executors");
    }
    return name;
  }

  private String line(String expected) throws IOException {
    String line = lines.next();
    if (line == null) {
      throw lines.error("the end of the file", expected);
    }
    return line;
  }

  private LogParseException unexpected(String line, String allowed) {
    return lines.error(LogParseException.quoted(line), allowed);
  }
}
