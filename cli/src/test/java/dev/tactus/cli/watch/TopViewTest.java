package dev.tactus.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.observe.recording.Recorder;
import dev.tactus.observe.recording.RecorderSettings;
import dev.tactus.observe.recording.Recording;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
