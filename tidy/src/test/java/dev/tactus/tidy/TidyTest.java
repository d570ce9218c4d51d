package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rules over texts and layout: over this repository, and over samples that break them.
final class TidyTest {
  private static Repository repository;
  private static List<TextFile> texts;

  @TempDir private Path sample;

  @BeforeAll
  static void readTexts() {
    repository = Repository.locate();
    texts = repository.texts();
  }

  @Test
  void readTexts_thisRepository_findsSourcesPagesAndPoms() {
    assertThat(texts)
        .extracting(TextFile::path)
        .contains("pom.xml", "docs/requirements.md", "tidy/pom.xml")
        .contains("tidy/src/test/java/dev/tactus/tidy/TidyTest.java")
        .noneMatch(path -> path.contains("/target/") || path.startsWith(".git/"));
  }

  @Test
  void readTexts_ignoredAndBinaryFiles_leftOut() {
    Repository repository =
        SampleRepository.in(sample)
            .with(".gitignore", "# made by the build\nout/\n*.jfr\n")
            .with("core/out/generated.txt", "text")
            .with("core/flight.jfr", "text")
            .with("core/picture.png", "\0")
            .with("core/kept.txt", "text")
            .write();

    assertThat(repository.texts())
        .extracting(TextFile::path)
        .containsExactly(".gitignore", "core/kept.txt", "pom.xml");
  }

  @Test
  void files_ofThisRepository_areShort() {
    expectNone(TextRules::fileLength);
  }

  @Test
  void files_oneLineTooMany_reported() {
    assertThat(TextRules.fileLength(java("\n".repeat(600)))).isEmpty();
    assertThat(TextRules.fileLength(java("\n".repeat(601))))
        .singleElement()
        .hasToString(
            "core/src/main/java/A.java:601: 601 lines, at most 600 are allowed;"
                + " split the file by role");
  }

  @Test
  void lines_ofThisRepository_fit() {
    expectNone(TextRules::lineLength);
  }

  @Test
  void lines_oneColumnTooMany_reported() {
    assertThat(TextRules.lineLength(java("é".repeat(100)))).isEmpty();
    assertThat(TextRules.lineLength(java("\n" + "x".repeat(101))))
        .singleElement()
        .hasToString("core/src/main/java/A.java:2: more than 100 columns; break the line");
  }

  @Test
  void lines_longAddressOrImport_notReported() {
    assertThat(TextRules.lineLength(java("/// https://" + "x".repeat(100)))).isEmpty();
    assertThat(TextRules.lineLength(java("import a." + "x".repeat(100) + ";"))).isEmpty();
  }

  @Test
  void methods_ofThisRepository_areShort() {
    Violation.expectNone(MethodLength.check(repository.javaSources()));
  }

  @Test
  void methods_oneLineTooMany_reported() {
    assertThat(MethodLength.check(java(methodOf(100)))).isEmpty();
    assertThat(MethodLength.check(java(methodOf(101))))
        .singleElement()
        .hasToString(
            "core/src/main/java/A.java:3: method run has 101 lines, at most 100 are allowed;"
                + " split it by steps");
  }

  @Test
  void methods_ofAnonymousClass_measuredToo() {
    String source = "class B {\n  Object o = new Object() {\n" + methodOf(101) + "  };\n}\n";

    assertThat(MethodLength.check(java(source))).hasSize(1);
  }

  @Test
  void methods_sourceThatDoesNotParse_reported() {
    assertThat(MethodLength.check(java("class A {\n  void run( {}\n}\n")))
        .isNotEmpty()
        .allSatisfy(found -> assertThat(found.message()).startsWith("cannot be parsed"));
  }

