package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Ten thousand requests that are wrong in every way we could think of, the same in each run.
final class ConsoleFuzzTest {
  private static final int REQUESTS = 10_000;
  private static final int CLIENTS = 4;
  private static final long SEED = 0x7AC705;
  private static final int ANSWER_MAX = 64 << 10;

  private final FakeSource source = new FakeSource(10);
  private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  @Test
  void request_malformedTenThousandTimes_leavesTheConsoleAsItWas() throws Exception {
    ConsoleLimits limits = ConsoleLimits.DEFAULT.withRequestsPerSecond(1_000_000);
    try (Console console =
        Console.start(source, ConsoleSettings.DEFAULT.withPort(0).withLimits(limits))) {
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        SplittableRandom random = new SplittableRandom(SEED + i);
        clients.add(Thread.ofPlatform().start(() -> attack(console.port(), random)));
      }
      for (Thread client : clients) {
        client.join();
      }

      assertThat(wrong).isEmpty();
      Map<Integer, Long> byStatus =
          statuses.stream()
              .collect(Collectors.groupingBy(s -> s, TreeMap::new, Collectors.counting()));
      assertThat(byStatus).containsKeys(200, 400, 403, 404, 405, 414, 431).doesNotContainKey(500);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> console.conversations() == 0 && console.served() == 0);
      assertThat(console.streams()).isZero();
      assertThat(source.viewers).isEmpty();
      assertThat(Http.get(console, "/api/snapshot").status()).isEqualTo(200);
    }
  }

  private void attack(int port, SplittableRandom random) {
    for (int i = 0; i < REQUESTS / CLIENTS; i++) {
      byte[] request = request(port, random);
      try {
        look(request, exchange(port, request, random.nextInt(10) == 0));
      } catch (IOException e) {
        statuses.add(0); // closed or reset by the console: that is an answer, too
      }
    }
  }

  /// Sends it, and reads what comes back.
  ///
  /// @param isGoneAtOnce whether the client does not wait for that
  private static String exchange(int port, byte[] request, boolean isGoneAtOnce)
      throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoLinger(true, 0); // leaves no port behind that waits
      socket.setSoTimeout(10_000);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.getOutputStream().write(request);
      if (isGoneAtOnce) {
        return "";
      }
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(ANSWER_MAX), StandardCharsets.ISO_8859_1);
    }
  }

  private void look(byte[] request, String answer) {
    if (answer.isEmpty()) {
      statuses.add(0);
      return;
    }
    boolean isSound =
        answer.matches("(?s)HTTP/1\\.1 [1-5]\\d\\d .*")
            && !answer.contains("\tat ")
            && !answer.contains("dev.tactus");
    if (!isSound) {
      wrong.add(new String(request, StandardCharsets.ISO_8859_1) + " -> " + answer);
    }
    statuses.add(Integer.parseInt(answer.substring(9, 12)));
  }

  private static byte[] request(int port, SplittableRandom random) {
    String host = "Host: 127.0.0.1:" + port + "\r\n";
    String text =
        switch (random.nextInt(12)) {
          case 0 -> noise(random, 1 + random.nextInt(300));
          case 1 -> brokenLine(random) + "\r\n" + host + "\r\n";
          case 2 -> "GET " + path(random) + " HTTP/1.1\r\n" + noise(random, 100) + "\r\n\r\n";
          case 3 -> "GET /healthz HTTP/1.1\r\n" + host + largeHeader(random) + "\r\n\r\n";
          case 4 -> "GET /api/actors?text=" + "y".repeat(5_000) + " HTTP/1.1\r\n" + host + "\r\n";
          case 5 -> badChunks(random, host);
          case 6 -> "GET " + badEscapes(random) + " HTTP/1.1\r\n" + host + "\r\n";
          case 7 -> method(random) + " " + path(random) + " HTTP/1.1\r\n" + host + "\r\n";
          case 8 -> "GET " + path(random) + "?" + query(random) + " HTTP/1.1\r\n" + host + "\r\n";
          case 9 -> "GET " + path(random) + " HTTP/1.1\r\nHost: " + printable(random) + "\r\n\r\n";
          case 10 -> badLength(random, host);
          default -> cut("GET /api/snapshot HTTP/1.1\r\n" + host + "\r\n", random);
        };
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String noise(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) random.nextInt(256));
    }
    return text.toString();
  }

  private static String printable(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(1, 20); i > 0; i--) {
      text.append((char) random.nextInt(' ' + 1, 127));
    }
    return text.toString();
  }

  private static String brokenLine(SplittableRandom random) {
    return pick(
        random,
        "GET",
        "GET ",
        "GET /",
        " / HTTP/1.1",
        "GET / HTTP/9.9",
        "GET  /  HTTP/1.1",
        "GET / HTTP/1.1 more",
        "GET http://[::1 HTTP/1.1",
        "GET //evil/ HTTP/1.1",
        "GET * HTTP/1.1",
        "GET mailto:a HTTP/1.1",
        "GET ? HTTP/1.1",
        "GET /\u0000 HTTP/1.1",
        printable(random) + " " + printable(random));
  }

  private static String method(SplittableRandom random) {
    return pick(random, "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PATCH", "get", "")
        + (random.nextBoolean() ? "" : printable(random));
  }

  private static String path(SplittableRandom random) {
    return pick(
        random,
        "/",
        "/healthz",
        "/api/console",
        "/api/actors",
        "/api/actor",
        "/api/dump/scheduler",
        "/api/recordings/../../etc/passwd",
        "/api/traces/..%2f..%2fetc%2fpasswd",
        "/assets/..;/index.html",
        "/api/actions/stop",
        "/api//actors",
        "/" + Integer.toString(random.nextInt(1_000_000), 36));
  }

  private static String badEscapes(SplittableRandom random) {
    return "/api/actors?text="
        + pick(random, "%", "%4", "%zz", "%ff", "%c3%28", "%00", "%ed%a0%80", "a%0d%0ab", "%u0041");
  }

  private static String query(SplittableRandom random) {
    StringBuilder query = new StringBuilder();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      query
          .append(pick(random, "max", "after", "text", "stirring", "format", "path", "x", "", "&"))
          .append(pick(random, "=", "", "==", "=&"))
          .append(pick(random, "-1", "9999999999999999999", "true", "NaN", "%20", "1", "", "'\"<>"))
          .append('&');
    }
    return query.toString();
  }

  /// Mostly a little more than is allowed, now and then more than the server below us takes.
  private static String largeHeader(SplittableRandom random) {
    return "X-Large: " + "z".repeat(random.nextInt(100) == 0 ? 400 << 10 : 17 << 10);
  }

  private static String badChunks(SplittableRandom random, String host) {
    return "POST /api/actions/stop HTTP/1.1\r\n"
        + host
        + "Content-Type: application/json\r\nTransfer-Encoding: "
        + pick(random, "chunked", "chunked, chunked", "gzip", "identity")
        + "\r\n\r\n"
        + pick(
            random, "zz\r\n", "-1\r\n", "fffffffff\r\nx", "5\r\nab", "\r\n\r\n", "1\r\naXX0\r\n");
  }

  private static String badLength(SplittableRandom random, String host) {
    return "POST /api/actions/stop HTTP/1.1\r\n"
        + host
        + "Content-Type: application/json\r\nContent-Length: "
        + pick(random, "-1", "ten", "99999999999999999999", "100", "5\r\nContent-Length: 6", "")
        + "\r\n\r\n{\"path\":1}";
  }

  private static String cut(String text, SplittableRandom random) {
    return text.substring(0, random.nextInt(text.length() + 1));
  }

  private static String pick(SplittableRandom random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
