package dev.tactus.testkit.simulation;

import dev.tactus.error.ErrorCode;
import java.util.Locale;

/// How seeds are written: 16 hexadecimal digits.
public final class Seeds {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Seeds() {}

  /// A seed as text.
  public static String text(long seed) {
    return String.format(Locale.ROOT, "%016X", seed);
  }

  /// The seed that a text stands for.
  ///
  /// @throws IllegalArgumentException when it is not one
  public static long parse(String text) {
    try {
      return Long.parseUnsignedLong(text.strip(), 16);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          ErrorCode.BAD_SEED.mark(
              "'" + text + "' is not a seed; a seed has 1 to 16 hexadecimal digits, as in 8F31."),
          e);
    }
  }

  /// One of many seeds, far from its neighbours.
  ///
  /// @param base where the series begins
  /// @param index which one
  public static long nth(long base, long index) {
    long mixed = base + GOLDEN * (index + 1);
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
