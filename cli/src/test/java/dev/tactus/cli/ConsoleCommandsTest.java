package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tactus.cli.watch.SampleConsole;
import dev.tactus.cli.watch.SampleSnapshots;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.recording.Recording;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that look at a console: what they print, and what they say when it goes wrong.
final class ConsoleCommandsTest {
  private final SampleConsole console = new SampleConsole();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void close() {
    console.close();
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private String printed(String... arguments) {
    assertThat(run(arguments)).describedAs(err.toString()).isZero();
    assertThat(err.toString()).isEmpty();
    return out.toString();
  }

  @Test
  void top_inAPipe_printsOneTableWithoutColour() {
    String text = printed("top", console.address());

    assertThat(text)
        .startsWith("shop: snapshot 1")
        .contains("actors    12,345", "timers    12 active", "default   1 worker")
        .contains("STATE", "/shop/user/till")
        .doesNotContain("\033");
    assertThat(text.indexOf("/shop/user/till")).isLessThan(text.lastIndexOf("/shop/user/stock"));
  }

  @Test
  void top_sortedAndFiltered_showsThese() {
    assertThat(printed("top", console.address(), "--once", "--sort", "path", "--text", "e"))
        .contains("/shop/user/bell", "/shop/user/shelf");
  }

  @Test
  void top_addressWithoutScheme_isTaken() {
    assertThat(printed("top", console.address().substring("http://".length()) + "/"))
        .startsWith("shop");
  }

  @Test
  void actors_severalPages_areAllThere() {
    assertThat(printed("actors", console.address()).lines())
        .hasSize(7)
        .last()
        .isEqualTo("5 actors");
  }

  @Test
  void actors_asJson_areOneArray() {
    Object[] all =
        SnapshotJson.read(printed("actors", console.address(), "--json"), Object[].class);

    assertThat(all).hasSize(5);
  }

  @Test
  void actors_noneFoundAsJson_isAnEmptyArray() {
    String json = printed("actors", console.address(), "--json", "--text", "nobody");

    assertThat(SnapshotJson.read(json, Object[].class)).isEmpty();
  }

  @Test
  void timers_asTextAndJson_haveThePeriodicOnes() {
    assertThat(printed("timers", console.address()))
        .contains("scheduler shop: wheel, ticks of 10 ms by the host driver (ok)")
        .contains("42  fixed_rate")
        .endsWith("1 periodic timers\n");
    out.getBuffer().setLength(0);

    assertThat(
            SnapshotJson.read(printed("timers", console.address(), "--json"), Object.class)
                .toString())
        .contains("periodic=[{timerId=42");
  }

  @Test
  void workers_asTextAndJson_haveEachWorker() {
    assertThat(printed("workers", console.address()))
        .contains("dispatcher default on workers", "WORKER", "default-0", "25%");
    out.getBuffer().setLength(0);

    assertThat(SnapshotJson.read(printed("workers", console.address(), "--json"), Object[].class))
        .hasSize(1);
  }

  @Test
  void dump_ofEverything_hasEachPart() {
    assertThat(printed("dump", console.address()))
        .contains("of /api/dump/scheduler\n", "of /api/dump/processes\n");
    out.getBuffer().setLength(0);

    assertThat(
            SnapshotJson.read(printed("dump", console.address(), "--json"), Object.class)
                .toString())
        .contains("scheduler={of=/api/dump/scheduler}", "dispatchers=", "processes=");
  }

  @Test
  void dump_ofOnePart_isThatPart() {
    assertThat(printed("dump", console.address(), "--kind", "dispatchers", "--json"))
        .isEqualTo("{\"of\":\"/api/dump/dispatchers\"}\n");
  }

  @Test
  void record_forASecond_writesARecordingThatReplayShows(@TempDir Path dir) {
    Path file = dir.resolve("shop.jsonl");
    String path = file.toString();

    assertThat(printed("record", console.address(), "--out", path, "--seconds", "1"))
        .startsWith(path + ": ")
        .contains("look at it with: tactus replay " + path);
    try (Recording recording = Recording.open(file)) {
      assertThat(recording.size()).isPositive();
      assertThat(recording.snapshot().actors().deepest()).isEqualTo(SampleSnapshots.ACTORS);
    }
    out.getBuffer().setLength(0);
    assertThat(printed("replay", path))
        .startsWith("snapshot 1 of ")
        .contains("shop: snapshot ", "/shop/user/till");
    assertThat(run("replay", path, "--at", "999")).isEqualTo(2);
    assertThat(err.toString()).contains("There is no snapshot 999");
  }

  /// A recording of so many snapshots, of which these are damaged.
  private static Path recordingIn(Path dir, int count, List<Integer> damaged) throws IOException {
    StringBuilder lines =
        new StringBuilder("{\"tactusRecording\":1,\"snapshotVersion\":1,")
            .append("\"system\":\"shop\",\"startMillis\":1}\n");
    for (int i = 1; i <= count; i++) {
      String snapshot = SnapshotJson.write(SampleSnapshots.at(i));
      lines
          .append("{\"atMillis\":1,\"snapshot\":")
          .append(damaged.contains(i) ? snapshot.replace("\"metrics\":", "\"m\":") : snapshot)
          .append("}\n");
    }
    return Files.writeString(dir.resolve("shop.jsonl"), lines);
  }

  @Test
  void replay_firstSnapshotsAreDamaged_beginsAtTheFirstSoundOneAndSaysSo(@TempDir Path dir)
      throws IOException {
    String path = recordingIn(dir, 4, List.of(1, 2)).toString();

    assertThat(run("replay", path)).isZero();

    assertThat(out.toString()).startsWith("snapshot 3 of 4 in ").contains("/shop/user/till");
    assertThat(err.toString())
        .isEqualTo(
            "tactus replay: Snapshot 2 of "
                + path
                + " is damaged; look at another one. [TAC-0501]\n");
  }

  @Test
  void replay_damagedSnapshotIsAskedFor_isRefused(@TempDir Path dir) throws IOException {
    String path = recordingIn(dir, 4, List.of(1, 2)).toString();

    assertThat(run("replay", path, "--at", "1")).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("Snapshot 1 of ", "is damaged", "[TAC-0501]");
  }

  @Test
  void replay_allSnapshotsAreDamaged_isRefused(@TempDir Path dir) throws IOException {
    String path = recordingIn(dir, 2, List.of(1, 2)).toString();

    assertThat(run("replay", path)).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("Snapshot 2 of ", "is damaged", "[TAC-0501]");
  }

  @Test
  void top_snapshotThatLacksAPart_saysSo() {
    console.instead =
        Optional.of(SnapshotJson.write(SampleSnapshots.at(1)).replace("\"metrics\":", "\"m\":"));

    assertThat(run("top", console.address())).isEqualTo(1);

    assertThat(err.toString())
        .contains("speaks another version", "TAC-0711")
        .doesNotContain("\tat ");
  }

  @Test
  void record_noConsole_makesNoFile(@TempDir Path dir) {
    console.close();
    Path file = dir.resolve("shop.jsonl");

    assertThat(run("record", console.address(), "--out", file.toString())).isEqualTo(1);

    assertThat(err.toString()).contains("TAC-0711");
    assertThat(file).doesNotExist();
  }

  @Test
  void record_toAFullDisk_returns1AndPromisesNothing() {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();

    assertThat(run("record", console.address(), "--out", full.toString())).isEqualTo(1);

    assertThat(err.toString()).contains("No space left on device");
    assertThat(out.toString()).doesNotContain("look at it");
  }

  @Test
  void record_toSomethingElse_refused(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("letter.txt");
    Files.writeString(file, "Dear Sir\n");

    assertThat(run("record", console.address(), "--out", file.toString())).isEqualTo(1);

    assertThat(err.toString()).contains("is not a recording");
    assertThat(Files.readString(file)).isEqualTo("Dear Sir\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"top", "actors", "timers", "workers", "dump"})
  void command_nobodyThere_saysHowToStartOneAndReturns1(String command) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertThat(run(command, "http://127.0.0.1:" + port)).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("tactus " + command + ": No console answers at http://127.0.0.1:")
        .endsWith(" [TAC-0711]\n")
        .contains("nobody listens there")
        .contains("./tactus demo", "Console.start")
        .doesNotContain("\tat ");
  }

  @Test
  void command_consoleDoesNotAnswer_endsAfterTheTimeout() {
    console.isSilent = true;

    assertThat(run("top", console.address(), "--timeout", "1")).isEqualTo(1);

    assertThat(err.toString()).contains("TAC-0711", "did not answer within 1 s", "--timeout");
  }

  @Test
  void command_tokenIsWanted_saysHowToGiveIt() {
    console.token = "secret";

    assertThat(run("workers", console.address())).isEqualTo(1);
    assertThat(err.toString()).contains("TAC-0703", "--token", "TACTUS_TOKEN");
    assertThat(run("workers", console.address(), "--token", "wrong")).isEqualTo(1);
    assertThat(err.toString()).contains("and not this one").doesNotContain("secret");
    assertThat(run("workers", console.address(), "--token", "secret")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret\nline", "secret\r", "secrét", "two secrets"})
  void command_tokenThatIsNone_isRefusedAndNotShown(String token) {
    assertThat(run("workers", console.address(), "--token", token)).isEqualTo(2);

    assertThat(err.toString())
        .contains("The token has", "--token", "TACTUS_TOKEN")
        .doesNotContain("secr", "\tat ");
  }

  @Test
  void command_consoleOfAnotherVersion_saysSo() {
    console.instead =
        Optional.of(
            SnapshotJson.write(SampleSnapshots.at(1)).replace("\"version\":1", "\"version\":2"));

    assertThat(run("top", console.address())).isEqualTo(1);

    assertThat(err.toString()).contains("of version 2, this program knows 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>hello</html>",
        "[]",
        "{}",
        "",
        "null",
        "{\"version\":1,\"dispatchers\":[],\"processes\":[],\"deadLetters\":{},\"findings\":[]}"
      })
  void command_somethingElseAnswers_saysSo(String answer) {
    console.instead = Optional.of(answer);

    assertThat(run("top", console.address())).isEqualTo(1);

    assertThat(err.toString()).contains("speaks another version").doesNotContain("\tat ");
  }

  @Test
  void command_consoleRefuses_showsItsReasonAndRemedy() {
    console.status = 429;
    console.instead =
        Optional.of(
            "{\"status\":429,\"code\":\"TAC-0708\",\"reason\":\"Too many.\",\"remedy\":\"Wait.\"}");

    assertThat(run("top", console.address())).isEqualTo(1);

    assertThat(err.toString()).isEqualTo("tactus top: Too many. Wait. [TAC-0708]\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bad gateway", "{}", "{\"status\":502,\"error\":\"Bad gateway\"}", "null", "[]"})
  void command_errorOfSomethingElse_saysTheStatus(String answer) {
    console.status = 502;
    console.instead = Optional.of(answer);

    assertThat(run("dump", console.address())).isEqualTo(1);

    assertThat(err.toString()).contains("answered with status 502");
  }

  @Test
  void command_lineThatCannotBeFollowed_returns2() {
    for (List<String> line :
        List.of(
            List.of("top", "ftp://127.0.0.1"),
            List.of("top", "http://"),
            List.of("top", "not an address"),
            List.of("top", "http://127.0.0.1:9630/#actors"),
            List.of("top", "--timeout", "0"),
            List.of("top", "--sort", "colour"),
            List.of("dump", "--kind", "cellar"),
            List.of("record"),
            List.of("record", "--out", "f", "--seconds", "0"),
            List.of("replay", "no/such/file.jsonl"),
            List.of("replay", "dev.tactus.SomeTest#method"))) {
      assertThat(run(line.toArray(String[]::new))).describedAs(line.toString()).isEqualTo(2);
    }
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains("'ftp://127.0.0.1' is no address of a console; write it like http://127.0.0.1");
  }
}
