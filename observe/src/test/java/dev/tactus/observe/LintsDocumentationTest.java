package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of findings in the documentation has every kind, and every setting.
final class LintsDocumentationTest {
  private static List<String> rows() throws IOException {
    return Files.readAllLines(Path.of("../docs/observability.md")).stream()
        .filter(line -> line.startsWith("| TAC-09"))
        .toList();
  }

  @Test
  void table_hasEveryKindWithItsCode() throws IOException {
    assertThat(rows())
        .map(row -> row.replaceAll("\\| (\\S+) \\| `(\\w+)` \\|.*", "$1 $2"))
        .containsExactlyElementsOf(
            Arrays.stream(FindingKind.values()).map(k -> k.code() + " " + k.name()).toList());
  }

  @Test
  void table_hasEveryThreshold() throws IOException {
    String table = String.join("\n", rows());

    assertThat(Arrays.stream(LintSettings.class.getRecordComponents()))
        .map(RecordComponent::getName)
        .filteredOn(name -> !List.of("calmLooks", "pauseNanos").contains(name))
        .allSatisfy(name -> assertThat(table).contains("`" + name + "`"));
  }
}
