package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tactus.observe.ActorQuery;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/// All actors of a large system, in little memory.
final class ActorLinesTest {
  private static final int ACTORS = 1_000_000;
  private static final int PAGES = ACTORS / ActorQuery.MAX;

  private final FakeSource source = new FakeSource(ACTORS);

  /// Counts lines, and checks with each that no later page has been asked for.
  private final class LineCounter extends OutputStream {
    long lines;
    long pagesAheadMax;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      long pagesWritten = lines / ActorQuery.MAX;
      pagesAheadMax = Math.max(pagesAheadMax, source.pagesAsked.get() - pagesWritten);
      for (int i = from; i < from + length; i++) {
        if (bytes[i] == '\n') {
          lines++;
        }
      }
    }
  }

  @Test
  void write_aMillionActors_asksForAPageWhenTheLastOneIsOut() throws IOException {
    ActorQuery all = new ActorQuery("", "", false, "", ActorQuery.MAX);
    LineCounter out = new LineCounter();

    new ActorLines(source, all, source.actors(all)).writeTo(out);

    assertThat(out.lines).isEqualTo(ACTORS);
    assertThat(source.pagesAsked).hasValue(PAGES);
    assertThat(out.pagesAheadMax).isEqualTo(1);
  }

  @Test
  void get_aMillionActorsAndReadFew_asksForFew() throws IOException {
    try (Console console = Console.start(source, ConsoleSettings.DEFAULT.withPort(0))) {
      try (Http http = Http.narrowTo(console)) {
        http.send("GET", "/api/actors.jsonl", "");
        assertThat(http.head().header("content-type")).isEqualTo("application/jsonl");
        long lines = 0;
        while (lines < 20_000) {
          for (byte b : http.chunk()) {
            lines += b == '\n' ? 1 : 0;
          }
        }
        // The rest waits for this client to read; buffers of the system hold a few megabytes.
        assertThat(source.pagesAsked.get()).isBetween(20, PAGES / 2);
      }
      await().until(() -> console.conversations() == 0);
      assertThat(source.pagesAsked.get()).isLessThan(PAGES);
    }
  }
}
