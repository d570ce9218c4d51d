package dev.tactus.scheduler.log;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads lines of printable ASCII, none longer than the limit, and knows their numbers.
final class LogLines {
  /// The longest line: more than twice what the longest entry needs.
  static final int LENGTH_MAX = 4096;

  private final String file;
  private final InputStream in;
  private final StringBuilder line = new StringBuilder();
  private int number;

  LogLines(String file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /// The number of the line that was read last, from 1.
  int number() {
    return number;
  }

  /// The next line without its line feed; null at the end.
  @Nullable String next() throws IOException {
    line.setLength(0);
    number++;
    while (true) {
      int b = in.read();
      if (b == '\n' || (b < 0 && !line.isEmpty())) {
        return line.toString();
      }
      if (b < 0) {
        return null;
      }
      if (b < ' ' || b > '~') {
        throw error("the byte 0x" + Integer.toHexString(b), "printable ASCII and the line feed");
      }
      if (line.length() == LENGTH_MAX) {
        throw error("a line that goes on", "a line of at most " + LENGTH_MAX + " characters");
      }
      line.append((char) b);
    }
  }

  LogParseException error(String found, String allowed) {
    return new LogParseException(file, number, found, allowed);
  }
}
