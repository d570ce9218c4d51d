package dev.tactus.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The pages under `docs/errors`: one for each code, all of one form, and no link into nothing.
final class ErrorPagesTest {
  private static final Path FOLDER = Path.of("..", "docs", "errors");
  private static final String INDEX = "README.md";
  private static final int LINES_MIN = 15;
  private static final int LINES_MAX = 40;
  private static final Pattern LINK = Pattern.compile("\\[[^]]+]\\(([^)#]*)(?:#([^)]*))?\\)");
  private static final Pattern MENTION = Pattern.compile("TAC-\\d{4}");

  @Test
  void folder_hasAPageForEachCodeAndNoOther() throws IOException {
    List<String> expected =
        Stream.concat(Arrays.stream(ErrorCode.values()).map(ErrorPages::file), Stream.of(INDEX))
            .toList();

    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void page_ofACode_hasItsTitleAndFourSections(ErrorCode code) throws IOException {
    List<String> lines = Files.readAllLines(FOLDER.resolve(ErrorPages.file(code)));

    assertThat(lines).hasSizeBetween(LINES_MIN, LINES_MAX);
    assertThat(headings(lines))
        .containsExactly(
            "# " + code.code() + ": " + code.title(),
            "## What happened",
            "## Why",
            "## What to do",
            "## See also");
    assertThat(sections(lines)).allMatch(section -> section.strip().length() > 20);
  }

  @ParameterizedTest
  @EnumSource
  void page_ofACode_isInThisBuild(ErrorCode code) throws IOException {
    assertThat(ErrorPages.read(code))
        .isEqualTo(Files.readString(FOLDER.resolve(ErrorPages.file(code))));
  }

  @ParameterizedTest
  @EnumSource
  void page_ofACode_leadsToPlacesThatExist(ErrorCode code) throws IOException {
    String page = Files.readString(FOLDER.resolve(ErrorPages.file(code)));

    assertThat(LINK.matcher(page).results().toList()).isNotEmpty().allSatisfy(this::expectTarget);
    assertThat(MENTION.matcher(page).results().map(MatchResult::group))
        .allMatch(mention -> ErrorCode.find(mention).isPresent());
  }

  @Test
  void index_listsEveryCodeWithItsTitleInOrder() throws IOException {
    List<String> rows =
        Files.readAllLines(FOLDER.resolve(INDEX)).stream()
            .filter(line -> line.startsWith("| [TAC-"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(ErrorCode.values())
                .map(code -> "| [%1$s](%1$s.md) | %2$s |".formatted(code.code(), code.title()))
                .toList());
  }

  private void expectTarget(MatchResult link) throws IOException {
    Path target = FOLDER.resolve(link.group(1));
    assertThat(target).isRegularFile();
    String anchor = link.group(2);
    if (anchor != null) {
      assertThat(headings(Files.readAllLines(target)).map(ErrorPagesTest::anchor)).contains(anchor);
    }
  }

  /// As the sites that show Markdown make it.
  private static String anchor(String heading) {
    return heading
        .replaceFirst("#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }

  private static Stream<String> headings(List<String> lines) {
    return lines.stream().filter(line -> line.matches("#{1,6} .*"));
  }

  private static List<String> sections(List<String> lines) {
    return Arrays.stream(String.join("\n", lines).split("\n## [^\n]*\n")).skip(1).toList();
  }
}
