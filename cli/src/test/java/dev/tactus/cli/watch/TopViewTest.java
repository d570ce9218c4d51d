package dev.tactus.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.recording.Recorder;
import dev.tactus.observe.recording.RecorderSettings;
import dev.tactus.observe.recording.Recording;
import dev.tactus.requirement.Requirement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Size;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopViewTest {
  private static final String HEADER =
      "{\"tactusRecording\":1,\"snapshotVersion\":"
          + Snapshot.VERSION
          + ",\"system\":\"shop\",\"startMillis\":1700000000000}\n";

  private final SampleConsole console = new SampleConsole();
  private final ConsoleClient client =
      ConsoleClient.of(console.address(), Optional.empty(), Duration.ofSeconds(10));
  private final RemoteSource source = new RemoteSource(client);
  private long nanos;

  /// Keys that were prepared, and what was drawn before each of them.
  private class SampleScreen implements Screen {
    private final ArrayDeque<String> keys;
    final List<List<String>> drawn = new ArrayList<>();

    SampleScreen(String... keys) {
      this.keys = new ArrayDeque<>(List.of(keys));
    }

    @Override
    public String key(long millis) {
      nanos += 1_000_000_000L;
      return keys.isEmpty() ? END : keys.poll();
    }

    @Override
    public void draw(List<String> lines) {
      drawn.add(lines);
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void close() {
    client.close();
    console.close();
  }

  private SampleScreen run(String... keys) {
    SampleScreen screen = new SampleScreen(keys);
    TopView.onScreen(source, Optional.empty(), screen, () -> nanos, TopOrder.DEPTH, "")
        .run(() -> false);
    return screen;
  }

  private static List<String> paths(List<String> lines) {
    return lines.stream()
        .filter(line -> line.contains("/shop/user/") && !line.startsWith("!"))
        .map(line -> line.substring(line.indexOf("/shop/user/")))
        .toList();
  }

  @Test
  void run_twoSnapshots_showsRates() {
    List<List<String>> drawn = run(Screen.NOTHING, "q").drawn;

    assertThat(drawn.get(0))
        .anyMatch(line -> line.startsWith("actors    12,345, 2 running, 1 suspended; queued 10"))
        .anyMatch(line -> line.contains("300 fired"))
        .anyMatch(line -> line.equals("! TAC-0902 LONG_TURN /shop/user/stock: It took 2 s."));
    assertThat(drawn.get(1))
        .anyMatch(line -> line.contains("300/s fired"))
        .anyMatch(line -> line.contains("busy 25%; 5,000/s turns"))
        .anyMatch(line -> line.contains("UNDER PRESSURE"));
  }

  @Test
  void run_keysThatSort_changeTheOrder() {
    List<List<String>> drawn = run("t", "p", "d", "q").drawn;

    assertThat(paths(drawn.get(0))).containsExactly("/shop/user/till", "/shop/user/stock");
    assertThat(paths(drawn.get(1))).containsExactly("/shop/user/stock", "/shop/user/till");
    assertThat(paths(drawn.get(2))).containsExactly("/shop/user/stock", "/shop/user/till");
    assertThat(paths(drawn.get(3))).containsExactly("/shop/user/till", "/shop/user/stock");
  }

  @Test
  void run_filterIsTyped_asksForTheseActors() {
    List<List<String>> drawn =
        run("/", "b", "e", "x", Screen.BACKSPACE, "l", Screen.ENTER, Screen.ESCAPE, "q").drawn;

    assertThat(drawn.get(6).getFirst()).endsWith("/bel_");
    assertThat(paths(drawn.get(7))).containsExactly("/shop/user/bell");
    assertThat(paths(drawn.get(8))).contains("/shop/user/till", "/shop/user/stock");
  }

  @Test
  void run_consoleGoesAway_saysSoAndKeepsWhatItHas() {
    SampleScreen screen =
        new SampleScreen(Screen.NOTHING, "q") {
          @Override
          public String key(long millis) {
            console.close();
            return super.key(millis);
          }
        };
    TopView.onScreen(source, Optional.empty(), screen, () -> nanos, TopOrder.DEPTH, "")
        .run(() -> false);

    assertThat(screen.drawn.get(1).get(1)).startsWith("! No console answers at");
    assertThat(paths(screen.drawn.get(1))).hasSize(2);
  }

  @Test
  void run_toldToStop_ends() {
    SampleScreen screen = new SampleScreen("d");

    TopView.onScreen(source, Optional.empty(), screen, () -> nanos, TopOrder.DEPTH, "")
        .run(() -> true);

    assertThat(screen.drawn).isEmpty();
  }

  @Test
  void run_recording_goesBackAndForthAndPlays(@TempDir Path dir) {
    Path file = dir.resolve("shop.jsonl");
    Recorder recorder = Recorder.start(source, file, RecorderSettings.DEFAULT);
    try (recorder) {
      for (int i = 2; i <= 4; i++) {
        recorder.show(SampleSnapshots.at(i));
      }
    }
    try (Recording recording = Recording.open(file)) {
      int size = recording.size();
      SampleScreen screen =
          new SampleScreen(
              Screen.RIGHT, Screen.RIGHT, Screen.LEFT, " ", Screen.NOTHING, Screen.NOTHING, "q");
      TopView.onScreen(recording, Optional.of(recording), screen, () -> nanos, TopOrder.DEPTH, "")
          .run(() -> false);

      assertThat(size).isGreaterThanOrEqualTo(3);
      assertThat(screen.drawn)
          .extracting(lines -> lines.getFirst().replaceAll(".*\\[moment (\\d+) of .*", "$1"))
          .startsWith("1", "2", "3", "2", "3");
    }
  }

  /// A recording of the snapshots of these numbers, run by run.
  private static Recording recording(Path dir, int[]... runs) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int[] run : runs) {
      text.append(HEADER);
      for (int number : run) {
        Snapshot snapshot = SampleSnapshots.at(number);
        text.append("{\"atMillis\":" + snapshot.atMillis() + ",\"snapshot\":")
            .append(SnapshotJson.write(snapshot))
            .append("}\n");
      }
    }
    Path file = dir.resolve("shop.jsonl");
    Files.writeString(file, text);
    return Recording.open(file);
  }

  private SampleScreen show(Recording recording, String... keys) {
    SampleScreen screen = new SampleScreen(keys);
    TopView.onScreen(recording, Optional.of(recording), screen, () -> nanos, TopOrder.DEPTH, "")
        .run(() -> false);
    return screen;
  }

  private static String moment(List<String> lines) {
    return lines.getFirst().replaceAll(".*\\[moment (\\d+) of .*", "$1");
  }

  @Test
  @Requirement("S4.7")
  void run_recordingOfTwoRuns_comparesNoCountersAcrossThem(@TempDir Path dir) throws IOException {
    try (Recording recording = recording(dir, new int[] {1, 2}, new int[] {3, 4})) {
      List<List<String>> drawn =
          show(recording, Screen.RIGHT, Screen.RIGHT, Screen.RIGHT, "q").drawn;

      assertThat(drawn.get(1)).anyMatch(line -> line.contains("300/s fired"));
      assertThat(drawn.get(2))
          .anyMatch(line -> line.contains("900 fired"))
          .anyMatch(line -> line.contains("busy 25%; 15,000 turns"))
          .noneMatch(line -> line.contains("/s "));
      assertThat(drawn.get(3)).anyMatch(line -> line.contains("300/s fired"));
    }
  }

  @Test
  @Requirement("S4.7")
  void table_countersThatFell_areNoRates() {
    Snapshot before = SampleSnapshots.at(3);
    Snapshot now = SampleSnapshots.at(2);
    Snapshot later =
        new Snapshot(
            now.version(),
            4,
            now.system(),
            before.atMillis() + 1_000,
            before.upNanos() + 1_000_000_000L,
            false,
            now.actors(),
            now.dispatchers(),
            now.timers(),
            now.processes(),
            now.events(),
            now.deadLetters(),
            now.findings());

    assertThat(new TopTable(before, later).lines(List.of(), TopOrder.DEPTH))
        .anyMatch(line -> line.contains("600 fired"))
        .noneMatch(line -> line.contains("/s "));
  }

  @Test
  void run_recordingWithDamagedMoments_stepsOverThem(@TempDir Path dir) throws IOException {
    recording(dir, new int[] {1, 2, 3, 4}).close();
    Path file = dir.resolve("shop.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(2, lines.get(2).replace("\"snapshot\":{", "\"snapshot\":{damaged"));
    Files.write(file, lines);
    try (Recording recording = Recording.open(file)) {
      List<List<String>> drawn =
          show(recording, Screen.RIGHT, Screen.RIGHT, Screen.LEFT, Screen.LEFT, " ", "q").drawn;

      assertThat(drawn).extracting(TopViewTest::moment).startsWith("1", "3", "4", "3", "1");
      assertThat(drawn.get(1).get(1)).startsWith("! Snapshot 2 of").contains("is damaged");
      assertThat(drawn.get(1)).noneMatch(line -> line.contains("/s "));
      assertThat(drawn.get(2))
          .noneMatch(line -> line.contains("damaged"))
          .anyMatch(line -> line.contains("300/s fired"));
      assertThat(drawn.get(5).getFirst()).contains("[moment 3 of 4]").contains("space stop");
    }
  }

  @Test
  void terminal_keysAndLines_areThoseOfTheScreen() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] typed = "q\033[C\033[D\r\177\003".getBytes(StandardCharsets.US_ASCII);
    DumbTerminal terminal =
        new DumbTerminal(
            "test", "ansi", new ByteArrayInputStream(typed), out, StandardCharsets.UTF_8);
    terminal.setSize(Size.of(20, 2));
    List<String> keys = new ArrayList<>();
    try (TerminalScreen screen = new TerminalScreen(terminal)) {
      for (int i = 0; i < 6; i++) {
        keys.add(screen.key(5_000));
      }
      screen.draw(List.of("a line that is too long for it", "second\033[2J", "third"));
    }

    assertThat(keys)
        .containsExactly(
            "q", Screen.RIGHT, Screen.LEFT, Screen.ENTER, Screen.BACKSPACE, Screen.END);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("a line that is too l\\x1b\\[0?K\r\nsecond\\?\\[2J")
        .doesNotContain("third")
        .doesNotContain("long");
  }
}
