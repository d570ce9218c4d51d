package dev.tactus.console.browser;

import dev.tactus.console.Actions;
import dev.tactus.console.Console;
import dev.tactus.console.ConsoleSettings;
import dev.tactus.observe.recording.Recorder;
import dev.tactus.observe.recording.RecorderSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// The staged shop behind a real console, with a recording, a trace and explanations.
final class Stage implements AutoCloseable {
  static final String TOKEN = "a-token-for-the-stage";
  static final String RECORDING = "monday.jsonl";
  static final String TRACE = "shop.trace";

  /// The first and the last step that the recording has.
  static final int FIRST_RECORDED = 2;

  static final int LAST_RECORDED = 121;

  private static final Map<String, String> PAGES =
      Map.of(
          "TAC-0901",
          """
          # A mailbox grows

          The actor handles fewer messages than it is sent.

          - Spread its work over several actors.
          - Bound its mailbox, so that *senders* notice.

          | sign | meaning |
          |---|---|
          | `depth` | messages that wait |
          """);

  final StagedSource source = new StagedSource();

  /// What was done from the page.
  final List<String> deeds = new CopyOnWriteArrayList<>();

  private final ConsoleSettings settings;
  private Console console;

  /// Opens it, with what it needs on disk in this folder.
  Stage(Path folder) {
    settings =
        ConsoleSettings.DEFAULT
            .withPort(0)
            .withToken(TOKEN)
            .withActions(new NotedActions())
            .withRecordings(folder.resolve("recordings"))
            .withTraces(folder.resolve("traces"))
            .withDumps(folder.resolve("dumps"))
            .withExplain(code -> Optional.ofNullable(PAGES.get(code)));
    try {
      Files.createDirectories(folder.resolve("recordings"));
      Files.createDirectories(folder.resolve("traces"));
      Files.writeString(folder.resolve("traces").resolve(TRACE), StagedTrace.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    record(folder.resolve("recordings").resolve(RECORDING));
    console = Console.start(source, settings);
  }

  private static void record(Path file) {
    RecorderSettings roomy = RecorderSettings.DEFAULT.withWaitingMax(LAST_RECORDED);
    try (StagedSource shop = new StagedSource();
        Recorder recorder = Recorder.start(shop, file, roomy)) {
      while (shop.step() < LAST_RECORDED && recorder.status().isRunning()) {
        shop.next();
      }
    }
  }

  URI address() {
    return console.address();
  }

  URI address(String hash) {
    return URI.create(console.address() + hash);
  }

  /// Takes a step, and returns its number.
  long next() {
    source.next();
    return source.step();
  }

  /// The console goes away.
  void breakOff() {
    console.close();
  }

  /// It is there again, where it was.
  void resume() {
    console = Console.start(source, settings.withFixedPort(console.port()));
  }

  @Override
  public void close() {
    console.close();
    source.close();
  }

  private final class NotedActions implements Actions {
    @Override
    public boolean stop(String path) {
      return deeds.add("stop " + path);
    }

    @Override
    public void logLevel(String logger, String level) {
      deeds.add(logger + " " + level);
    }
  }
}
