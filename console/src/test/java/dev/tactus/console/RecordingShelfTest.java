package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.observe.recording.Recorder;
import dev.tactus.observe.recording.RecorderSettings;
import dev.tactus.observe.recording.RecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordingShelfTest {
  @TempDir private Path folder;
  private final RecordingShelf shelf = new RecordingShelf(2);

  private Path record(String name, int snapshots) {
    Path file = folder.resolve(name);
    try (Recorder recorder = Recorder.start(new FakeSource(0), file, RecorderSettings.DEFAULT)) {
      for (int i = 1; i <= snapshots; i++) {
        recorder.show(FakeSource.snapshot(i));
      }
    }
    return file;
  }

  @Test
  void read_moreThanItHolds_closesTheOneThatWasReadLongestAgo() throws IOException {
    for (String name : new String[] {"a", "b", "c", "a"}) {
      Path file = folder.resolve(name);
      assertThat(shelf.index(Files.exists(file) ? file : record(name, 1))).hasSize(1);
    }

    assertThat(shelf.size()).isEqualTo(2);
    shelf.close();
    assertThat(shelf.size()).isZero();
  }

  @Test
  void read_anotherFileOfTheSameName_isSeen() throws IOException {
    Path first = record("a", 1);
    assertThat(shelf.index(first)).hasSize(1);

    Files.move(record("b", 5), first, StandardCopyOption.REPLACE_EXISTING);

    assertThat(shelf.snapshot(first, 1)).contains(FakeSource.snapshot(1));
    assertThat(shelf.index(first)).hasSize(5);
  }

  @Test
  void read_whatIsNoRecording_isNotHeld() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "something else\n");

    assertThatThrownBy(() -> shelf.index(file)).isInstanceOf(RecordingException.class);
    assertThat(shelf.size()).isZero();
  }

  @Test
  void read_ofAnInterruptedThread_readsAndLeavesTheFileOpen() throws IOException {
    Path file = record("a", 1);
    assertThat(shelf.index(file)).hasSize(1);

    Thread.currentThread().interrupt();
    assertThat(shelf.snapshot(file, 1)).contains(FakeSource.snapshot(1));
    assertThat(Thread.interrupted()).isTrue();

    assertThat(shelf.snapshot(file, 1)).contains(FakeSource.snapshot(1));
    assertThat(shelf.size()).isEqualTo(1);
  }
}
