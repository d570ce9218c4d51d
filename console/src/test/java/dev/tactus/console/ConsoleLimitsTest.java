package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tactus.console.wire.ErrorInfo;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.time.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a console does when it gets too much, or too slowly.
final class ConsoleLimitsTest {
  private static final String TOKEN = "0123456789abcdef";

  private final ManualClock clock = ManualClock.atZero();
  private final HandPulse pulse = new HandPulse();
  private final List<AutoCloseable> open = new ArrayList<>();

  private Console start(ConsoleLimits limits) {
    Actions none =
        new Actions() {
          @Override
          public boolean stop(String path) {
            return true;
          }

          @Override
          public void logLevel(String logger, String level) {}
        };
    Console console =
        Console.start(
            new FakeSource(0),
            ConsoleSettings.DEFAULT
                .withPort(0)
                .withLimits(limits)
                .withActions(none)
                .withToken(TOKEN),
            clock,
            pulse);
    open.add(console);
    return console;
  }

  private Http connect(Console console) throws IOException {
    Http http = Http.to(console);
    open.addFirst(http);
    return http;
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
  }

  private static void assertRefused(Http.Reply reply, int status, String code) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(SnapshotJson.read(reply.body(), ErrorInfo.class).code()).isEqualTo(code);
    assertThat(reply.header("connection")).isEqualTo("close");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void request_oftenerThanAllowed_isRefusedUntilTimePasses() throws IOException {
    Console console = start(ConsoleLimits.DEFAULT.withRequestsPerSecond(5));
    for (int i = 0; i < 10; i++) {
      assertThat(Http.get(console, "/healthz").status()).isEqualTo(200);
    }

    Http.Reply reply = Http.get(console, "/healthz");
    assertRefused(reply, 429, "TAC-0708");
    assertThat(reply.header("retry-after")).isEqualTo("1");

    clock.advanceNanos(Duration.ofSeconds(1).toNanos());
    for (int i = 0; i < 5; i++) {
      assertThat(Http.get(console, "/healthz").status()).isEqualTo(200);
    }
    assertThat(Http.get(console, "/healthz").status()).isEqualTo(429);
  }

  @Test
  void request_moreAtATimeThanAllowed_isRefused() throws IOException {
    Console console = start(ConsoleLimits.DEFAULT.withConnections(2));
    List<Http> streams = List.of(connect(console), connect(console));
    for (Http stream : streams) {
      stream.send("GET", "/api/stream", "");
      assertThat(stream.head().status()).isEqualTo(200);
    }

    assertRefused(Http.get(console, "/healthz"), 503, "TAC-0706");
  }

  @Test
  void request_tooLarge_isRefused() throws IOException {
    Console console = start(ConsoleLimits.DEFAULT);
    String large = "x".repeat(20 << 10);

    assertRefused(Http.get(console, "/api/actors?text=" + large), 414, "TAC-0707");
    assertRefused(Http.get(console, "/healthz", "X-Large: " + large), 431, "TAC-0707");
    assertRefused(
        Http.post(
            console,
            "/api/actions/stop",
            "{\"path\":\"" + large + "\"}",
            "Content-Type: application/json",
            "Authorization: Bearer " + TOKEN),
        413,
        "TAC-0707");
    assertThat(Http.get(console, "/healthz").status()).isEqualTo(200);
  }

  @Test
  void request_chunkedBodyThatNeverEnds_isCutOff() throws IOException {
    Console console = start(ConsoleLimits.DEFAULT);
    Http http = connect(console);

    http.raw(
        ascii(
            "POST /api/actions/stop HTTP/1.1\r\nHost: 127.0.0.1:"
                + console.port()
                + "\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                + TOKEN
                + "\r\nTransfer-Encoding: chunked\r\n\r\n"));
    for (int i = 0; i < 20; i++) {
      http.raw(ascii("400\r\n" + "x".repeat(1 << 10) + "\r\n"));
    }

    assertRefused(http.reply(), 413, "TAC-0707");
  }

  @Test
  void request_halfSent_holdsUpNobodyAndIsDropped() throws IOException {
    Console console = start(ConsoleLimits.DEFAULT);
    List<Http> halves = new ArrayList<>();
    for (String half : List.of("G", "GET / HT", "GET / HTTP/1.1\r\nHost: a", "\r")) {
      for (int i = 0; i < 20; i++) {
        Http http = connect(console);
        http.raw(ascii(half));
        halves.add(http);
      }
    }
    await().until(() -> console.conversations() == halves.size());

    assertThat(Http.get(console, "/api/snapshot").status()).isEqualTo(200);
    await().until(() -> console.conversations() == halves.size());

    clock.advanceNanos(Duration.ofSeconds(11).toNanos());
    pulse.beat();
    await().until(() -> console.conversations() == 0);
    for (Http half : halves) {
      assertThat(half.isClosedByServer()).isTrue();
    }
  }

  @Test
  void request_bodyHalfSent_isDropped() throws IOException {
    Console console = start(ConsoleLimits.DEFAULT);
    Http http = connect(console);
    http.raw(
        ascii(
            "POST /api/actions/stop HTTP/1.1\r\nHost: 127.0.0.1:"
                + console.port()
                + "\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                + TOKEN
                + "\r\nContent-Length: 100\r\n\r\n{\"path\":"));
    await().until(() -> console.served() == 1);

    clock.advanceNanos(Duration.ofSeconds(11).toNanos());
    pulse.beat();

    await().until(() -> console.conversations() == 0);
    assertThat(http.isClosedByServer()).isTrue();
  }

  @Test
  void request_moreHalvesThanAllowed_dropsTheOldest() throws IOException {
    Console console = start(ConsoleLimits.DEFAULT.withConnections(10));
    List<Http> halves = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      Http http = connect(console);
      http.raw(ascii("GET / HT"));
      halves.add(http);
      int expected = Math.min(i + 1, 10);
      await().until(() -> console.conversations() == expected);
      clock.advanceNanos(1);
    }

    for (Http oldest : halves.subList(0, 5)) {
      assertThat(oldest.isClosedByServer()).isTrue();
    }
    assertThat(Http.get(console, "/healthz").status()).isEqualTo(200);
  }

  @Test
  void client_thatTakesNothingOfALongAnswer_isDropped() throws IOException {
    try (Console console =
            Console.start(
                new FakeSource(1_000_000), ConsoleSettings.DEFAULT.withPort(0), clock, pulse);
        Http http = Http.narrowTo(console)) {
      http.send("GET", "/api/actors.jsonl", "");
      assertThat(http.head().status()).isEqualTo(200);

      await()
          .until(
              () -> {
                clock.advanceNanos(Duration.ofSeconds(31).toNanos());
                pulse.beat();
                return console.conversations() == 0;
              });
    }
  }
}
