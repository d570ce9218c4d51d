package dev.tactus.cli.demo;

import java.time.Duration;
import java.util.Locale;

/// Puts numbers and times into a form for people, in ASCII and whatever the machine's language.
public final class Figures {
  private static final String[] UNITS = {"ns", "us", "ms"};

  private Figures() {}

  /// A count with its thousands apart.
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String time(Duration duration) {
    boolean fitsNanos = Math.abs(duration.toSeconds()) < Integer.MAX_VALUE;
    return fitsNanos ? time(duration.toNanos()) : scaled((double) duration.toSeconds(), "s");
  }

  /// Two or three digits and a unit.
  public static String time(long nanos) {
    double value = nanos;
    for (String unit : UNITS) {
      if (Math.abs(value) < 999.5) {
        return scaled(value, unit);
      }
      value /= 1_000;
    }
    return scaled(value, "s");
  }

  private static String scaled(double value, String unit) {
    boolean isWhole = value == Math.rint(value) || Math.abs(value) >= 99.5;
    return String.format(Locale.ROOT, isWhole ? "%,.0f %s" : "%.1f %s", value, unit);
  }

  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
