package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.Observatory;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A console on a running system.
final class ConsoleLiveTest {
  private final ActorSystem system = ActorSystem.start("shop");
  private final Observatory observatory = Observatory.of(system);
  private ActorRef<String> till;
  private Console console;

  @BeforeEach
  void start() {
    till = system.spawn("till", () -> (ctx, text) -> {});
    console =
        Console.start(
            observatory, ConsoleSettings.DEFAULT.withPort(0).withActions(LiveActions.of(system)));
  }

  @AfterEach
  void stop() {
    console.close();
    observatory.close();
    system.close();
  }

  private List<String> paths() throws IOException {
    Page<ActorInfo> page =
        SnapshotJson.readPage(Http.get(console, "/api/actors?text=till").body(), ActorInfo.class);
    return page.items().stream().map(ActorInfo::path).toList();
  }

  @Test
  void get_snapshotAndDumps_areThoseOfTheSystem() throws IOException {
    Snapshot snapshot =
        SnapshotJson.read(Http.get(console, "/api/snapshot").body(), Snapshot.class);

    assertThat(snapshot.system()).isEqualTo("shop");
    assertThat(snapshot.actors().total()).isPositive();
    for (String part : List.of("scheduler", "dispatchers", "processes")) {
      for (String format : List.of("json", "text")) {
        assertThat(Http.get(console, "/api/dump/" + part + "?format=" + format).status())
            .isEqualTo(200);
      }
    }
    assertThat(Http.get(console, "/api/periodic").status()).isEqualTo(200);
    assertThat(Http.get(console, "/api/processes?system=none").status()).isEqualTo(200);
    assertThat(Http.get(console, "/api/events").status()).isEqualTo(200);
    assertThat(Http.get(console, "/api/actors?after=nonsense").status()).isEqualTo(400);
  }

  @Test
  void follow_theStream_showsOneSnapshotAfterAnother() throws IOException {
    try (Http http = Http.to(console)) {
      http.send("GET", "/api/stream", "");
      assertThat(http.head().status()).isEqualTo(200);

      assertThat(http.event()).contains("event: snapshot\ndata: {\"version\":1,");
      assertThat(http.event()).startsWith("id: ");
    }
  }

  @Test
  void stop_anActorThatIsShown_endsIt() throws IOException {
    String path = till.path().toString();
    assertThat(paths()).containsExactly(path);
    assertThat(Http.get(console, "/api/actor?path=" + path).body()).contains(path);

    Http.Reply reply =
        Http.post(
            console,
            "/api/actions/stop",
            "{\"path\":\"" + path + "\"}",
            "Content-Type: application/json",
            "Authorization: Bearer " + console.token().orElseThrow());

    assertThat(reply.status()).isEqualTo(200);
    await().until(() -> paths().isEmpty());
  }
}
