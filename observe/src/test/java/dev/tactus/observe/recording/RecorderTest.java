package dev.tactus.observe.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.tactus.error.ErrorCode;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.SampleSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecorderTest {
  private static final RecorderSettings SETTINGS = RecorderSettings.DEFAULT;

  private final SampleSource source = new SampleSource();

  /// A disk that takes so many bytes.
  private static final class SmallDisk extends OutputStream {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final int room;

    SmallDisk(int room) {
      this.room = room;
    }

    @Override
    public void write(int b) throws IOException {
      if (taken.size() >= room) {
        throw new IOException("No space left on device");
      }
      taken.write(b);
    }
  }

  /// A disk that does not answer before it is told to.
  private static final class SlowDisk extends OutputStream {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    final CountDownLatch asked = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public void write(int b) {
      taken.write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      asked.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      taken.write(bytes, from, length);
    }

    String text() {
      return taken.toString(StandardCharsets.UTF_8);
    }
  }

  @Test
  void status_whileRecording_counts() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Recorder recorder = Recorder.start(source, out, 0, SETTINGS);
    source.note("Failed", "/a");
    source.step();
    await().until(() -> recorder.status().recorded() == 1);
    assertThat(recorder.status().isRunning()).isTrue();
    assertThat(recorder.status().events()).isEqualTo(1);

    recorder.close();

    assertThat(recorder.status().isRunning()).isFalse();
    assertThat(recorder.status().reason()).isEqualTo("closed");
    assertThat(recorder.status().code()).isEmpty();
    assertThat(recorder.status().bytes()).isEqualTo(out.size());
    assertThat(source.viewers()).isZero();
  }

  @Test
  void record_diskIsFull_stopsWithTheReasonAndNoLongerLooks() {
    SmallDisk disk = new SmallDisk(10_000);
    try (Recorder recorder = Recorder.start(source, disk, 0, SETTINGS)) {
      await()
          .until(
              () -> {
                source.step();
                return !recorder.status().isRunning();
              });
      assertThat(recorder.status().reason())
          .startsWith("The recording cannot be written any more: ")
          .contains("No space left on device", "another file")
          .endsWith("[TAC-0502]");
      assertThat(recorder.status().code()).contains(ErrorCode.RECORDING_FILE);
      assertThat(disk.taken.size()).isEqualTo(10_000);
      await().until(() -> source.viewers() == 0);
    }
  }

  @Test
  void record_diskIsSlow_leavesSnapshotsOutAndSaysSoInTheFile() throws Exception {
    SlowDisk disk = new SlowDisk();
    Recorder recorder = Recorder.start(source, disk, 0, SETTINGS.withWaitingMax(2));
    source.step();
    disk.asked.await(); // the first is on its way

    for (int i = 0; i < 7; i++) {
      source.step(); // does not wait; two find room
    }
    assertThat(recorder.status().dropped()).isEqualTo(5);
    disk.goOn.countDown();
    await().until(() -> recorder.status().recorded() == 3);
    source.step();
    recorder.close();

    assertThat(recorder.status().recorded()).isEqualTo(4);
    assertThat(disk.text().lines().filter(line -> !line.contains("\"snapshot\":{")))
        .hasSize(3) // header, what was left out, end
        .anyMatch(line -> line.endsWith(",\"dropped\":5}"));
  }

  @Test
  void record_snapshotsLeftOutAtTheEnd_areInTheFileToo() throws Exception {
    SlowDisk disk = new SlowDisk();
    Recorder recorder = Recorder.start(source, disk, 0, SETTINGS.withWaitingMax(1));
    source.step();
    disk.asked.await();
    source.step();
    source.step();
    disk.goOn.countDown();

    recorder.close();

    assertThat(disk.text()).contains(",\"dropped\":1}").contains("\"end\":\"closed\"");
  }

  @Test
  void record_limitOfTheFile_stopsBeforeIt(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("shop.jsonl");
    RecorderSettings small = SETTINGS.withBytesMax(8_000);
    for (int run = 0; run < 2; run++) {
      try (Recorder recorder = Recorder.start(source, file, small)) {
        await()
            .until(
                () -> {
                  source.step();
                  return !recorder.status().isRunning();
                });
        assertThat(recorder.status().reason()).contains("limit of 8000 bytes", "another file");
        assertThat(recorder.status().code()).contains(ErrorCode.RECORDER_STOPPED);
      }
      assertThat(Files.size(file)).isLessThanOrEqualTo(8_000);
    }
    try (Recording recording = Recording.open(file)) {
      assertThat(recording.size()).isPositive();
      assertThat(recording.damagedLines()).isZero();
    }
  }

  @Test
  void record_floodOfEvents_isBounded() {
    Recorder recorder = Recorder.start(source, new ByteArrayOutputStream(), 0, SETTINGS);
    source.step();
    await().until(() -> recorder.status().recorded() == 1);
    source.noteMany(20_000, "Failed", "/a");
    source.step();

    recorder.close();

    assertThat(recorder.status().recorded()).isEqualTo(2);
    assertThat(recorder.status().events()).isEqualTo(5_000);
  }

  @Test
  void record_eventsThatCannotBeRead_areAskedForAgain() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Recorder recorder = Recorder.start(source, out, 0, SETTINGS);
    source.note("Failed", "/a");
    source.failures.add(new IllegalStateException("no answer"));
    source.step();
    await().until(() -> recorder.status().recorded() == 1);
    assertThat(recorder.status().isRunning()).isTrue();
    assertThat(recorder.status().events()).isZero();
    assertThat(recorder.status().eventFailures()).isEqualTo(1);

    source.note("Failed", "/b");
    source.step();
    recorder.close();

    assertThat(recorder.status().recorded()).isEqualTo(2);
    assertThat(recorder.status().events()).isEqualTo(2);
    assertThat(recorder.status().reason()).isEqualTo("closed");
    assertThat(out.toString(StandardCharsets.UTF_8)).containsOnlyOnce("tactusRecording");
  }

  private static OutputStream tellingOfItsClose(AtomicBoolean isClosed) {
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        isClosed.set(true);
      }
    };
  }

  @Test
  void record_anError_stopsWithTheReasonAndNoLongerLooks() {
    AtomicBoolean isClosed = new AtomicBoolean();
    OutputStream out = tellingOfItsClose(isClosed);
    try (Recorder recorder = Recorder.start(source, out, 0, SETTINGS)) {
      source.note("Failed", "/a");
      source.failures.add(new StackOverflowError("deep"));
      source.step();

      await().until(() -> !recorder.status().isRunning());
      assertThat(recorder.status().reason()).contains("StackOverflowError", "deep", "TAC-0508");
      assertThat(recorder.status().code()).contains(ErrorCode.RECORDER_STOPPED);
      await().until(() -> source.viewers() == 0);
    }
    assertThat(isClosed).isTrue();
  }

  @Test
  void record_systemThatBeganAnew_hasItsEventsToo(@TempDir Path dir) {
    Path file = dir.resolve("shop.jsonl");
    try (Recorder recorder = Recorder.start(source, file, SETTINGS)) {
      source.noteMany(3, "Failed", "/a");
      source.step();
      await().until(() -> recorder.status().recorded() == 1);
      source.startAnew();
      source.note("Failed", "/b");
      source.step();
    }

    try (Recording recording = Recording.open(file)) {
      recording.moveTo(1);
      assertThat(recording.events(0, "", 10)).extracting(EventEntry::subject).hasSize(3);
      recording.moveTo(2);
      assertThat(recording.events(0, "", 10)).extracting(EventEntry::subject).containsExactly("/b");
    }
  }

  @Test
  void record_systemThatBeganAnewAndHasMoreEvents_hasAllOfThem(@TempDir Path dir) {
    Path file = dir.resolve("shop.jsonl");
    try (Recorder recorder = Recorder.start(source, file, SETTINGS)) {
      source.noteMany(2, "Failed", "/a");
      source.step();
      await().until(() -> recorder.status().recorded() == 1);
      source.startAnew();
      source.noteMany(5, "Failed", "/b");
      source.step();
    }

    assertThat(file).content().satisfies(text -> assertThat(headersIn(text)).isEqualTo(2));
    try (Recording recording = Recording.open(file)) {
      recording.moveTo(2);
      assertThat(recording.events(0, "", 10))
          .extracting(EventEntry::number, EventEntry::subject)
          .containsExactly(
              tuple(1L, "/b"), tuple(2L, "/b"), tuple(3L, "/b"), tuple(4L, "/b"), tuple(5L, "/b"));
    }
  }

  @Test
  void record_systemThatBeganAnewInSilence_hasAHeaderOfItsOwn() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Recorder recorder = Recorder.start(source, out, 0, SETTINGS);
    source.step();
    source.step();
    source.startAnew();
    source.step();
    source.system.number = 0; // the same system, seen by another observatory
    source.step();
    source.system.upNanos = 0; // another system, of which the first snapshots were not seen
    source.step();
    source.step();
    recorder.close();

    assertThat(recorder.status().recorded()).isEqualTo(6);
    assertThat(headersIn(out.toString(StandardCharsets.UTF_8))).isEqualTo(4);
  }

  private static long headersIn(String text) {
    return text.lines().filter(line -> line.contains("tactusRecording")).count();
  }

  @Test
  void start_sourceThatIsClosed_failsAndLetsGoOfTheFile() {
    AtomicBoolean isClosed = new AtomicBoolean();
    OutputStream out = tellingOfItsClose(isClosed);
    source.isClosed = true;

    assertThatThrownBy(() -> Recorder.start(source, out, 0, SETTINGS)).hasMessage("closed");

    assertThat(isClosed).isTrue(); // by the recorder's thread, as the last that it does
  }

  @Test
  void start_fileThatIsBeingRecordedTo_refusedUntilThatEnds(@TempDir Path dir) {
    Path file = dir.resolve("shop.jsonl");
    Recorder first = Recorder.start(source, file, SETTINGS);
    source.step();

    assertThatThrownBy(() -> Recorder.start(source, file, SETTINGS))
        .isInstanceOf(RecordingException.class)
        .hasMessageContainingAll(file.toString(), "another recorder", "another file", "TAC-0502");
    source.step();
    first.close();
    Recorder second = Recorder.start(source, file, SETTINGS);
    source.step();
    second.close();

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.size()).isEqualTo(3);
      assertThat(recording.damagedLines()).isZero();
    }
  }

  @Test
  void close_twice_doesNothingMore() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Recorder recorder = Recorder.start(source, out, 0, SETTINGS);
    source.step();
    recorder.close();
    int size = out.size();

    recorder.close();
    recorder.show(source.snapshot());

    assertThat(out.size()).isEqualTo(size);
  }

  @Test
  void settings_thatMakeNoSense_refused() {
    assertThatThrownBy(() -> SETTINGS.withWaitingMax(0)).hasMessageContaining("1 or more");
    assertThatThrownBy(() -> SETTINGS.withBytesMax(0)).hasMessageContaining("1 or more");
  }
}
