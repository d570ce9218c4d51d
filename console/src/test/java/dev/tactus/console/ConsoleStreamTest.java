package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tactus.console.wire.ErrorInfo;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.time.ManualClock;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The stream of snapshots: who gets what, and who waits for whom.
final class ConsoleStreamTest {
  private final FakeSource source = new FakeSource(0);
  private final ManualClock clock = ManualClock.atZero();
  private final HandPulse pulse = new HandPulse();
  private final Console console =
      Console.start(
          source,
          ConsoleSettings.DEFAULT
              .withPort(0)
              .withLimits(ConsoleLimits.DEFAULT.withRequestsPerSecond(10_000)),
          clock,
          pulse);
  private final List<Http> open = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    for (Http http : open) {
      http.close();
    }
    console.close();
  }

  private Http follow() throws IOException {
    Http http = ask();
    assertFollows(http);
    return http;
  }

  private Http ask() throws IOException {
    Http http = Http.to(console);
    open.add(http);
    http.send("GET", "/api/stream", "");
    return http;
  }

  private static void assertFollows(Http http) throws IOException {
    Http.Reply head = http.head();
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("content-type")).isEqualTo("text/event-stream");
  }

  /// Reads events until the one with this number.
  private static void awaitNumber(Http http, long number) throws IOException {
    String event = http.event();
    while (!event.contains("id: " + number + "\n")) {
      event = http.event();
    }
  }

  /// Shows snapshots until nobody follows: a client that is gone is noticed when it is written to.
  private void awaitFollowers(int count) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              source.show();
              return console.streams() == count;
            });
  }

  @Test
  void follow_atOnce_getsTheLatestSnapshot() throws IOException {
    source.number.set(4);

    assertThat(follow().event())
        .isEqualTo(
            "retry: 2000\n\nid: 4\nevent: snapshot\ndata: "
                + SnapshotJson.write(FakeSource.snapshot(4))
                + "\n\n");
  }

  @Test
  void show_toSeveral_looksOnceAndEncodesOnce() throws IOException {
    Http one = follow();
    Http two = follow();
    awaitNumber(one, 1);
    awaitNumber(two, 1);
    assertThat(console.encoded()).isBetween(1L, 2L); // each newcomer, while none was shown
    final long before = console.encoded();

    source.number.set(1);
    Snapshot shown = source.show();
    awaitNumber(one, shown.number());
    awaitNumber(two, shown.number());
    Http three = follow();
    awaitNumber(three, shown.number());

    assertThat(source.viewings).hasValue(1);
    assertThat(console.encoded()).isEqualTo(before + 1);
  }

  @Test
  void leave_theLast_endsTheLooking() throws IOException {
    Http one = follow();
    Http two = follow();

    one.close();
    awaitFollowers(1);
    assertThat(source.viewers).hasSize(1);
    two.close();
    awaitFollowers(0);

    await().until(source.viewers::isEmpty);
    follow();
    assertThat(source.viewings).hasValue(2);
  }

  @Test
  void follow_sourceFails_leavesNothingBehind() throws IOException {
    source.failures.add(new IllegalStateException("no view"));
    assertThat(Http.get(console, "/api/stream").status()).isEqualTo(500);

    assertThat(console.streams()).isZero();
    assertThat(source.viewers).isEmpty();
  }

  @Test
  void follow_asManyAsAreAllowed_areHeldAndTheNextIsRefused() throws IOException {
    List<Http> clients = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      clients.add(ask());
    }
    for (Http client : clients) {
      assertFollows(client);
    }

    Http.Reply refused = Http.get(console, "/api/stream");
    Snapshot shown = source.show();

    assertThat(refused.status()).isEqualTo(503);
    assertThat(SnapshotJson.read(refused.body(), ErrorInfo.class).code()).isEqualTo("TAC-0706");
    assertThat(console.streams()).isEqualTo(200);
    for (Http client : clients) {
      awaitNumber(client, shown.number());
    }
    assertThat(Http.get(console, "/api/snapshot").status()).isEqualTo(200);
    clients.getFirst().close();
    awaitFollowers(199);
    follow();
    assertThat(source.viewings).hasValue(1);
  }

  @Test
  void show_oneNeverReads_theOthersGetEachAndItIsDropped() throws IOException {
    source.number.set(1); // so that no newcomer gets what is shown below
    List<Http> readers = List.of(follow(), follow(), follow());
    try (Http stalled = Http.narrowTo(console)) {
      stalled.send("GET", "/api/stream", "");
      await().until(() -> console.begun() == 4); // what newcomers get

      // Some 16 MB, far more than the system holds for one who does not read. All begin with it:
      // what is shown next takes the place of what nobody has begun with.
      source.slots = 2_000_000;
      showTo(readers);
      await().until(() -> console.begun() == 8);
      source.slots = 1;
      for (int i = 0; i < 100; i++) {
        showTo(readers);
      }
      await().until(() -> console.stalled() == 1);
      assertThat(console.streams()).isEqualTo(4);

      clock.advanceNanos(Duration.ofSeconds(31).toNanos());
      pulse.beat();
      await().until(() -> console.streams() == 3);
    }
    showTo(readers);
  }

  private void showTo(List<Http> readers) throws IOException {
    long number = source.show().number();
    for (Http reader : readers) {
      awaitNumber(reader, number);
    }
  }

  @Test
  void beat_afterSilence_sendsAHeartbeat() throws IOException {
    Http http = follow();
    awaitNumber(http, 1);

    clock.advanceNanos(Duration.ofSeconds(14).toNanos());
    pulse.beat();
    clock.advanceNanos(Duration.ofSeconds(1).toNanos());
    pulse.beat();

    assertThat(http.event()).isEqualTo("event: beat\ndata:\n\n");
    source.number.set(1);
    awaitNumber(http, source.show().number()); // and no second heartbeat was due
  }

  @Test
  void close_whileSomeFollow_endsTheirStreams() throws IOException {
    Http http = follow();
    awaitNumber(http, 1);

    console.close();

    assertThatThrownBy(http::event).isInstanceOf(EOFException.class);
    assertThat(source.viewers).isEmpty();
    await().until(() -> console.conversations() == 0);
  }
}
