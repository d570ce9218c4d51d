package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.observe.SnapshotJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Dumps that are written from the console.
final class DumpActionTest {
  @TempDir private Path folder;

  @Test
  void post_dump_writesEverythingToAFile() throws IOException {
    Actions none =
        new Actions() {
          @Override
          public boolean stop(String path) {
            return false;
          }

          @Override
          public void logLevel(String logger, String level) {}
        };
    Path dumps = folder.resolve("dumps");
    ConsoleSettings settings =
        ConsoleSettings.DEFAULT.withPort(0).withActions(none).withDumps(dumps);
    try (Console console = Console.start(new FakeSource(0), settings)) {
      assertThat(Http.get(console, "/api/console").body())
          .contains("\"actions\":[\"stop\",\"log-level\",\"dump\"]");

      Http.Reply reply =
          Http.post(
              console,
              "/api/actions/dump",
              "{}",
              "Content-Type: application/json",
              "Authorization: Bearer " + console.token().orElseThrow());

      Path file = dumps.resolve("dump-shop-1000-1.txt");
      assertThat(reply.body()).isEqualTo("{\"file\":\"" + file + "\"}");
      assertThat(Files.readString(file))
          .isEqualTo(
              "== snapshot\n"
                  + SnapshotJson.write(FakeSource.snapshot(1))
                  + "\n== scheduler\ndump of SCHEDULER\n"
                  + "== dispatchers\ndump of DISPATCHERS\n"
                  + "== processes\ndump of PROCESSES\n");
    }
    try (Stream<Path> files = Files.list(dumps)) {
      assertThat(files).hasSize(1);
    }
  }
}
