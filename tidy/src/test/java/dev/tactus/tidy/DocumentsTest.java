package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages in Markdown lead somewhere and use one word for each thing.
final class DocumentsTest {
  private static final int TERMS_MIN = 100;

  private static final Repository REPOSITORY = Repository.locate();
  private static List<TextFile> pages = List.of();

  @BeforeAll
  static void readPages() {
    pages = REPOSITORY.texts().stream().filter(Documents::isPage).toList();
  }

  private static TextFile glossary() {
    return pages.stream()
        .filter(page -> page.path().equals(Documents.GLOSSARY))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void links_ofThisRepository_leadSomewhere() {
    assertThat(pages).extracting(TextFile::path).contains("README.md", "docs/errors/TAC-0101.md");
    Violation.expectNone(
        pages.stream().flatMap(page -> Documents.links(REPOSITORY.root(), page).stream()).toList());
  }

  @Test
  void links_toNoFileOrNoHeading_reported(@TempDir Path root) throws IOException {
    Files.writeString(root.resolve("b.md"), "# Who may do what\n\n```\n# not a heading\n```\n");
    TextFile page =
        new TextFile(
            "a.md",
            """
            # Here
            [b](b.md), [part](b.md#who-may-do-what), [here](#here), [far](https://a.example/b.md)
            [c](c.md)
            [part](b.md#not-a-heading)
            """);
    Files.writeString(root.resolve("a.md"), page.content());

    assertThat(Documents.links(root, page)).extracting(Violation::line).containsExactly(3, 4);
  }

  @Test
  void glossary_ofThisRepository_hasEachTermOnceInOrder() {
    assertThat(Documents.terms(glossary())).hasSizeGreaterThan(TERMS_MIN);
    Violation.expectNone(Documents.glossary(glossary()));
  }

  @Test
  void glossary_termTwiceOrOutOfOrder_reported() {
    TextFile page =
        new TextFile("GLOSSARY.md", "| **b** | x |\n| **a** | x |\n| **c** | x |\n| **B** | x |\n");

    assertThat(Documents.glossary(page)).extracting(Violation::line).containsExactly(2, 4);
  }

  @Test
  void words_ofThisRepositorysHeadings_areThoseOfTheGlossary() {
    Map<String, String> others = Documents.otherWords(glossary());

    assertThat(others).isNotEmpty();
    assertThat(Documents.terms(glossary())).containsAll(others.values());
    Violation.expectNone(
        pages.stream().flatMap(page -> Documents.words(others, page).stream()).toList());
  }

  @Test
  void words_otherWordInAHeading_reported() {
    TextFile page = new TextFile("a.md", "# Timers\n\njobs\n\n## Jobs and more\n## Jobless\n");

    assertThat(Documents.words(Map.of("job", "timer"), page))
        .extracting(Violation::line)
        .containsExactly(5);
  }
}
