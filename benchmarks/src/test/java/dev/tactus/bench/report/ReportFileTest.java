package dev.tactus.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportFileTest {
  @TempDir private Path folder;

  @Test
  void checkWritable_newFile_leavesNothingBehind() {
    Path file = folder.resolve("result.json");

    ReportFile.checkWritable(file);

    assertThat(file).doesNotExist();
  }

  @Test
  void checkWritable_existingFile_keepsItsContent() throws IOException {
    Path file = Files.writeString(folder.resolve("result.json"), "old");

    ReportFile.checkWritable(file);

    assertThat(file).hasContent("old");
  }

  @Test
  void checkWritable_missingFolder_isRefusedAndNamed() {
    assertThatThrownBy(() -> ReportFile.checkWritable(folder.resolve("no/result.json")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no/result.json")
        .hasMessageContaining("does not exist");
  }

  @Test
  void checkWritable_folder_isRefused() {
    assertThatThrownBy(() -> ReportFile.checkWritable(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is a directory");
  }
}
