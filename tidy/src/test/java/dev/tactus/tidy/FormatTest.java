package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// All sources are formatted. With `-Dtidy.fix=true` they are after the test, if not before.
final class FormatTest {
  private static final String FORMATTED =
      """
      package dev.tactus.event;

      import java.util.List;
      import java.util.Set;

      record A(List<Set<String>> value) {}
      """;

  @TempDir private Path sample;

  @Test
  void sources_ofThisRepository_areFormatted() {
    Repository repository = Repository.locate();
    List<TextFile> sources = repository.javaSources();
    Violation.expectNone(
        Boolean.getBoolean("tidy.fix")
            ? SourceFormat.fix(repository.root(), sources)
            : SourceFormat.check(sources),
        "To format them: " + SourceFormat.FIX);
  }

  @Test
  void check_formattedSource_nothingReported() {
    assertThat(check(FORMATTED)).isEmpty();
  }

  @Test
  void check_wrongLayout_reportsTheLine() {
    assertThat(check(FORMATTED.replace("record", "  record")))
        .singleElement()
        .hasToString("A.java:6: is not formatted");
  }

  @Test
  void check_unusedImport_reported() {
    assertThat(check(FORMATTED.replace("List;\n", "List;\nimport java.util.Map;\n")))
        .singleElement()
        .extracting(Violation::line)
        .isEqualTo(4);
  }

  @Test
  void check_importsOutOfOrder_reported() {
    String source =
        FORMATTED
            .replace("import java.util.List;\n", "")
            .replace("Set;\n", "Set;\nimport java.util.List;\n");

    assertThat(check(source)).singleElement().extracting(Violation::line).isEqualTo(3);
  }

  @Test
  void check_sourceThatDoesNotParse_reported() {
    assertThat(check("class {"))
        .singleElement()
        .extracting(Violation::message)
        .asString()
        .startsWith("cannot be parsed");
  }

  @Test
  void fix_wrongLayout_rewritesThatFileOnly() {
    Repository repository =
        SampleRepository.in(sample)
            .with("core/src/main/java/A.java", FORMATTED.replace("record", "  record"))
            .with("core/src/main/java/B.java", "class {")
            .write();

    assertThat(SourceFormat.fix(sample, repository.javaSources()))
        .extracting(Violation::file)
        .containsExactly("core/src/main/java/B.java");
    assertThat(repository.javaSources())
        .extracting(TextFile::content)
        .containsExactly(FORMATTED, "class {");
  }

  private static List<Violation> check(String source) {
    return SourceFormat.check(List.of(new TextFile("A.java", source)));
  }
}
