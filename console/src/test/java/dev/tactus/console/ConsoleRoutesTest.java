package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.console.wire.ConsoleInfo;
import dev.tactus.console.wire.ErrorInfo;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.Page;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.recording.Recorder;
import dev.tactus.observe.recording.RecorderSettings;
import dev.tactus.requirement.Requirement;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What each place of the console answers, and how it refuses.
final class ConsoleRoutesTest {
  private final FakeSource source = new FakeSource(250);
  @TempDir private Path recordings;
  @TempDir private Path traces;
  private Console console;

  @BeforeEach
  void start() {
    console =
        Console.start(
            source,
            ConsoleSettings.DEFAULT
                .withPort(0)
                .withRecordings(recordings)
                .withTraces(traces)
                .withMetrics(() -> "tactus_actors 3\n")
                .withExplain(
                    code ->
                        code.equals("TAC-0701")
                            ? Optional.of("# A bad request\n\ntext\n")
                            : Optional.empty()));
  }

  @AfterEach
  void stop() {
    console.close();
  }

  private Http.Reply get(String target, String... headers) throws IOException {
    return Http.get(console, target, headers);
  }

  private static ErrorInfo error(Http.Reply reply) {
    ErrorInfo error = SnapshotJson.read(reply.body(), ErrorInfo.class);
    assertThat(reply.header("content-type")).isEqualTo("application/json");
    assertThat(error.status()).isEqualTo(reply.status());
    assertThat(error.reason()).isNotEmpty();
    assertThat(error.remedy()).isNotEmpty();
    return error;
  }

