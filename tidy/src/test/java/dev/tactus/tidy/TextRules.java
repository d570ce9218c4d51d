package dev.tactus.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Rules that need no more than the text of one file.
///
/// Where a rule looks for a word, the word is put together from pieces here, so that the rule does
/// not find itself.
final class TextRules {
  static final int FILE_LINES_MAX = 600;
  static final int COLUMNS_MAX = 100;

  private static final Pattern OPEN_END = words("TO" + "DO", "FIX" + "ME", "X" + "XX");

  /// Paths and words of the place where a text was written: a reader of a clone has neither.
  private static final Pattern WORKPLACE =
      Pattern.compile(
          String.join(
              "|",
              "(?<![\\w.}])/w" + "ork(?![\\w-])",
              "(?<![\\w.}])/ro" + "ot/",
              "(?<![\\w.}])/ho" + "me/\\w",
              "(?<!\\w)\\.lib" + "rary\\b",
              "\\bshar" + "ed/",
              "(?i:\\bhelp" + "ers?\\b)"));

  private static final Set<String> VAGUE_NAMES =
      Set.of("impl", "util", "utils", "common", "help" + "er", "help" + "ers", "misc");

  private static final Pattern PACKAGE_PATH = Pattern.compile("(?:^|/)src/\\w+/java/(.+)/[^/]+");
  private static final Set<String> CODE_ENDINGS =
      Set.of("java", "xml", "sh", "yml", "yaml", "properties", "js", "css", "html");

  private TextRules() {}

  static List<Violation> fileLength(TextFile file) {
    int lines = file.lines().size();
    return !file.isJava() || lines <= FILE_LINES_MAX
        ? List.of()
        : List.of(
            new Violation(
                file.path(),
                FILE_LINES_MAX + 1,
                "%d lines, at most %d are allowed; split the file by role"
                    .formatted(lines, FILE_LINES_MAX)));
  }

  /// Lines with an address, and imports, may be as long as they must.
  static List<Violation> lineLength(TextFile file) {
    return !file.isJava()
        ? List.of()
        : matchingLines(
            file,
            line ->
                line.codePointCount(0, line.length()) > COLUMNS_MAX
                    && !line.contains("://")
                    && !line.startsWith("import "),
            "more than %d columns; break the line".formatted(COLUMNS_MAX));
  }

  static List<Violation> openEnds(TextFile file) {
    String ending = file.path().substring(file.path().lastIndexOf('.') + 1);
    return !CODE_ENDINGS.contains(ending)
        ? List.of()
        : matchingLines(
            file, OPEN_END.asPredicate(), "an open end; finish it or open an issue for it");
  }

  static List<Violation> workplaceWords(TextFile file) {
    return matchingLines(
        file,
        WORKPLACE.asPredicate(),
        "a path or word of the place where this was written; say it in terms of the repository");
  }

  static List<Violation> packageName(TextFile file) {
    var path = PACKAGE_PATH.matcher(file.path());
    if (!file.isJava() || !path.find()) {
      return List.of();
    }
    return Pattern.compile("/")
        .splitAsStream(path.group(1))
        .filter(VAGUE_NAMES::contains)
        .map(
            name ->
                new Violation(
                    file.path(), 1, "a package named " + name + "; name the stage it stands for"))
        .toList();
  }

  private static List<Violation> matchingLines(
      TextFile file, Predicate<String> isWrong, String message) {
    List<Violation> violations = new ArrayList<>();
    int number = 0;
    for (String line : file.lines()) {
      number++;
      if (isWrong.test(line)) {
        violations.add(new Violation(file.path(), number, message));
      }
    }
    return violations;
  }

  private static Pattern words(String... words) {
    return Pattern.compile("\\b(" + String.join("|", words) + ")\\b");
  }
}
