package dev.tactus.cli;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a length of time such as `10ms`, `500us` or `1s`.
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(-?\\d{1,18}) ?(ns|us|ms|s|m|h)");

  private static final Map<String, Duration> UNITS =
      Map.of(
          "ns", Duration.ofNanos(1),
          "us", Duration.ofNanos(1_000),
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1));

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text.strip());
    Duration unit = form.matches() ? UNITS.get(form.group(2)) : null;
    if (unit == null) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is no length of time; write a whole number and one of ns, us, ms, s, m,"
              + " h, for example 10ms");
    }
    try {
      return unit.multipliedBy(Long.parseLong(form.group(1)));
    } catch (ArithmeticException e) {
      throw new TypeConversionException("'" + text + "' is longer than can be counted");
    }
  }
}
