package dev.tactus.scheduler.log;

import java.util.Arrays;
import java.util.OptionalLong;

/// The fields of one line, `key=value` with one blank between, taken in their order. Whatever does
/// not fit is a [LogParseException].
final class LogFields {
  private final LogLines lines;
  private final String[] parts;
  private int next;

  LogFields(LogLines lines, String line, int from) {
    this.lines = lines;
    this.parts = line.split(" ", -1);
    this.next = from;
  }

  /// The value of the next field, which has to have this key.
  String text(String key) {
    String part = next < parts.length ? parts[next] : "";
    if (!part.startsWith(key + "=")) {
      String found = next < parts.length ? LogParseException.quoted(part) : "the end of the line";
      throw lines.error(found, "the field '" + key + "=...' at this place");
    }
    next++;
    return part.substring(key.length() + 1);
  }

  /// The next field as a number of at least `min` and at most `max`.
  long number(String key, long min, long max) {
    String text = text(key);
    String allowed = "a whole number from " + min + " to " + max;
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw unfit(key, text, allowed);
    }
    // Exactly what would be written: no plus sign, no leading zeros.
    if (value < min || value > max || !Long.toString(value).equals(text)) {
      throw unfit(key, text, allowed);
    }
    return value;
  }

  long number(String key) {
    return number(key, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  OptionalLong numberOrUnknown(String key) {
    int here = next;
    if (text(key).equals(LogWriter.UNKNOWN)) {
      return OptionalLong.empty();
    }
    next = here;
    return OptionalLong.of(number(key));
  }

  /// The next field as a share, above 0 and at most 1.
  double share(String key) {
    String text = text(key);
    String allowed = "a decimal number above 0 and at most 1";
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw unfit(key, text, allowed);
    }
    if (!(value > 0 && value <= 1) || !Double.toString(value).equals(text)) {
      throw unfit(key, text, allowed);
    }
    return value;
  }

  /// The next field as one of the constants.
  <E extends Enum<E>> E constant(String key, E[] constants) {
    String text = text(key);
    for (E constant : constants) {
      if (constant.name().equals(text)) {
        return constant;
      }
    }
    throw unfit(key, text, "one of " + Arrays.toString(constants));
  }

  /// The next field as a name, with its escapes undone.
  String name(String key) {
    String text = text(key);
    StringBuilder name = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        c = escape(key, text, i);
        i += 5;
      }
      name.append(c);
    }
    if (name.length() > LogEntry.NAME_LENGTH_MAX) {
      throw unfit(key, text, "a name of at most " + LogEntry.NAME_LENGTH_MAX + " characters");
    }
    return name.toString();
  }

  private char escape(String key, String text, int at) {
    int code = 0;
    boolean fits = at + 5 < text.length() && text.charAt(at + 1) == 'u';
    for (int i = at + 2; fits && i <= at + 5; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      fits = digit >= 0;
      code = code << 4 | digit;
    }
    if (!fits) {
      throw unfit(key, text, "a backslash only before 'u' and four hexadecimal digits");
    }
    return (char) code;
  }

  /// Checks that nothing follows.
  void end() {
    if (next < parts.length) {
      throw lines.error(LogParseException.quoted(parts[next]), "the end of the line here");
    }
  }

  private LogParseException unfit(String key, String text, String allowed) {
    return lines.error(LogParseException.quoted(text) + " for '" + key + "'", allowed);
  }
}
