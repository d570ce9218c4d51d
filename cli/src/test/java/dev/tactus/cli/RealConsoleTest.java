package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.console.Console;
import dev.tactus.console.ConsoleSettings;
import dev.tactus.observe.Observatory;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.recording.Recording;
import dev.tactus.scheduler.Scheduler;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands against a console of a system that really runs.
final class RealConsoleTest {
  private static final int ACTORS = 700;

  private final ActorSystem system = ActorSystem.start(SystemSettings.of("shop").withWorkers(2));
  private final Observatory observatory = Observatory.of(system);
  private final Console console = Console.start(observatory, ConsoleSettings.DEFAULT.withPort(0));

  @AfterEach
  void close() {
    console.close();
    observatory.close();
    system.close();
  }

  private String printed(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    assertThat(exit).describedAs(err.toString()).isZero();
    return out.toString();
  }

  private String json(String command, String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = command;
    arguments[1] = console.address().toString();
    arguments[2] = "--json";
    System.arraycopy(more, 0, arguments, 3, more.length);
    return printed(arguments);
  }

  @Test
  void commands_ofARunningSystem_showIt(@TempDir Path dir) {
    String address = console.address().toString();
    for (int i = 0; i < ACTORS; i++) {
      ActorRef<String> till = system.spawn("till-" + i, () -> (ctx, text) -> {});
      till.tell("x");
    }
    var _ =
        system
            .scheduler()
            .scheduleAtFixedRate(
                Duration.ofHours(1), Duration.ofHours(1), () -> {}, Scheduler.DIRECT);

    assertThat(printed("top", address)).startsWith("shop: snapshot ").contains("driver host");
    assertThat(printed("actors", address, "--text", "till-"))
        .endsWith(ACTORS + " actors\n")
        .contains("/user/till-699");
    assertThat(SnapshotJson.read(json("actors", "--text", "till-"), Object[].class))
        .hasSize(ACTORS);
    assertThat(printed("timers", address)).contains("scheduler shop", "fixed_rate");
    assertThat(SnapshotJson.read(json("timers"), Object.class).toString()).contains("periodic=[");
    assertThat(printed("workers", address)).contains("dispatcher ", "shop-worker-0");
    assertThat(SnapshotJson.read(json("workers"), Object[].class)).isNotEmpty();
    assertThat(printed("dump", address)).contains("scheduler shop");
    assertThat(SnapshotJson.read(json("dump"), Object.class).toString())
        .contains("scheduler={", "dispatchers=", "processes=");

    Path file = dir.resolve("shop.jsonl");
    assertThat(printed("record", address, "--out", file.toString(), "--seconds", "1"))
        .contains("look at it with");
    try (Recording recording = Recording.open(file)) {
      assertThat(recording.snapshot().system()).isEqualTo("shop");
    }
  }
}
