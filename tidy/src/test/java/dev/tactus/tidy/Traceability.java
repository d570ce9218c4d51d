package dev.tactus.tidy;

import dev.tactus.tidy.Evidence.Claim;
import dev.tactus.tidy.Requirements.Row;
import dev.tactus.tidy.Requirements.Section;
import dev.tactus.tidy.Requirements.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Requirements beside the tests that prove them: what does not fit, and the page that shows it.
final class Traceability {
  static final String PAGE = "docs/traceability.md";

  private final Requirements requirements;
  private final Evidence evidence;

  Traceability(Requirements requirements, Evidence evidence) {
    this.requirements = requirements;
    this.evidence = evidence;
  }

  List<Violation> problems() {
    List<Violation> problems = new ArrayList<>(requirements.problems());
    problems.addAll(evidence.problems());
    Set<String> known = requirements.rows().map(Row::id).collect(Collectors.toSet());
    for (Claim claim : evidence.claims()) {
      if (!known.contains(claim.id())) {
        problems.add(
            new Violation(
                claim.source(),
                0,
                "%s names the requirement %s, which %s does not have"
                    .formatted(claim.test(), claim.id(), Requirements.PAGE)));
      }
    }
    requirements
        .rows()
        .filter(row -> row.status() == Status.DONE && tests(row).isEmpty())
        .forEach(
            row ->
                problems.add(
                    new Violation(
                        Requirements.PAGE,
                        row.line(),
                        row.id() + " is done and no test proves it; write one or plan it")));
    return problems;
  }

  /// The page, the same to the byte for the same requirements and tests.
  String render() {
    var page = new StringBuilder();
    long all = requirements.rows().count();
    long done = requirements.rows().filter(row -> row.status() == Status.DONE).count();
    long proved = requirements.rows().filter(row -> !tests(row).isEmpty()).count();
    page.append(
        """
        # Traceability

        Generated from [requirements.md](requirements.md) and from the `@Requirement` markers of all
        tests by `mvn -B test` (module `tidy`, `TraceabilityTest`). Do not edit.

        %d requirements: %d done, %d planned; %d have at least one test.
        """
            .formatted(all, done, all - done, proved));
    requirements.sections().forEach(section -> render(section, page));
    return page.toString();
  }

  /// Rewrites the page if it is stale, and says so: whoever builds has it to commit.
  List<Violation> refresh(Path root) {
    Path page = root.resolve(PAGE);
    String content = render();
    if (Files.exists(page) && Repository.read(page).equals(content)) {
      return List.of();
    }
    try {
      Files.writeString(page, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of(new Violation(PAGE, 0, "was stale and has been generated anew; commit it"));
  }

  private void render(Section section, StringBuilder page) {
    page.append('\n').append(section.heading()).append('\n');
    if (section.rows().isEmpty()) {
      return;
    }
    page.append("\n| id | status | requirement | tests |\n|:--|:--|:--|:--|\n");
    for (Row row : section.rows()) {
      String tests =
          tests(row).stream()
              .map(claim -> "[`%s`](../%s)".formatted(claim.test(), claim.source()))
              .collect(Collectors.joining("<br>"));
      page.append(
          "| %s | %s | %s | %s |\n"
              .formatted(
                  row.id(), row.status().label(), row.text(), tests.isEmpty() ? "–" : tests));
    }
  }

  private List<Claim> tests(Row row) {
    return evidence.claims().stream()
        .filter(claim -> claim.id().equals(row.id()))
        .distinct()
        .sorted(Comparator.comparing(Claim::test).thenComparing(Claim::source))
        .toList();
  }
}
