package dev.tactus.tidy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Rules for the pages in Markdown: links lead somewhere, and words are those of the glossary.
final class Documents {
  static final String GLOSSARY = "GLOSSARY.md";

  private static final Pattern LINK =
      Pattern.compile("]\\((?!\\w+:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
  private static final Pattern TERM = Pattern.compile("\\| \\*\\*(.+?)\\*\\* \\|.*");
  private static final Pattern OTHER_WORD = Pattern.compile("\\| \\*(\\w[^*]*)\\* \\| ([^|]+) \\|");

  private Documents() {}

  static boolean isPage(TextFile file) {
    return file.path().endsWith(".md");
  }

  /// A heading, and where it stands.
  private record Heading(int line, String text) {
    /// What a link to it has after the `#`.
    String anchor() {
      return text.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
    }
  }

  private static List<Heading> headings(TextFile page) {
    List<Heading> headings = new ArrayList<>();
    boolean isCode = false;
    int number = 0;
    for (String line : page.lines()) {
      number++;
      var heading = HEADING.matcher(line);
      if (line.strip().startsWith("```")) {
        isCode = !isCode;
      } else if (!isCode && heading.matches()) {
        headings.add(new Heading(number, heading.group(1)));
      }
    }
    return headings;
  }

  /// Links to files that are not there, or to headings that they do not have.
  static List<Violation> links(Path root, TextFile page) {
    List<Violation> violations = new ArrayList<>();
    int number = 0;
    for (String line : page.lines()) {
      number++;
      for (MatchResult link : LINK.matcher(line).results().toList()) {
        Path here = root.resolve(page.path());
        Path target =
            link.group(1).isEmpty() ? here : here.resolveSibling(link.group(1)).normalize();
        if (!leads(root, target, link.group(2))) {
          violations.add(
              new Violation(
                  page.path(), number, "a link into nothing: " + link.group() + "; repair it"));
        }
      }
    }
    return violations;
  }

  private static boolean leads(Path root, Path target, @Nullable String anchor) {
    return Files.exists(target)
        && (anchor == null
            || !target.toString().endsWith(".md")
            || TextFile.read(root, target).stream()
                .flatMap(page -> headings(page).stream())
                .anyMatch(heading -> heading.anchor().equals(anchor)));
  }

  /// Terms that stand in the glossary twice, or not in the order of the alphabet.
  static List<Violation> glossary(TextFile page) {
    List<Violation> violations = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    String before = "";
    int number = 0;
    for (String line : page.lines()) {
      number++;
      var found = TERM.matcher(line);
      if (found.matches()) {
        String term = found.group(1).toLowerCase(Locale.ROOT);
        if (!seen.add(term)) {
          violations.add(new Violation(page.path(), number, term + " stands here twice"));
        } else if (term.compareTo(before) < 0) {
          violations.add(
              new Violation(page.path(), number, term + " comes before " + before + "; move it"));
        }
        before = term;
      }
    }
    return violations;
  }

  /// Other words for things of the glossary, each with the word that we use.
  static Map<String, String> otherWords(TextFile glossary) {
    Map<String, String> words = new TreeMap<>();
    for (String line : glossary.lines()) {
      var found = OTHER_WORD.matcher(line);
      if (found.matches()) {
        words.put(found.group(1), found.group(2).strip());
      }
    }
    return words;
  }

  static Set<String> terms(TextFile glossary) {
    Set<String> terms = new HashSet<>();
    for (String line : glossary.lines()) {
      var found = TERM.matcher(line);
      if (found.matches()) {
        terms.add(found.group(1));
      }
    }
    return terms;
  }

  /// Headings that use another word for a thing of the glossary.
  static List<Violation> words(Map<String, String> otherWords, TextFile page) {
    List<Violation> violations = new ArrayList<>();
    for (Heading heading : headings(page)) {
      otherWords.forEach(
          (other, ours) -> {
            if (Pattern.compile("(?i)\\b" + Pattern.quote(other) + "s?\\b")
                .matcher(heading.text())
                .find()) {
              violations.add(
                  new Violation(
                      page.path(),
                      heading.line(),
                      "a heading says " + other + "; the word of the glossary is " + ours));
            }
          });
    }
    return violations;
  }
}
