package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.console.wire.ErrorInfo;
import dev.tactus.error.ErrorCode;
import dev.tactus.observe.SnapshotJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may look, who may act, and what a browser is told about each answer.
final class ConsoleSecurityTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final String BEARER = "Authorization: Bearer " + TOKEN;
  private static final String JSON = "Content-Type: application/json";

  private final FakeSource source = new FakeSource(3);
  private final RecordedActions actions = new RecordedActions();
  private final List<Console> started = new ArrayList<>();

  /// Notes what it is asked to do.
  private static final class RecordedActions implements Actions {
    final List<String> done = new ArrayList<>();

    @Override
    public synchronized boolean stop(String path) {
      if (path.equals("/shop")) {
        throw new IllegalArgumentException("/shop cannot be stopped.");
      }
      done.add("stop " + path);
      return !path.endsWith("none");
    }

    @Override
    public synchronized void logLevel(String logger, String level) {
      if (level.equals("LOUD")) {
        throw new IllegalArgumentException("There is no level LOUD.");
      }
      done.add(logger + " " + level);
    }
  }

  private Console start(ConsoleSettings settings) {
    Console console = Console.start(source, settings.withPort(0));
    started.add(console);
    return console;
  }

  @AfterEach
  void stop() {
    started.forEach(Console::close);
  }

  private static String code(Http.Reply reply) {
    return SnapshotJson.read(reply.body(), ErrorInfo.class).code();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/assets/index.html",
        "/assets/none.js",
        "/healthz",
        "/metrics",
        "/api/console",
        "/api/snapshot",
        "/api/actors",
        "/api/actors?max=0",
        "/api/actors.jsonl",
        "/api/actor?path=none",
        "/api/stream",
        "/api/none",
        "/api/actions/stop",
      })
  void get_anything_hasTheHeadersOfSafety(String target) throws IOException {
    try (Http http = Http.to(start(ConsoleSettings.DEFAULT))) {
      http.send("GET", target, "");
      assertSafe(http.head());
    }
  }

  private static void assertSafe(Http.Reply reply) {
    Responder.SECURITY.forEach(
        (name, value) ->
            assertThat(reply.header(name.toLowerCase(Locale.ROOT))).as(name).isEqualTo(value));
    assertThat(reply.header("cache-control")).isIn("no-store", "no-cache");
    assertThat(reply.headers()).doesNotContainKeys("server", "access-control-allow-origin");
  }

  @Test
  void policy_ofContent_allowsOwnFilesOnly() {
    assertThat(Responder.SECURITY.get("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:PORT, 200",
    "localhost:PORT, 200",
    "LOCALHOST:PORT, 200",
    "[::1]:PORT, 200",
    "127.0.0.1, 403",
    "localhost, 403",
    "127.0.0.1:1, 403",
    "evil.example:PORT, 403",
    "localhost.evil.example:PORT, 403",
    "127.0.0.2:PORT, 403",
    "127.0.0.1:PORT.evil.example, 403",
    "'', 403",
  })
  void host_onLoopback_isANameOfLoopbackWithThePort(String host, int status) throws IOException {
    Console console = start(ConsoleSettings.DEFAULT);

    Http.Reply reply =
        Http.get(console, "/api/snapshot", "Host: " + host.replace("PORT", "" + console.port()));

    assertThat(reply.status()).isEqualTo(status);
    if (status == 403) {
      assertThat(code(reply)).isEqualTo("TAC-0702");
      assertSafe(reply);
    }
  }

  @Test
  void host_missingOrTwice_isRefused() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT);
    String host = "Host: 127.0.0.1:" + console.port();
    try (Http http = Http.to(console)) {
      http.raw("GET /api/snapshot HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(code(http.reply())).isEqualTo("TAC-0702");
    }
    assertThat(Http.get(console, "/api/snapshot", host, host).status()).isEqualTo(400);
  }

  @Test
  void host_furtherNames_areAnsweredToo() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withNames("box.example", "Proxy.example:8443"));

    for (String host :
        List.of("box.example", "BOX.example:" + console.port(), "proxy.example:8443")) {
      assertThat(Http.get(console, "/healthz", "Host: " + host).status()).as(host).isEqualTo(200);
    }
    for (String host : List.of("box.example:1", "proxy.example", "proxy.example:8444")) {
      assertThat(Http.get(console, "/healthz", "Host: " + host).status()).as(host).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:PORT, 200",
    "https://127.0.0.1:PORT, 200",
    "http://localhost:PORT, 403",
    "http://127.0.0.1:1, 403",
    "http://127.0.0.1, 403",
    "http://evil.example, 403",
    "null, 403",
    "'', 403",
  })
  void origin_wherePresent_isTheConsoleItself(String origin, int status) throws IOException {
    Console console = start(ConsoleSettings.DEFAULT);

    Http.Reply reply =
        Http.get(
            console, "/api/snapshot", "Origin: " + origin.replace("PORT", "" + console.port()));

    assertThat(reply.status()).isEqualTo(status);
  }

  @Test
  void request_forAWholeAddress_isRefused() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT);

    assertThat(Http.get(console, "http://evil.example/api/snapshot").status()).isEqualTo(400);
    assertThat(Http.get(console, "//evil.example/api/snapshot").status()).isEqualTo(400);
  }

  @Test
  void start_whereOthersReachItWithoutAToken_isRefused() {
    for (String host : List.of("0.0.0.0", "::", "192.0.2.1")) {
      assertThatThrownBy(() -> start(ConsoleSettings.DEFAULT.withHost(host)))
          .isInstanceOfSatisfying(
              ConsoleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSAFE_BIND))
          .hasMessageContaining(host)
          .hasMessageContaining("withToken");
    }
  }

  @Test
  void look_whereOthersReachIt_needsTheToken() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withHost("0.0.0.0").withToken(TOKEN));

    for (String target : List.of("/", "/api/snapshot", "/api/stream", "/healthz", "/api/none")) {
      Http.Reply reply = Http.get(console, target);
      assertThat(reply.status()).as(target).isEqualTo(401);
      assertThat(code(reply)).isEqualTo("TAC-0703");
      assertThat(reply.header("www-authenticate")).isEqualTo("Bearer");
      assertThat(reply.body()).doesNotContain(TOKEN);
    }
    assertThat(Http.get(console, "/api/snapshot", BEARER).status()).isEqualTo(200);
    assertThat(Http.get(console, "/api/snapshot?token=" + TOKEN).status()).isEqualTo(401);
    assertThat(Http.get(console, "/api/snapshot", BEARER + "0").status()).isEqualTo(401);
    assertThat(Http.get(console, "/api/snapshot", "Authorization: " + TOKEN).status())
        .isEqualTo(401);
    assertThat(Http.get(console, "/api/snapshot", "Authorization: Basic " + TOKEN).status())
        .isEqualTo(401);
  }

  @Test
  void look_withTheTokenInTheAddressOnce_getsACookieForTheRest() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withHost("0.0.0.0").withToken(TOKEN));

    Http.Reply page = Http.get(console, "/?token=" + TOKEN);
    String cookie = page.header("set-cookie");
    String pair = cookie.substring(0, cookie.indexOf(';'));

    assertThat(page.status()).isEqualTo(200);
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/");
    assertThat(Http.get(console, "/api/snapshot", "Cookie: a=b; " + pair).status()).isEqualTo(200);
    assertThat(Http.get(console, "/api/snapshot", "Cookie: " + pair + "0").status()).isEqualTo(401);
    assertThat(Http.get(console, "/api/snapshot", "Cookie: other=" + TOKEN).status())
        .isEqualTo(401);
    assertThat(Http.get(console, "/?token=wrong-wrong-wrong").status()).isEqualTo(401);
  }

  @Test
  void host_whereItListensEverywhere_isALiteralAddressOrAKnownName() throws IOException {
    Console console =
        start(
            ConsoleSettings.DEFAULT.withHost("0.0.0.0").withToken(TOKEN).withNames("box.example"));
    String port = ":" + console.port();

    for (String host : List.of("192.0.2.7" + port, "[2001:db8::1]" + port, "box.example")) {
      assertThat(Http.get(console, "/healthz", BEARER, "Host: " + host).status())
          .as(host)
          .isEqualTo(200);
    }
    assertThat(Http.get(console, "/healthz", BEARER, "Host: evil.example" + port).status())
        .isEqualTo(403);
    assertThat(Http.get(console, "/healthz", BEARER, "Host: 192.0.2.7:1").status()).isEqualTo(403);
    assertThat(console.address().getHost()).isEqualTo("127.0.0.1");
  }

  @Test
  void post_toAConsoleWithoutActions_isReadOnly() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withToken(TOKEN));

    for (String action : List.of("stop", "log-level", "dump")) {
      Http.Reply reply = Http.post(console, "/api/actions/" + action, "{}", JSON, BEARER);
      assertThat(reply.status()).isEqualTo(403);
      assertThat(code(reply)).isEqualTo("TAC-0704");
      assertSafe(reply);
    }
  }

  @Test
  void start_withActionsAndNoToken_makesOneUp() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions));
    Console other = start(ConsoleSettings.DEFAULT.withActions(actions));

    assertThat(console.token().orElseThrow()).hasSize(32).isNotEqualTo(other.token().orElseThrow());
    assertThat(Http.get(console, "/api/snapshot").status()).isEqualTo(200);
    assertThat(Http.get(console, "/api/console").body())
        .contains("\"isReadOnly\":false", "\"actions\":[\"stop\",\"log-level\"]");
    assertThat(start(ConsoleSettings.DEFAULT).token()).isEmpty();
  }

  @Test
  void post_withoutTheToken_doesNothing() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions).withToken(TOKEN));
    String body = "{\"path\":\"/shop/user/till\"}";

    Http.Reply none = Http.post(console, "/api/actions/stop", body, JSON);
    Http.Reply wrong =
        Http.post(console, "/api/actions/stop", body, JSON, "Authorization: Bearer wrong");
    Http.Reply inAddress = Http.post(console, "/api/actions/stop?token=" + TOKEN, body, JSON);

    assertThat(code(none)).isEqualTo("TAC-0703");
    assertThat(code(wrong)).isEqualTo("TAC-0703");
    assertThat(inAddress.status()).isEqualTo(400);
    assertThat(actions.done).isEmpty();
  }

  @Test
  void post_withACookie_countsOnlyFromOurPage() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions).withToken(TOKEN));
    String cookie = "Cookie: tactus-" + console.port() + "=" + TOKEN;
    String origin = "Origin: http://127.0.0.1:" + console.port();
    String body = "{\"path\":\"/shop/user/till\"}";

    assertThat(Http.post(console, "/api/actions/stop", body, JSON, cookie).status()).isEqualTo(401);
    assertThat(
            Http.post(
                    console, "/api/actions/stop", body, JSON, cookie, "Origin: http://evil.example")
                .status())
        .isEqualTo(403);
    assertThat(actions.done).isEmpty();
    assertThat(Http.post(console, "/api/actions/stop", body, JSON, cookie, origin).status())
        .isEqualTo(200);
    assertThat(actions.done).containsExactly("stop /shop/user/till");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: text/plain",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Type: application/jsonp",
        "X-Other: none",
      })
  void post_otherContentThanJson_isRefused(String type) throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions).withToken(TOKEN));

    Http.Reply reply = Http.post(console, "/api/actions/stop", "{\"path\":\"/a\"}", type, BEARER);

    assertThat(reply.status()).isEqualTo(415);
    assertThat(actions.done).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stop | {} | 400",
        "stop | [] | 400",
        "stop | null | 400",
        "stop | {\"path\": | 400",
        "stop | not json | 400",
        "stop | {\"path\":{}} | 400",
        "stop | {\"path\":\"/shop\"} | 400",
        "stop | {\"path\":\"/shop/user/none\"} | 404",
        "stop | {\"path\":null} | 400",
        "log-level | {\"logger\":\"a\"} | 400",
        "log-level | {\"level\":\"INFO\"} | 400",
        "log-level | {\"logger\":\"a\",\"level\":\"LOUD\"} | 400",
        "dump | {} | 404",
        "none | {} | 404",
      })
  void post_whatCannotBeDone_saysWhy(String action, String body, int status) throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions).withToken(TOKEN));

    Http.Reply reply = Http.post(console, "/api/actions/" + action, body, JSON, BEARER);

    assertThat(reply.status()).isEqualTo(status);
    assertThat(code(reply)).isIn("TAC-0701", "TAC-0705");
    assertThat(reply.body()).doesNotContain("jackson", "Exception");
  }

  @Test
  void post_withoutAField_saysWhatThereAre() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions).withToken(TOKEN));

    Http.Reply reply =
        Http.post(console, "/api/actions/log-level", "{\"level\":\"INFO\"}", JSON, BEARER);

    assertThat(reply.body())
        .contains("Send {\\\"logger\\\": \\\"...\\\", \\\"level\\\": \\\"...\\\"}.");
  }

  @Test
  void post_anAction_isDone() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions).withToken(TOKEN));

    Http.Reply stopped =
        Http.post(
            console,
            "/api/actions/stop",
            "{\"path\":\"/shop/user/till\"}",
            "Content-Type: application/json; charset=utf-8",
            BEARER);
    Http.Reply level =
        Http.post(
            console,
            "/api/actions/log-level",
            "{\"logger\":\"dev.tactus\",\"level\":\"DEBUG\"}",
            JSON,
            BEARER);

    assertThat(stopped.body()).isEqualTo("{\"path\":\"/shop/user/till\"}");
    assertThat(level.body()).isEqualTo("{\"logger\":\"dev.tactus\",\"level\":\"DEBUG\"}");
    assertThat(actions.done).containsExactly("stop /shop/user/till", "dev.tactus DEBUG");
  }

  @Test
  void get_anAction_isNoMethodOfIt() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT.withActions(actions).withToken(TOKEN));

    Http.Reply reply = Http.get(console, "/api/actions/stop", BEARER);

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("allow")).isEqualTo("POST");
  }

  @Test
  void answers_toMessages_neverShowWhatWasInThem() throws IOException {
    Console console = start(ConsoleSettings.DEFAULT);

    String actor = Http.get(console, "/api/actor?path=/shop/user/actor-1").body();

    assertThat(actor).contains("\"latestType\":\"Pay\"").doesNotContain("\"message\"");
  }

  @Test
  void settings_withATokenThatIsShortOrOdd_areRefusedWithoutTellingIt() {
    for (String token : List.of("short", "sixteen chars öäü", "with;semicolon;;;;;;;")) {
      assertThatThrownBy(() -> ConsoleSettings.DEFAULT.withToken(token))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at least 16")
          .message()
          .doesNotContain(token);
    }
  }
}
