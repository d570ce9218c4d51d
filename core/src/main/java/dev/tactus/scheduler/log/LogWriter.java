package dev.tactus.scheduler.log;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/// Writes recordings as text. Numbers are written by rules of the language Java, so that they look
/// the same in every locale.
final class LogWriter {
  static final String UNKNOWN = "unknown";

  private LogWriter() {}

  static void write(LogRecording recording, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    header(recording, text);
    for (LogEntry entry : recording.entries()) {
      entry(entry, text);
      if (text.length() >= 1 << 15) {
        flush(text, out);
      }
    }
    text.append("end\n");
    flush(text, out);
  }

  private static void flush(StringBuilder text, OutputStream out) throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    text.setLength(0);
  }

  private static void header(LogRecording recording, StringBuilder text) {
    LogHeader h = recording.header();
    text.append("tactus-log ").append(LogRecording.FORMAT_VERSION).append('\n');
    line(text, "name", escaped(h.name()));
    line(text, "resolution", h.resolution().nanos());
    line(text, "slots", h.wheel().slots());
    line(text, "slot-capacity", h.wheel().slotCapacity());
    line(text, "overflow-capacity", h.wheel().overflowCapacity());
    line(text, "reinsertion-batch-limit", h.wheel().reinsertionBatchLimit());
    line(text, "overflow-reinsertion-threshold", h.wheel().overflowReinsertionThreshold());
    line(text, "clock", h.clock());
    line(text, "origin", orUnknown(h.originNanos()));
    line(text, "overwritten", recording.overwritten());
    line(text, "entries", recording.entries().size());
  }

  private static void line(StringBuilder text, String key, Object value) {
    text.append(key).append('=').append(value).append('\n');
  }

  /// One entry, with its line feed.
  static void entry(LogEntry entry, StringBuilder text) {
    switch (entry) {
      case LogEntry.Scheduled s -> {
        start(text, "schedule", entry);
        field(text, "mode", s.mode());
        field(text, "delay", s.delayNanos());
        field(text, "period", s.periodNanos());
        field(text, "tick", s.deadlineTick());
        field(text, "priority", s.priority());
        field(text, "executor", escaped(s.executor()));
      }
      case LogEntry.Fired f -> {
        start(text, "fire", entry);
        field(text, "scheduled", orUnknown(f.scheduledAtNanos()));
        field(text, "tick", f.deadlineTick());
        field(text, "runs", f.runs());
        field(text, "executor", escaped(f.executor()));
      }
      case LogEntry.Cancelled c -> {
        start(text, "cancel", entry);
        field(text, "scheduled", orUnknown(c.scheduledAtNanos()));
        field(text, "reason", c.reason());
      }
    }
    text.append('\n');
  }

  private static void start(StringBuilder text, String kind, LogEntry entry) {
    text.append(kind);
    field(text, "id", entry.timerId());
    field(text, "at", entry.atNanos());
  }

  private static void field(StringBuilder text, String key, Object value) {
    text.append(' ').append(key).append('=').append(value);
  }

  private static String orUnknown(OptionalLong nanos) {
    return nanos.isPresent() ? Long.toString(nanos.getAsLong()) : UNKNOWN;
  }

  /// A name in printable ASCII without blanks; every other character, and the backslash, becomes
  /// `\` `u` and four hexadecimal digits.
  static String escaped(String name) {
    StringBuilder text = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c > ' ' && c <= '~' && c != '\\') {
        text.append(c);
      } else {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          text.append(Character.forDigit(c >> shift & 0xF, 16));
        }
      }
    }
    return text.toString();
  }
}
