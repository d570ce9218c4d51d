package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.stream.Collectors;

/// One place that breaks a rule, and what to do about it.
///
/// @param file path within the repository, with slashes
/// @param line counted from 1; 0 where the whole file is meant
/// @param message what is wrong and what to do
record Violation(String file, int line, String message) {
  /// Fails, listing every place, unless there is none.
  static void expectNone(List<Violation> violations) {
    expectNone(violations, "");
  }

  /// Fails, listing every place and then the `remedy` for all of them, unless there is none.
  static void expectNone(List<Violation> violations, String remedy) {
    if (!violations.isEmpty()) {
      fail(
          violations.stream()
              .map(Violation::toString)
              .sorted()
              .distinct()
              .collect(Collectors.joining("\n  ", "rule broken:\n  ", "\n" + remedy)));
    }
  }

  @Override
  public String toString() {
    return line > 0 ? file + ":" + line + ": " + message : file + ": " + message;
  }
}
