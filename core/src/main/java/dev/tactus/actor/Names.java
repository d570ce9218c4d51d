package dev.tactus.actor;

import dev.tactus.error.ErrorCode;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// What actors and systems may be called.
final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:@+=~!-]{1,200}");

  private Names() {}

  /// Checks a name.
  ///
  /// @param what tells who is to have it
  static void require(Supplier<String> what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new SpawnException(
          ErrorCode.INVALID_NAME,
          what.get()
              + " cannot be named '"
              + name
              + "'. A name has 1 to 200 letters, digits and characters of _ . : @ + = ~ ! - and"
              + " does not begin with $.");
    }
  }
}
