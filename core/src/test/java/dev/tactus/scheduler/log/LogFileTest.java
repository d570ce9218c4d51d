package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings go to files and come back.
@Requirement("S5.2")
final class LogFileTest {
  private static final byte[] OLD = {'o', 'l', 'd'};

  @TempDir private Path dir;

  private static LogRecording sample() {
    try (RandomProgram program = new RandomProgram(1).run(100)) {
      return program.log.snapshot();
    }
  }

  @Test
  void load_savedRecordingOfAnyValues_isEqual() {
    RandomRecordings recordings = new RandomRecordings(7);
    Path file = dir.resolve("any.log");
    for (int i = 0; i < 300; i++) {
      LogRecording recording = recordings.next(20);

      recording.save(file);

      assertThat(LogRecording.load(file)).as("recording %d", i).isEqualTo(recording);
    }
  }

  @Test
  void save_inLocaleWithOtherDigits_writesTheSameText() throws IOException {
    LogRecording recording = sample();
    Path here = dir.resolve("here.log");
    Path there = dir.resolve("there.log");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      recording.save(here);
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      recording.save(there);
      assertThat(LogRecording.load(there)).isEqualTo(recording);
    } finally {
      Locale.setDefault(before);
    }

    assertThat(there).hasSameBinaryContentAs(here);
  }

  @Test
  void saveAndLoad_onAnInterruptedThread_workAndLeaveItInterrupted() {
    LogRecording recording = sample();
    Path file = dir.resolve("interrupted.log");
    Thread.currentThread().interrupt();
    try {
      recording.save(file);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertThat(LogRecording.load(file)).isEqualTo(recording);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void save_smallRecording_isReadable() {
    Path file = dir.resolve("readable.log");
    LogRecording all = sample();
    LogHeader header =
        new LogHeader(
            "my wheel",
            all.header().resolution(),
            all.header().wheel().withSlots(64),
            all.header().clock(),
            all.header().originNanos());
    new LogRecording(header, 0, all.entries().subList(0, 1)).save(file);

    assertThat(file)
        .content()
        .startsWith("tactus-log 1\nname=my\\u0020wheel\nresolution=1000000\nslots=64\n")
        .contains("\noverwritten=0\nentries=1\nschedule id=1 at=")
        .endsWith("\nend\n");
  }

  @Test
  void save_overExistingFile_replacesIt() throws IOException {
    Path file = dir.resolve("a.log");
    Files.write(file, OLD);
    LogRecording recording = sample();

    recording.save(file);

    assertThat(LogRecording.load(file)).isEqualTo(recording);
    assertThat(names()).containsExactly("a.log");
  }

  @Test
  void save_intoMissingDirectory_failsAndNamesIt() {
    Path file = dir.resolve("no/such/place.log");

    assertThatThrownBy(() -> sample().save(file))
        .isInstanceOf(LogFileException.class)
        .hasMessageStartingWith("The recording could not be written to " + file + ": there is no ")
        .hasMessageContaining("Nothing was left behind")
        .hasMessageContaining("Choose a file in an existing directory");
  }

  @Test
  void save_belowAFile_fails() throws IOException {
    Path blocker = Files.createFile(dir.resolve("blocker"));

    assertThatThrownBy(() -> sample().save(blocker.resolve("a.log")))
        .isInstanceOf(LogFileException.class)
        .hasMessageContaining("could not be written to");
    assertThat(names()).containsExactly("blocker");
  }

  @Test
  void save_toDirectory_failsAndLeavesNothing() {
    assertThatThrownBy(() -> sample().save(dir))
        .isInstanceOf(LogFileException.class)
        .hasMessageContaining("it is a directory");
    assertThat(names()).isEmpty();
  }

  @Test
  void write_diskFullHalfway_keepsOldFileAndLeavesNoHalf() throws IOException {
    Path file = dir.resolve("a.log");
    Files.write(file, OLD);

    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    out -> {
                      out.write(new byte[200_000]);
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(LogFileException.class)
        .hasMessageContaining("No space left on device")
        .hasMessageContaining("Nothing was left behind, and a file that was there is unchanged")
        .satisfies(e -> assertThat(((LogFileException) e).file()).isEqualTo(file.toString()));

    assertThat(file).hasBinaryContent(OLD);
    assertThat(names()).containsExactly("a.log");
  }

  @Test
  void write_programErrorHalfway_passesItOnAndLeavesNoHalf() {
    IllegalStateException error = new IllegalStateException("broken");

    assertThatThrownBy(
            () ->
                WholeFile.write(
                    dir.resolve("a.log"),
                    out -> {
                      throw error;
                    }))
        .isSameAs(error);
    assertThat(names()).isEmpty();
  }

  @Test
  void load_missingFile_failsAndNamesIt() {
    Path file = dir.resolve("absent.log");

    assertThatThrownBy(() -> LogRecording.load(file))
        .isInstanceOf(LogFileException.class)
        .hasMessageContaining("absent.log could not be read: there is no");
  }

  @Test
  void load_directory_fails() {
    assertThatThrownBy(() -> LogRecording.load(dir)).isInstanceOf(LogFileException.class);
  }

  private Stream<String> names() {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
