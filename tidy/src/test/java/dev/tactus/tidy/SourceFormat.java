package dev.tactus.tidy;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Sources look as google-java-format leaves them: layout, order of imports, no unused import.
final class SourceFormat {
  /// The command that formats everything.
  static final String FIX =
      "mvn -B -q -pl tidy -am test -Dtidy.fix=true -Dtest=FormatTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  private SourceFormat() {}

  static List<Violation> check(List<TextFile> sources) {
    return sources.parallelStream().flatMap(source -> check(source).stream()).toList();
  }

  private static Optional<Violation> check(TextFile source) {
    try {
      String formatted = formatted(source);
      return formatted.equals(source.content())
          ? Optional.empty()
          : Optional.of(
              new Violation(
                  source.path(), firstDifference(source.content(), formatted), "is not formatted"));
    } catch (FormatterException e) {
      return Optional.of(new Violation(source.path(), 0, "cannot be parsed: " + e.getMessage()));
    }
  }

  /// Rewrites what is not formatted, and returns what cannot be.
  static List<Violation> fix(Path root, List<TextFile> sources) {
    return sources.parallelStream().flatMap(source -> fix(root, source).stream()).toList();
  }

  private static Optional<Violation> fix(Path root, TextFile source) {
    try {
      String formatted = formatted(source);
      if (!formatted.equals(source.content())) {
        Files.writeString(root.resolve(source.path()), formatted);
      }
      return Optional.empty();
    } catch (FormatterException e) {
      return Optional.of(new Violation(source.path(), 0, "cannot be parsed: " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String formatted(TextFile source) throws FormatterException {
    return new Formatter().formatSourceAndFixImports(source.content());
  }

  private static int firstDifference(String given, String formatted) {
    List<String> left = given.lines().toList();
    List<String> right = formatted.lines().toList();
    int line = 0;
    while (line < left.size() && line < right.size() && left.get(line).equals(right.get(line))) {
      line++;
    }
    return line + 1;
  }
}
