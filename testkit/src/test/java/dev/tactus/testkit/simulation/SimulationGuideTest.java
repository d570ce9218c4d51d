package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.requirement.Requirement;
import dev.tactus.testkit.probe.TestProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The code in `docs/simulation.md`: every piece of it stands here, so it compiles and runs.
final class SimulationGuideTest {
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  /// Raises an alarm when it has not been fed for a second.
  private static final class Watchdog implements Actor<String> {
    private final ActorRef<String> siren;

    Watchdog(ActorRef<String> siren) {
      this.siren = siren;
    }

    @Override
    public void receive(Context<String> ctx, String message) {
      if (message.equals("food")) {
        ctx.timers().once("hunger", Duration.ofSeconds(1), "hunger");
      } else {
        siren.tell("alarm");
      }
    }
  }

  @Test
  @Requirement({"D2", "S5.1"})
  void watchdog_asInTheGuide_alarmsAfterASecond() {
    try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
      TestProbe<String> siren = TestProbe.in(sim);
      ActorRef<String> dog = sim.system().spawn("dog", () -> new Watchdog(siren.ref()));
      dog.tell("food");

      siren.expectNoMessage(Duration.ofMillis(990));
      siren.expectMessage("alarm", Duration.ofMillis(10));
    }
  }

  @Test
  @Requirement("D1")
  void dispatcher_asInTheGuide_runsOnTheThreadOfTheTest() {
    SimulationSettings settings =
        SimulationSettings.DEFAULT.withSystem(
            system -> system.withDispatcher("blocking", DispatcherSettings.virtualThreads()));
    try (Simulation sim = Simulation.ofSeed(1, settings)) {
      List<Thread> threads = new ArrayList<>();
      Props<String> props = Props.of(() -> (ctx, text) -> threads.add(Thread.currentThread()));
      sim.system().spawn(props.withDispatcher("blocking")).tell("go");
      sim.settle();

      assertThat(threads).containsExactly(Thread.currentThread());
    }
  }

  @Requirement("D5")
  @Simulated(
      seeds = 200,
      faults = {Fault.SLOW_ACTOR, Fault.DRIVER_STALL},
      reaches = {"it was stopped in time", "it was too late"})
  void dog_isStopped_neverAlarmsAfterwards(Simulation sim) {
    List<String> heard = new ArrayList<>();
    ActorRef<String> siren = sim.system().spawn("siren", () -> (ctx, text) -> heard.add(text));
    ActorRef<String> dog = sim.system().spawn("dog", () -> new Watchdog(siren));
    dog.tell("food");
    sim.advance(Duration.ofMillis(500 + sim.choose(1_000)));
    sim.system().stop(dog);
    sim.settle();
    int before = heard.size();

    sim.advance(Duration.ofMinutes(1));

    assertThat(heard).hasSize(before);
    sim.sometimes(before == 0, "it was stopped in time");
    sim.sometimes(before == 1, "it was too late");
  }

  @Test
  @Requirement("D3")
  void crashes_asInTheGuide_loseMessagesButNotTheirOrder() {
    try (Simulation sim =
        Simulation.ofSeed(7, SimulationSettings.DEFAULT.withFaults(Fault.HANDLER_EXCEPTION))) {
      List<Integer> handled = new ArrayList<>();
      ActorRef<Integer> shaky = sim.system().spawn("shaky", () -> (ctx, i) -> handled.add(i));
      sim.mayCrash(actor -> actor == shaky);
      for (int i = 0; i < 100; i++) {
        shaky.tell(i);
      }
      sim.settle();
      sim.heal();
      shaky.tell(100);
      sim.settle();

      assertThat(handled).isSorted().endsWith(100); // some are missing, none is out of order
    }
  }

  @Test
  void probe_asInTheGuide_worksOnRealThreads() {
    try (ActorSystem system = ActorSystem.start("test")) {
      TestProbe<String> probe = TestProbe.in(system);
      ActorRef<String> echo = system.spawn("echo", () -> (ctx, text) -> probe.ref().tell(text));
      echo.tell("hello");

      probe.expectMessage("hello", Duration.ofSeconds(30));
    }
  }

  @Test
  void guide_everyPieceOfCode_standsInThisTest() throws IOException {
    Path root = repository();
    String source =
        squeezed(
            Files.readString(
                root.resolve("testkit/src/test/java/dev/tactus/testkit/simulation")
                    .resolve("SimulationGuideTest.java")));
    List<String> pieces =
        CODE.matcher(Files.readString(root.resolve("docs/simulation.md")))
            .results()
            .map(found -> squeezed(found.group(1)))
            .toList();

    assertThat(pieces).hasSize(5).allMatch(source::contains);
  }

  private static Path repository() {
    for (Path up = Path.of("").toAbsolutePath(); up != null; up = up.getParent()) {
      if (Files.exists(up.resolve("docs/simulation.md"))) {
        return up;
      }
    }
    throw new IllegalStateException(
        "No directory above the working directory holds docs/simulation.md; run inside a clone.");
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }
}
