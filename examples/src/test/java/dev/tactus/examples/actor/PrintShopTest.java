package dev.tactus.examples.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.requirement.Requirement;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/// Printers that are found, counted and ended in order.
@Requirement({"A9", "A10", "A11", "W11"})
final class PrintShopTest {
  @Test
  void desk_pages_areAllPrintedBeforeTheEnd() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      PrintShop.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).contains("clean: true", "3 actors").noneMatch(line -> line.contains("lost"));
    for (int page = 1; page <= 4; page++) {
      String printed = "prints page " + page;
      assertThat(lines).filteredOn(line -> line.endsWith(printed)).hasSize(1);
    }
  }

  @Test
  void printers_started_areFoundAndPrint() {
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<String> desk = PrintShop.open(t.system, 3);
      t.run();
      assertThat(t.system.receptionist().find(PrintShop.PRINTERS)).hasSize(3);
      assertThat(desk.path()).hasToString("tactus://t/user/desk");
    }
  }

  @Test
  void counting_spawns_countsThem() {
    LongAdder actors = new LongAdder();
    try (ActorSystem system =
        ActorSystem.start(PrintShop.counting(SystemSettings.of("t"), actors))) {
      system.spawn("one", () -> (ctx, text) -> {});
      system.spawn("two", () -> (ctx, text) -> {});
      assertThat(actors.sum()).isEqualTo(2);
    }
  }
}
