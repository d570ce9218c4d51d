package dev.tactus.observe.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.DumpKind;
import dev.tactus.observe.EventEntry;
import dev.tactus.observe.Page;
import dev.tactus.observe.SampleSource;
import dev.tactus.observe.SampleSystem;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.TimerFigures;
import dev.tactus.observe.Viewing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordingTest {
  private static final Set<Thread.State> WAITS_OR_ENDED =
      EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TERMINATED);

  @TempDir private Path dir;

  private final SampleSource source = new SampleSource();
  private Path file = Path.of("none");

  @BeforeEach
  void chooseFile() {
    file = dir.resolve("shop.jsonl");
  }

  /// Records so many snapshots, each after one event, and gives them.
  private List<Snapshot> record(int count) {
    List<Snapshot> shown = new ArrayList<>();
    Recorder recorder = Recorder.start(source, file, RecorderSettings.DEFAULT);
    try (recorder) {
      for (int i = 0; i < count; i++) {
        source.note("Failed", "/shop/user/" + i);
        source.system.deepest =
            List.of(
                SampleSystem.actor("/shop/user/b", Phase.SCHEDULED, i + 1, -1),
                SampleSystem.actor("/shop/user/a/x", Phase.IDLE, i + 1, -1));
        source.system.slowest = List.of(SampleSystem.actor("/shop/user/c", Phase.IDLE, 0, 500));
        shown.add(source.step());
      }
    }
    return shown;
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  @Test
  void open_ofWhatWasRecorded_givesTheSameSnapshots() {
    List<Snapshot> shown = record(5);

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.index())
          .extracting(Moment::number, Moment::atMillis)
          .containsExactlyElementsOf(
              IntStream.range(0, 5).mapToObj(i -> tuple(i + 1, shown.get(i).atMillis())).toList());
      for (int i = 5; i >= 1; i--) {
        assertThat(recording.snapshotAt(i)).isEqualTo(shown.get(i - 1));
      }
      assertThat(recording.damagedLines()).isZero();
      assertThat(recording.dropped()).isZero();
    }
  }

  @Test
  void file_isJsonInEachLine() throws IOException {
    record(2);

    List<String> lines = Files.readAllLines(file);
    assertThat(lines)
        .hasSize(6)
        .allSatisfy(line -> assertThat(SnapshotJson.read(line, Object.class)).isNotNull());
    assertThat(lines.getFirst())
        .isEqualTo(
            "{\"tactusRecording\":1,\"snapshotVersion\":1,\"system\":\"shop\",\"startMillis\":"
                + (SampleSystem.START_MILLIS + 2_000)
                + "}");
    assertThat(lines.getLast()).contains("\"end\":\"closed\"");
  }

  @Test
  void snapshotAt_lineOfAnotherVersion_isRefused() throws IOException {
    record(2);
    String text = Files.readString(file);
    int second = text.lastIndexOf("\"snapshot\":{\"version\":");
    Files.writeString(
        file,
        text.substring(0, second)
            + text.substring(second).replaceFirst("\"version\":\\d+", "\"version\":77"));

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.snapshotAt(1).number()).isPositive();
      assertThatThrownBy(() -> recording.snapshotAt(2))
          .isInstanceOf(RecordingException.class)
          .hasMessageContaining("Snapshot 2 of")
          .hasMessageContaining("is of version 77, this program knows 1; look at another one.");
    }
  }

  @Test
  void isOnePart_acrossAHeader_isNot() {
    record(2);
    record(1);

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.isOnePart(1, 2)).isTrue();
      assertThat(recording.isOnePart(2, 3)).isFalse();
      assertThatThrownBy(() -> recording.isOnePart(3, 4))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void moveTo_aMoment_isWhatTheSourceShowsThen() {
    List<Snapshot> shown = record(3);
    List<Snapshot> seen = new ArrayList<>();

    try (Recording recording = Recording.open(file)) {
      Viewing viewing = recording.view(seen::add);
      recording.moveTo(3);
      assertThat(recording.snapshot()).isEqualTo(shown.get(2));
      assertThat(recording.current()).isEqualTo(3);
      viewing.close();
      recording.moveTo(2);
    }

    assertThat(seen).containsExactly(shown.get(0), shown.get(2));
  }

  /// As when a request of a console is given up while it reads.
  @Test
  void snapshot_readByAThreadThatIsInterrupted_canBeReadByAll() throws InterruptedException {
    List<Snapshot> shown = record(2);
    List<Snapshot> seen = new CopyOnWriteArrayList<>();

    try (Recording recording = Recording.open(file)) {
      Thread reader =
          new Thread(
              () -> {
                Thread.currentThread().interrupt();
                seen.add(recording.snapshotAt(1));
                if (Thread.currentThread().isInterrupted()) {
                  seen.add(recording.snapshotAt(2));
                }
              });
      reader.start();
      reader.join();

      assertThat(recording.snapshot()).isEqualTo(shown.getFirst());
      assertThat(seen).isEqualTo(shown);
    }
  }

  @Test
  void snapshot_fileThatHasBecomeShorter_saysSo() throws IOException {
    record(2);

    try (Recording recording = Recording.open(file)) {
      Files.writeString(file, Files.readAllLines(file).getFirst() + "\n");

      assertThatThrownBy(() -> recording.snapshotAt(2))
          .isInstanceOf(RecordingException.class)
          .hasMessageContaining("cannot be read", "the file has become shorter")
          .hasMessageEndingWith("[TAC-0502]");
    }
  }

  @Test
  void moveTo_whileSomebodyBeginsToLook_isSeenByThem() throws InterruptedException {
    List<Snapshot> shown = record(3);
    List<Snapshot> seen = new CopyOnWriteArrayList<>();

    try (Recording recording = Recording.open(file)) {
      Thread mover = new Thread(() -> recording.moveTo(3));
      recording.view(
          snapshot -> {
            seen.add(snapshot);
            if (mover.getState() == Thread.State.NEW) {
              mover.start();
              await().until(() -> WAITS_OR_ENDED.contains(mover.getState()));
            }
          });
      mover.join();
    }

    assertThat(seen).containsExactly(shown.get(0), shown.get(2));
  }

  @Test
  void moveTo_viewerThatFails_theOthersSeeIt() {
    List<Snapshot> shown = record(2);
    List<Snapshot> seen = new ArrayList<>();

    try (Recording recording = Recording.open(file)) {
      recording.view(
          snapshot -> {
            if (recording.current() == 2) {
              throw new IllegalStateException("a viewer");
            }
          });
      recording.view(seen::add);
      recording.moveTo(2);
      assertThat(recording.current()).isEqualTo(2);
    }

    assertThat(seen).containsExactlyElementsOf(shown);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 4})
  void moveTo_noSuchMoment_refused(int number) {
    record(3);

    try (Recording recording = Recording.open(file)) {
      assertThatThrownBy(() -> recording.moveTo(number))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("give 1 to 3");
    }
  }

  @Test
  void events_atAMoment_areThoseBeforeIt() {
    record(4);

    try (Recording recording = Recording.open(file)) {
      recording.moveTo(3);
      assertThat(recording.events(0, "", 10))
          .extracting(EventEntry::number)
          .containsExactly(1L, 2L, 3L);
      assertThat(recording.events(1, "", 1)).extracting(EventEntry::number).containsExactly(2L);
      assertThat(recording.events(0, "/shop/user/1", 10)).hasSize(1);
      recording.moveTo(1);
      assertThat(recording.events(0, "", 10)).hasSize(1);
    }
  }

  @Test
  void actors_ofASnapshot_areFilteredAndPaged() {
    record(1);

    try (Recording recording = Recording.open(file)) {
      ActorQuery all = new ActorQuery("", "", false, "", 2);
      Page<ActorInfo> first = recording.actors(all);
      Page<ActorInfo> second = recording.actors(all.after(first.next()));
      assertThat(first.items())
          .extracting(ActorInfo::path)
          .containsExactly("/shop/user/a/x", "/shop/user/b");
      assertThat(second.items()).extracting(ActorInfo::path).containsExactly("/shop/user/c");
      assertThat(second.hasNext()).isFalse();
      assertThat(recording.actors(new ActorQuery("/shop/user", "", true, "", 9)).items())
          .extracting(ActorInfo::path)
          .containsExactly("/shop/user/b");
      assertThat(recording.actors(new ActorQuery("", "a/x", false, "", 9)).items()).hasSize(1);
      assertThat(recording.actor("/shop/user/c")).isPresent();
      assertThat(recording.actor("/shop/user/d")).isEmpty();
    }
  }

  @Test
  void dump_ofARecording_isThePartOfItsSnapshot() {
    List<Snapshot> shown = record(1);

    try (Recording recording = Recording.open(file)) {
      String json = recording.dump(DumpKind.SCHEDULER, true);
      assertThat(SnapshotJson.read(json, TimerFigures.class)).isEqualTo(shown.getFirst().timers());
      assertThat(recording.dump(DumpKind.DISPATCHERS, false)).startsWith("from snapshot 1 of shop");
      assertThat(recording.periodicJobs("", 10).items()).isEmpty();
      assertThat(recording.processes("sagas", "", 10).items()).isEmpty();
    }
  }

  @Test
  void open_fileCutAnywhere_givesTheWholeLines() throws IOException {
    record(3);
    byte[] whole = Files.readAllBytes(file);
    int header = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;

    for (int cut = header; cut < whole.length; cut += 397) {
      byte[] left = Arrays.copyOf(whole, cut);
      Files.write(file, left);
      String text = new String(left, StandardCharsets.UTF_8);
      long complete =
          text.substring(0, text.lastIndexOf('\n'))
              .lines()
              .filter(line -> line.contains("\"snapshot\":"))
              .count();
      if (complete == 0) {
        assertThatThrownBy(() -> Recording.open(file)).hasMessageContaining("has no snapshot");
      } else {
        try (Recording recording = Recording.open(file)) {
          assertThat(recording.size()).isEqualTo((int) complete);
          assertThat(recording.snapshotAt((int) complete).system()).isEqualTo("shop");
          assertThat(recording.damagedLines()).isZero();
        }
      }
    }
  }

  @Test
  void start_onAFileWithATornTail_cutsItAndGoesOn() throws IOException {
    record(2);
    append("{\"atMillis\":170000,\"snapshot\":{\"version\":1,\"num");

    List<Snapshot> more = record(2);

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.size()).isEqualTo(4);
      assertThat(recording.damagedLines()).isZero();
      assertThat(recording.snapshotAt(4)).isEqualTo(more.get(1));
      recording.moveTo(4);
      assertThat(recording.events(0, "", 100)).hasSize(4); // what the second run has recorded
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 21, 40, 60, -1})
  void start_onAFileWithATornHeader_beginsItAnew(int length) throws IOException {
    record(1);
    String header = Files.readAllLines(file).getFirst(); // without its line feed
    Files.writeString(file, header.substring(0, length < 0 ? header.length() : length));

    assertThatThrownBy(() -> Recording.open(file))
        .isInstanceOf(RecordingException.class)
        .hasMessageContainingAll(file.toString(), "has no snapshot", "[TAC-0501]");
    List<Snapshot> shown = record(2);

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.size()).isEqualTo(2);
      assertThat(recording.damagedLines()).isZero();
      assertThat(recording.snapshotAt(2)).isEqualTo(shown.get(1));
    }
  }

  @Test
  void open_garbageInTheMiddle_isPassedOverAndCounted() throws IOException {
    record(1);
    append("not json\n{\"atMillis\":12,\"dropped\":7}\n{\"colour\":\"red\"}\n\n");
    record(1);

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.size()).isEqualTo(2);
      assertThat(recording.damagedLines()).isEqualTo(3);
      assertThat(recording.dropped()).isEqualTo(7);
    }
  }

  @Test
  void snapshotAt_aDamagedLine_saysSoAndOthersCanBeRead() throws IOException {
    record(1);
    append("{\"atMillis\":12,\"snapshot\":{\"version\":oops}}\n");
    append("{\"from\":7,\"to\":8,\"events\":[oops]}\n");

    try (Recording recording = Recording.open(file)) {
      assertThatThrownBy(() -> recording.snapshotAt(2))
          .isInstanceOf(RecordingException.class)
          .hasMessageContaining("Snapshot 2 of")
          .hasMessageContaining("damaged");
      assertThat(recording.snapshotAt(1).system()).isEqualTo("shop");
    }
  }

  @Test
  void snapshotAt_aLineThatLacksAPart_isDamagedAsWell() throws IOException {
    record(2);
    String text = Files.readString(file);
    int second = text.lastIndexOf("\"metrics\":");
    Files.writeString(
        file,
        text.substring(0, second) + "\"m\":" + text.substring(second + "'metrics':".length()));

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.snapshotAt(1).timers().metrics()).isNotNull();
      assertThatThrownBy(() -> recording.snapshotAt(2))
          .isInstanceOf(RecordingException.class)
          .hasMessageContaining("Snapshot 2 of", "is damaged")
          .hasMessageEndingWith("[TAC-0501]");
    }
  }

  @Test
  void events_aLineWithNothingForAnEvent_isPassedOver() throws IOException {
    record(1);
    append("{\"from\":2,\"to\":2,\"events\":[null]}\n");
    append(Files.readAllLines(file).get(2) + "\n");

    try (Recording recording = Recording.open(file)) {
      recording.moveTo(2);
      assertThat(recording.events(0, "", 10)).extracting(EventEntry::number).containsExactly(1L);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tactusRecording\":2,\"snapshotVersion\":1,\"system\":\"s\",\"startMillis\":1}\n",
        "{\"tactusRecording\":1,\"snapshotVersion\":9,\"system\":\"s\",\"startMillis\":1}\n"
      })
  void open_otherVersion_saysWhichIsKnown(String header) throws IOException {
    Files.writeString(file, header);

    assertThatThrownBy(() -> Recording.open(file))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining("knows version 1 with snapshots of version 1");
    assertThatThrownBy(() -> Recorder.start(source, file, RecorderSettings.DEFAULT))
        .isInstanceOf(RecordingException.class);
    assertThat(Files.readString(file)).isEqualTo(header);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\n",
        "{}\n",
        "\n",
        "{\n",
        "{}",
        "{\"tactusRecording\":2",
        "\u0000\u0001\u0002"
      })
  void open_somethingElse_saysSoAndLeavesItAlone(String content) throws IOException {
    Files.writeString(file, content);

    assertThatThrownBy(() -> Recording.open(file))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining("is not a recording")
        .hasMessageEndingWith("[TAC-0501]");
    assertThatThrownBy(() -> Recorder.start(source, file, RecorderSettings.DEFAULT))
        .isInstanceOf(RecordingException.class);
    assertThat(Files.readString(file)).isEqualTo(content);
  }

  @Test
  void open_noSuchFile_saysSo() {
    assertThatThrownBy(() -> Recording.open(dir.resolve("none")))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(
            () -> Recorder.start(source, dir.resolve("no/such"), RecorderSettings.DEFAULT))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining("cannot be written")
        .hasMessageEndingWith("[TAC-0502]");
  }
}
