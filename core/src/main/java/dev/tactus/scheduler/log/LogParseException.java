package dev.tactus.scheduler.log;

import dev.tactus.error.ErrorCode;

/// A text is not a recording. The message names file and line, what was found and what is allowed.
public final class LogParseException extends LogException {
  private static final long serialVersionUID = 1L;

  private static final int SHOWN_MAX = 60;

  private final String file;
  private final int line;

  LogParseException(String file, int line, String found, String allowed) {
    super(
        ErrorCode.BAD_RECORDING,
        file + ", line " + line + ": found " + found + "; allowed is " + allowed + ".",
        null);
    this.file = file;
    this.line = line;
  }

  /// A piece of the text, in quotes, short enough for a message.
  static String quoted(String text) {
    return text.length() <= SHOWN_MAX
        ? "'" + text + "'"
        : "'" + text.substring(0, SHOWN_MAX) + "...' (" + text.length() + " characters)";
  }

  /// The file, or whatever else the text came from.
  public String file() {
    return file;
  }

  /// The line, from 1.
  public int line() {
    return line;
  }
}
