package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// What actors and systems may be called.
final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:@+=~!-]{1,200}");

  /// Begins a name that was not given.
  private static final String NUMBER_MARK = "$";

  private static final int SHOWN_MAX = 60;

  private Names() {}

  /// Checks a name.
  ///
  /// @param what tells who is to have it
  static void require(Supplier<String> what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new SpawnException(
          ErrorCode.INVALID_NAME,
          what.get()
              + " cannot be named "
              + shown(name)
              + ". A name has 1 to 200 letters, digits and characters of _ . : @ + = ~ ! - and"
              + " does not begin with $.");
    }
  }

  /// The name of an actor that was given none.
  static String ofNumber(long number) {
    return NUMBER_MARK + Long.toString(number, Character.MAX_RADIX);
  }

  /// The number in a name that was not given; -1 when it is none.
  static long numberOf(String name) {
    if (!name.startsWith(NUMBER_MARK)) {
      return -1;
    }
    try {
      return Long.parseLong(name.substring(NUMBER_MARK.length()), Character.MAX_RADIX);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /// The name in quotes; only the beginning of a very long one, and its length.
  private static String shown(String name) {
    return name.length() <= SHOWN_MAX
        ? "'" + name + "'"
        : "'" + name.substring(0, SHOWN_MAX) + "...', which has " + name.length() + " characters";
  }
}
