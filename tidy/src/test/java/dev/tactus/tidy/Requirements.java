package dev.tactus.tidy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The page of requirements, parsed.
///
/// Headings such as `## S. The scheduler` and `### S1 One-shot timers` open a section; below one,
/// every table row is a requirement: `| S1.2 | planned | text |`. What stands before the first
/// section is for people. The parser goes on after an error, so that one run shows them all.
///
/// @param sections in the order of the page; a section may be a heading only
/// @param problems what is malformed, doubled, misplaced or missing
record Requirements(List<Section> sections, List<Violation> problems) {
  static final String PAGE = "docs/requirements.md";

  /// How far a requirement is.
  enum Status {
    DONE,
    PLANNED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param key what its ids begin with: `S`, `S1`
  /// @param heading the whole line, hashes included
  /// @param rows its requirements
  record Section(String key, String heading, List<Row> rows) {}

  /// @param id such as `S1.2` or `W3`
  /// @param status how far it is
  /// @param text what it asks for
  /// @param line where it stands on the page
  record Row(String id, Status status, String text, int line) {}

  Stream<Row> rows() {
    return sections.stream().flatMap(section -> section.rows().stream());
  }

  static Requirements parse(String page) {
    var parser = new Parser();
    page.lines().forEach(parser::line);
    if (parser.seen.isEmpty()) {
      parser.problem("has no requirement; see its head for the form of a row");
    }
    return new Requirements(List.copyOf(parser.sections), List.copyOf(parser.problems));
  }

  private static final class Parser {
    private static final Pattern HEADING =
        Pattern.compile("## ([A-Z])\\. \\S.*|### ([A-Z]\\d+) \\S.*");
    private static final Pattern TABLE_HEAD =
        Pattern.compile("\\| id \\| status \\| requirement \\||[|:-]+");
    private static final Pattern ROW =
        Pattern.compile("\\| ([A-Z]\\d+(?:\\.\\d+)?) \\| (done|planned) \\| ([^|]*\\S) \\|");

    private final List<Section> sections = new ArrayList<>();
    private final List<Violation> problems = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private @Nullable Section section;
    private int number;

    void line(String line) {
      number++;
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String key = heading.group(1) != null ? heading.group(1) : heading.group(2);
        section = new Section(key, line, new ArrayList<>());
        sections.add(section);
      } else if (line.startsWith("#")) {
        if (section != null) {
          problem("a heading that is no section; write '## S. Name' or '### S1 Name'");
        }
      } else if (section != null && line.contains("|") && !TABLE_HEAD.matcher(line).matches()) {
        row(section, line);
      }
    }

    private void row(Section section, String line) {
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        problem("malformed; write '| S1.2 | done | text |' or planned, with no bar in the text");
        return;
      }
      String id = row.group(1);
      if (!seen.add(id)) {
        problem(id + " is there twice; an id belongs to one line");
        return;
      }
      boolean isFlat = section.key().length() == 1;
      String expected = section.key() + (isFlat ? "" : ".") + (section.rows().size() + 1);
      if (!id.equals(expected)) {
        problem(
            "%s where %s is next; keep ids under their heading, in order".formatted(id, expected));
      }
      Status status = Status.valueOf(row.group(2).toUpperCase(Locale.ROOT));
      section.rows().add(new Row(id, status, row.group(3), number));
    }

    private void problem(String message) {
      problems.add(new Violation(PAGE, number, message));
    }
  }
}