  @Test
  void get_root_isThePageAndItsTag() throws IOException {
    Http.Reply page = get("/");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).startsWith("<!doctype html>");
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("cache-control")).isEqualTo("no-cache");
    assertThat(page.header("etag")).startsWith("\"");
  }

  @Test
  void get_pageThatIsKnown_isNotSentAgain() throws IOException {
    String etag = get("/").header("etag");

    Http.Reply again = get("/", "If-None-Match: \"other\", W/" + etag);

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.header("etag")).isEqualTo(etag);
    assertThat(get("/", "If-None-Match: \"other\"").status()).isEqualTo(200);
  }

  @Test
  void get_assetOfTheTable_isServed() throws IOException {
    assertThat(get("/assets/index.html").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/none.js",
        "/assets/",
        "/assets/files.txt",
        "/assets/../index.html",
        "/assets/%2e%2e%2findex.html",
        "/assets/..%2f..%2fConsole.class",
        "/assets//index.html",
        "/assets/index.html/",
        "/index.html",
        "/api",
        "/api/",
        "/api/none",
        "/API/snapshot",
        "/api/snapshot/",
        "/api/dump/everything",
        "/api/explain/TAC-9999",
        "/api/explain/..%2f..%2fsecret",
        "/api/actor?path=/shop/user/none",
      })
  void get_nothingThere_isNotFound(String target) throws IOException {
    assertThat(error(get(target)).code()).isEqualTo("TAC-0705");
  }

  @Test
  void get_console_saysWhatItCanDo() throws IOException {
    assertThat(SnapshotJson.read(get("/api/console").body(), ConsoleInfo.class))
        .isEqualTo(new ConsoleInfo(Snapshot.VERSION, "shop", true, List.of(), 1_000, true, true));
  }

  @Test
  void get_snapshot_isTheLatest() throws IOException {
    source.number.set(7);

    Http.Reply reply = get("/api/snapshot");

    assertThat(SnapshotJson.read(reply.body(), Snapshot.class)).isEqualTo(FakeSource.snapshot(7));
    assertThat(reply.header("cache-control")).isEqualTo("no-store");
  }

  @Test
  void get_actors_isAPageAndLeadsToTheNext() throws IOException {
    Page<ActorInfo> first =
        SnapshotJson.readPage(get("/api/actors?max=200").body(), ActorInfo.class);
    Page<ActorInfo> second =
        SnapshotJson.readPage(
            get("/api/actors?max=200&after=" + first.next()).body(), ActorInfo.class);

    assertThat(first.items()).hasSize(200);
    assertThat(second.items()).hasSize(50);
    assertThat(second.hasNext()).isFalse();
  }

  @Test
  void get_actorsWithFilters_asksTheSourceForThem() throws IOException {
    get("/api/actors?parent=%2Fshop%2Fuser&text=till+1&stirring=true&after=3&max=7");

    assertThat(source.latestAsked())
        .isEqualTo(
            "actors ActorQuery[parent=/shop/user, text=till 1, isStirringOnly=true, after=3,"
                + " max=7]");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/actors?max=0, max",
    "/api/actors?max=1001, 1000",
    "/api/actors?max=ten, max",
    "/api/actors?stirring=yes, stirring",
    "/api/actors?after=nowhere, nowhere",
    "/api/actors?text=a&text=b, twice",
    "/api/actors?colour=red, 'parent, text, stirring, after, max'",
    "/api/snapshot?pretty, none",
    "/api/actors?text=%ff, UTF-8",
    "/api/actors?text=%00, control",
    "/api/actor, path",
    "/api/events?after=-1, after",
    "/api/events?max=1001, 1000",
    "/api/periodic?max=0, max",
    "/api/processes?max=-5, max",
    "/api/dump/scheduler?format=xml, xml",
  })
  void get_wrongParameters_saysWhatIsKnown(String target, String told) throws IOException {
    ErrorInfo error = error(get(target));

    assertThat(error.status()).isEqualTo(400);
    assertThat(error.code()).isEqualTo("TAC-0701");
    assertThat(error.reason() + error.remedy()).contains(told);
  }

  @Test
  void get_actor_hasItsChildrenAndLatestEvents() throws IOException {
    Http.Reply reply = get("/api/actor?path=/shop/user/actor-1");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body())
        .startsWith("{\"actor\":{\"path\":\"/shop/user/actor-1\"")
        .contains("\"children\":{\"items\":[", "\"number\":100,", "\"number\":51,")
        .doesNotContain("\"number\":50,");
  }

  @Test
  void get_actorByItsShortPath_hasItsEvents() throws IOException {
    assertThat(get("/api/actor?path=/user/actor-1").body())
        .contains("\"subject\":\"/shop/user/actor-1\"");
  }

  @Test
  void get_actorLines_isEveryActorOnALine() throws IOException {
    List<String> lines = get("/api/actors.jsonl").body().lines().toList();

    assertThat(lines).hasSize(250);
    assertThat(SnapshotJson.read(lines.getLast(), ActorInfo.class))
        .isEqualTo(FakeSource.actor(249));
  }

  @Test
  void get_timersProcessesAndEvents_asksTheSource() throws IOException {
    assertThat(get("/api/periodic?after=5&max=9").body()).contains("\"items\":[]");
    assertThat(source.latestAsked()).isEqualTo("periodic 5 9");
    assertThat(get("/api/processes?system=sagas").body()).contains("\"items\":[]");
    assertThat(source.latestAsked()).isEqualTo("processes sagas  100");
    assertThat(get("/api/events?after=98").body()).contains("\"number\":99", "\"number\":100");
    assertThat(source.latestAsked()).isEqualTo("events 98  200");
  }

  @Test
  @Requirement("S5.5")
  void get_dump_isJsonOrText() throws IOException {
    assertThat(get("/api/dump/scheduler").body()).isEqualTo("{\"dump\":\"SCHEDULER\"}");
    assertThat(get("/api/dump/dispatchers?format=json").header("content-type"))
        .isEqualTo("application/json");
    assertThat(get("/api/dump/processes?format=text").body()).isEqualTo("dump of PROCESSES");
  }

  @Test
  void get_healthMetricsAndExplanations_areServed() throws IOException {
    assertThat(get("/healthz").body()).isEqualTo("ok\n");
    assertThat(get("/metrics").body()).isEqualTo("tactus_actors 3\n");
    assertThat(get("/metrics").header("content-type")).startsWith("text/plain; version=0.0.4");
    assertThat(get("/api/explain/TAC-0701").body())
        .isEqualTo(
            "{\"code\":\"TAC-0701\",\"title\":\"A bad request\","
                + "\"page\":\"# A bad request\\n\\ntext\\n\"}");
  }

  @Test
  void get_recordings_areListedNewestFirst() throws IOException {
    Files.setLastModifiedTime(
        Files.writeString(recordings.resolve("old.rec"), "recording"), FileTime.fromMillis(5_000));
    Files.setLastModifiedTime(
        Files.writeString(recordings.resolve("new.rec"), "recording"), FileTime.fromMillis(9_000));

    assertThat(get("/api/recordings").body())
        .isEqualTo(
            "[{\"name\":\"new.rec\",\"bytes\":9,\"modifiedMillis\":9000},"
                + "{\"name\":\"old.rec\",\"bytes\":9,\"modifiedMillis\":5000}]");
  }

  @Test
  void get_recording_hasAnIndexAndItsSnapshots() throws IOException {
    record("a.rec", 2);

    assertThat(get("/api/recordings/a.rec").body())
        .isEqualTo(
            "{\"name\":\"a.rec\",\"snapshots\":[{\"number\":1,\"atMillis\":1000},"
                + "{\"number\":2,\"atMillis\":2000}]}");
    assertThat(SnapshotJson.read(get("/api/recordings/a.rec/2").body(), Snapshot.class))
        .isEqualTo(FakeSource.snapshot(2));
    for (String number : List.of("0", "3", "-1")) {
      assertThat(error(get("/api/recordings/a.rec/" + number)).code()).isEqualTo("TAC-0705");
    }
    assertThat(error(get("/api/recordings/a.rec/two")).code()).isEqualTo("TAC-0701");
  }

  @Test
  void get_recordingThatGrows_hasWhatWasAdded() throws IOException {
    record("a.rec", 2);
    assertThat(get("/api/recordings/a.rec/2").status()).isEqualTo(200);

    record("a.rec", 1);

    assertThat(get("/api/recordings/a.rec/3").status()).isEqualTo(200);
    assertThat(get("/api/recordings/a.rec").body()).contains("\"number\":3");
  }

  /// Records snapshots from 1 on, behind those that are there.
  private void record(String name, int snapshots) {
    FakeSource recorded = new FakeSource(0);
    try (Recorder recorder =
        Recorder.start(recorded, recordings.resolve(name), RecorderSettings.DEFAULT)) {
      for (int i = 1; i <= snapshots; i++) {
        recorder.show(FakeSource.snapshot(i));
      }
    }
  }

  @Test
  void get_recordingThatIsNone_isABadRequestAndTellsNoFolder() throws IOException {
    Files.writeString(recordings.resolve("a.rec"), "something else\n");

    Http.Reply reply = get("/api/recordings/a.rec");

    assertThat(error(reply).code()).isEqualTo("TAC-0701");
    assertThat(reply.body()).contains("a.rec").doesNotContain(recordings.toString());
    assertThat(error(get("/api/recordings/a.rec/1")).code()).isEqualTo("TAC-0701");
  }

  @Test
  void get_fileOutsideOfTheFolder_isNotFound() throws IOException {
    Path secret = Files.writeString(traces.resolve("secret.trace"), "secret");
    Files.createSymbolicLink(recordings.resolve("link.rec"), secret);
    Files.createDirectory(recordings.resolve("folder"));

    for (String name :
        List.of(
            "../" + traces.getFileName() + "/secret.trace",
            "..%2f" + traces.getFileName() + "%2fsecret.trace",
            "%2e%2e%2f" + traces.getFileName() + "%2fsecret.trace",
            secret.toString().replace("/", "%2F"),
            "..",
            "%2e%2e",
            ".",
            "link.rec",
            "folder",
            "none.rec")) {
      assertThat(error(get("/api/recordings/" + name)).code()).as(name).isEqualTo("TAC-0705");
    }
    assertThat(get("/api/recordings").body()).isEqualTo("[]");
  }

  @Test
  void get_trace_isItsRawText() throws IOException {
    String text = "tactus-trace 1 seed 2A\n5\tSENT\t/a\t/b\té\n";
    Files.writeString(traces.resolve("run.trace"), text);
    Files.writeString(traces.resolve("notes.txt"), "not a trace");

    assertThat(get("/api/traces").body()).contains("run.trace").doesNotContain("notes.txt");
    assertThat(get("/api/traces/run.trace").body()).isEqualTo(text);
    assertThat(get("/api/traces/run.trace").header("content-type"))
        .isEqualTo("text/plain; charset=utf-8");
    assertThat(error(get("/api/traces/notes.txt")).code()).isEqualTo("TAC-0705");
  }

  @Test
  void get_whatTheSettingsLack_isNotFoundAndSaysWhichSetting() throws IOException {
    try (Console bare = Console.start(source, ConsoleSettings.DEFAULT.withPort(0))) {
      assertThat(Http.get(bare, "/api/recordings").body()).isEqualTo("[]");
      assertThat(Http.get(bare, "/api/traces").body()).isEqualTo("[]");
      assertThat(error(Http.get(bare, "/metrics")).remedy()).contains("withMetrics");
      assertThat(error(Http.get(bare, "/api/explain/TAC-0701")).remedy()).contains("withExplain");
      assertThat(error(Http.get(bare, "/api/recordings/a")).remedy()).contains("withRecordings");
      assertThat(error(Http.get(bare, "/api/traces/a")).remedy()).contains("withTraces");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "PATCH", "POST", "TRACE", "get"})
  void request_otherMethodThanGet_saysWhichIsAllowed(String method) throws IOException {
    Http.Reply reply = Http.request(console, method, "/api/snapshot", "");

    assertThat(error(reply).status()).isEqualTo(405);
    assertThat(reply.header("allow")).isEqualTo("GET");
  }

  @Test
  void head_anything_saysWhichMethodIsAllowedAndNoMore() throws IOException {
    try (Http http = Http.to(console)) {
      http.send("HEAD", "/api/snapshot", "");
      assertThat(http.head().status()).isEqualTo(405);
      http.send("GET", "/healthz", "");
      assertThat(http.reply().body()).isEqualTo("ok\n");
    }
  }

  @Test
  void get_sourceFails_isAnErrorWithoutItsInsides() throws IOException {
    source.failures.add(new IllegalStateException("the insides"));

    Http.Reply reply = get("/api/snapshot");

    assertThat(error(reply).status()).isEqualTo(500);
    assertThat(error(reply).code()).isEqualTo("TAC-0714");
    assertThat(reply.body()).doesNotContain("insides", "Exception", "dev.tactus");
    assertThat(get("/api/snapshot").status()).isEqualTo(200);
  }

  @Test
  void get_somethingFailsForGood_isAnErrorToo() throws IOException {
    ConsoleSettings settings =
        ConsoleSettings.DEFAULT
            .withPort(0)
            .withMetrics(
                () -> {
                  throw new StackOverflowError();
                });
    try (Console other = Console.start(source, settings)) {
      assertThat(error(Http.get(other, "/metrics")).status()).isEqualTo(500);
      assertThat(Http.get(other, "/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void get_sourceFailsInTheMiddle_breaksTheAnswerOff() throws IOException {
    FakeSource longer = new FakeSource(1_500);
    longer.failingPage.set(2);
    try (Console other = Console.start(longer, ConsoleSettings.DEFAULT.withPort(0))) {
      assertThatThrownBy(() -> Http.get(other, "/api/actors.jsonl"))
          .isInstanceOf(EOFException.class);
      assertThat(Http.get(other, "/api/actors.jsonl").body().lines()).hasSize(1_500);
    }
  }

  @Test
  void get_severalOnOneConnection_areAllAnswered() throws IOException {
    try (Http http = Http.to(console)) {
      for (int i = 0; i < 5; i++) {
        http.send("GET", i % 2 == 0 ? "/api/snapshot" : "/api/none", "");
        assertThat(http.reply().status()).isEqualTo(i % 2 == 0 ? 200 : 404);
      }
    }
  }
}
