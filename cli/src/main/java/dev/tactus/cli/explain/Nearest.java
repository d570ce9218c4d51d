package dev.tactus.cli.explain;

import dev.tactus.error.ErrorCode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Guesses which code was meant.
public final class Nearest {
  private static final Pattern NUMBER = Pattern.compile("(?i)(?:TAC)?[-_ ]*([0-9]{1,9})");

  private Nearest() {}

  /// The codes that are most like what was given: by their number if it has one, otherwise by their
  /// name. The best comes first.
  ///
  /// @param given what is no code
  /// @param count how many
  public static List<ErrorCode> to(String given, int count) {
    Matcher number = NUMBER.matcher(given.strip());
    ToIntFunction<ErrorCode> distance;
    if (number.matches()) {
      int wanted = Integer.parseInt(number.group(1));
      distance = code -> Math.abs(number(code) - wanted);
    } else {
      String name = given.strip().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
      distance = code -> edits(name, code.name());
    }
    return Arrays.stream(ErrorCode.values())
        .sorted(Comparator.comparingInt(distance))
        .limit(count)
        .toList();
  }

  private static int number(ErrorCode code) {
    return Integer.parseInt(code.code().replaceAll("[^0-9]", ""));
  }

  /// How many letters have to be put in, taken out or changed to make one of the other.
  static int edits(String from, String to) {
    int[] before = new int[to.length() + 1];
    Arrays.setAll(before, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int[] now = new int[to.length() + 1];
      now[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(changed, 1 + Math.min(before[j], now[j - 1]));
      }
      before = now;
    }
    return before[to.length()];
  }
}
