package dev.tactus.console;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The parameters of a request. Those that nobody knows are refused, and so are such that come
/// twice: a misspelt filter must not look like one that found everything.
final class Query {
  private final Map<String, String> values;

  private Query(Map<String, String> values) {
    this.values = values;
  }

  static Query parse(@Nullable String raw) {
    Map<String, String> values = new HashMap<>();
    if (raw != null && !raw.isEmpty()) {
      for (String pair : raw.split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = Percent.decode(equals < 0 ? pair : pair.substring(0, equals), true);
        String value = equals < 0 ? "" : Percent.decode(pair.substring(equals + 1), true);
        if (values.put(name, value) != null) {
          throw Refusal.badRequest(
              "The parameter " + name + " was given twice.", "Give it once, or not at all.");
        }
      }
    }
    return new Query(values);
  }

  /// Refuses parameters that are not among these.
  void allowOnly(Collection<String> known) {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw Refusal.badRequest(
            "There is no parameter '" + name + "' here.",
            known.isEmpty()
                ? "Leave it out: none is known here."
                : "Known are " + String.join(", ", known) + ".");
      }
    }
  }

  /// A text; empty when it was not given.
  String text(String name) {
    return values.getOrDefault(name, "");
  }

  /// A text that has to be given.
  String needed(String name) {
    String value = text(name);
    if (value.isEmpty()) {
      throw Refusal.badRequest(
          "The parameter " + name + " is missing.", "Add ?" + name + "=... to the address.");
    }
    return value;
  }

  /// Whether it is `true`; false when it was not given.
  boolean flag(String name) {
    return switch (text(name)) {
      case "true" -> true;
      case "", "false" -> false;
      default ->
          throw Refusal.badRequest(
              "The parameter " + name + " was " + text(name) + ".", "Give true or false.");
    };
  }

  /// A number between two bounds.
  long number(String name, long otherwise, long min, long max) {
    String value = text(name);
    if (value.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below, like a number out of bounds
    }
    throw Refusal.badRequest(
        "The parameter " + name + " was " + value + ".",
        "Give a number from " + min + " to " + max + ".");
  }
}