  @Test
  void openEnds_ofThisRepository_none() {
    expectNone(TextRules::openEnds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TO" + "DO", "FIX" + "ME", "X" + "XX"})
  void openEnds_markInSource_reported(String mark) {
    assertThat(TextRules.openEnds(java("int a;\n// " + mark + ": later\n")))
        .singleElement()
        .hasToString("core/src/main/java/A.java:2: an open end; finish it or open an issue for it");
  }

  @Test
  void openEnds_partOfAWord_notReported() {
    assertThat(TextRules.openEnds(java("int " + "X" + "XXL;"))).isEmpty();
  }

  @Test
  void workplaceWords_ofThisRepository_none() {
    expectNone(TextRules::workplaceWords);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cd /w" + "ork/main",
        "see `/w" + "ork`",
        "in /ho" + "me/anna/tactus",
        "under /ro" + "ot/.m2",
        "a .lib" + "rary folder",
        "as in shar" + "ed/notes.md",
        "written by a Help" + "er",
      })
  void workplaceWords_inAnyText_reported(String line) {
    assertThat(TextRules.workplaceWords(new TextFile("docs/a.md", "fine\n" + line + "\n")))
        .singleElement()
        .extracting(Violation::line)
        .isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a/w" + "ork/b", "/w" + "orkers", "archunit.lib" + "rary.x", "shar" + "ed state"})
  void workplaceWords_ordinaryText_notReported(String line) {
    assertThat(TextRules.workplaceWords(new TextFile("docs/a.md", line))).isEmpty();
  }

  @Test
  void packageNames_ofThisRepository_nameStages() {
    expectNone(TextRules::packageName);
  }

  @ParameterizedTest
  @ValueSource(strings = {"impl", "util", "utils", "common", "help" + "er", "help" + "ers", "misc"})
  void packageNames_vague_reported(String name) {
    String path = "core/src/main/java/dev/tactus/%s/queue/A.java".formatted(name);

    assertThat(TextRules.packageName(new TextFile(path, "")))
        .singleElement()
        .extracting(Violation::message)
        .isEqualTo("a package named " + name + "; name the stage it stands for");
  }

  @Test
  void packageNames_vagueWordInsideAName_notReported() {
    String path = "core/src/main/java/dev/tactus/utilization/A.java";

    assertThat(TextRules.packageName(new TextFile(path, ""))).isEmpty();
  }

  @Test
  void packageMaps_ofThisRepository_complete() {
    Violation.expectNone(ModuleLayout.packageMaps(repository));
  }

  @Test
  void packageMaps_missingUnmarkedOrShort_reported() {
    Repository wrong =
        SampleRepository.in(sample)
            .main("core", "dev.tactus.bare.A", "final class A {}")
            .with(
                "core/src/main/java/dev/tactus/terse/package-info.java",
                "/// One.\n/// Two.\n/// Three.\npackage dev.tactus.terse;\n")
            .with(
                "core/src/main/java/dev/tactus/good/package-info.java",
                """
                /// One.
                /// Two.
                /// Three.
                /// Four.
                @NullMarked
                package dev.tactus.good;
                """)
            .with("core/src/main/java/module-info.java", "module dev.tactus.core {}")
            .test("core", "dev.tactus.untold.ATest", "final class ATest {}")
            .write();

    assertThat(ModuleLayout.packageMaps(wrong))
        .extracting(Violation::toString)
        .containsExactly(
            "core/src/main/java/dev/tactus/bare/package-info.java: is missing;"
                + " write what enters, what leaves, where to start",
            "core/src/main/java/dev/tactus/terse/package-info.java: lacks @NullMarked;"
                + " mark the package",
            "core/src/main/java/dev/tactus/terse/package-info.java: has 3 lines of ///,"
                + " at least 4 are asked for; write what enters, what leaves, which thread,"
                + " where to start");
  }

  @Test
  void descriptors_ofThisRepository_complete() {
    Violation.expectNone(ModuleLayout.descriptors(repository));
  }

  @Test
  void descriptors_libraryWithoutOne_reported() {
    Repository wrong =
        SampleRepository.in(sample)
            .with("time/src/main/java/module-info.java", "module dev.tactus.time {}")
            .main("core", "dev.tactus.event.A", "final class A {}")
            .main("cli", "dev.tactus.cli.A", "final class A {}")
            .write();

    assertThat(ModuleLayout.descriptors(wrong))
        .singleElement()
        .hasToString(
            "core/src/main/java/module-info.java: is missing;"
                + " say what the module requires and exports");
  }

  @Test
  void order_ofThisRepository_tidyIsLast() {
    Violation.expectNone(ModuleLayout.order(repository));
  }

  @Test
  void order_tidyBeforeAModuleItDoesNotDependOn_reported() {
    Repository wrong =
        SampleRepository.in(sample)
            .with("time/pom.xml", "")
            .with("tidy/pom.xml", "<artifactId>tactus-time</artifactId>")
            .with("core/pom.xml", "")
            .write();

    assertThat(ModuleLayout.order(wrong))
        .extracting(Violation::toString)
        .containsExactly(
            "pom.xml: tidy is not the last module; move it to the end",
            "tidy/pom.xml: does not depend on tactus-core; add it as the other modules are");
  }

  private static void expectNone(Function<TextFile, List<Violation>> rule) {
    Violation.expectNone(texts.stream().flatMap(file -> rule.apply(file).stream()).toList());
  }

  private static String methodOf(int lines) {
    return "class A {\n  void run(\n      int a) {\n" + "\n".repeat(lines - 2) + "  }\n}\n";
  }

  private static TextFile java(String content) {
    return new TextFile("core/src/main/java/A.java", content);
  }
}
