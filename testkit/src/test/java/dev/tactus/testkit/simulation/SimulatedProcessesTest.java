package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorCommands;
import dev.tactus.actor.ActorRef;
import dev.tactus.process.Command;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.Commands;
import dev.tactus.process.Event;
import dev.tactus.process.Events;
import dev.tactus.process.Pid;
import dev.tactus.process.Process;
import dev.tactus.process.ProcessContext;
import dev.tactus.process.ProcessException;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.process.StepOutput;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes run in a simulation, beside actors.
@Requirement("D1")
final class SimulatedProcessesTest {
  private static final Duration NAP = Duration.ofSeconds(1);

  /// Sleeps, says its name, and so on, three times.
  private static final class Sleeper implements Process {
    private final List<String> said;
    private String name = "";
    private int left = 3;

    Sleeper(List<String> said) {
      this.said = said;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      name = String.valueOf(input);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Event.Completed) {
          said.add(name);
          left--;
        }
      }
      if (left == 0) {
        out.done(name);
      } else {
        out.yield(left, Commands.delay(NAP));
        out.waiting();
      }
    }
  }

  @Test
  void advance_processesThatSleep_wakeInVirtualTime() {
    List<String> said = new ArrayList<>();
    try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
      ProcessSystem processes = sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
      processes.spawn(() -> new Sleeper(said), "run", "a");
      sim.advance(NAP);
      assertThat(said).containsExactly("a");

      sim.advance(NAP.multipliedBy(5));

      assertThat(said).containsExactly("a", "a", "a");
      assertThat(processes.alive()).isZero();
    }
  }

  @Test
  void settle_manySeeds_processesAndActorsTakeTurnsInAnyOrder() {
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      List<String> order = new ArrayList<>();
      try (Simulation sim = Simulation.ofSeed(seed, SimulationSettings.DEFAULT)) {
        ProcessSystem processes =
            sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
        ActorRef<String> actor = sim.system().spawn("actor", () -> (ctx, text) -> order.add(text));
        actor.tell("actor");
        Pid unused = processes.spawn(() -> new Sleeper(order), "run", "process");
        sim.system().messages().scheduleOnce(NAP, actor, "again", Scheduler.DIRECT, null);
        sim.advance(NAP);
      }
      orders.add(List.copyOf(order));
    }

    assertThat(orders)
        .containsExactlyInAnyOrder(
            List.of("actor", "again", "process"), List.of("actor", "process", "again"));
  }

  @Test
  @Requirement("D5")
  void sweep_processes_areTheSameTwice() {
    SweepReport report =
        Sweep.of(
                sim -> {
                  List<String> said = new ArrayList<>();
                  ProcessSystem processes =
                      sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
                  for (String name : List.of("a", "b", "c")) {
                    Pid unused = processes.spawn(() -> new Sleeper(said), "run", name);
                  }
                  sim.advance(NAP.multipliedBy(10));
                  assertThat(said).hasSize(9);
                  sim.sometimes(true, String.join("", said));
                },
                SimulationSettings.DEFAULT.withFaults(Fault.DRIVER_STALL, Fault.SLOW_ACTOR),
                1)
            .run(0, 200, () -> true);

    assertThat(report.failure()).isEmpty();
    assertThat(report.reached()).hasSizeGreaterThan(10);
  }

  private record Price(ActorRef<Integer> replyTo) {}

  @Test
  @Requirement({"D5", "P11"})
  void sweep_processesThatAskAndTellActors_getAnswersAndAreTheSameTwice() {
    SweepReport report =
        Sweep.of(
                sim -> {
                  List<String> paid = new ArrayList<>();
                  ActorRef<Price> shop =
                      sim.system().spawn("shop", () -> (ctx, price) -> price.replyTo().tell(7));
                  ActorRef<String> till =
                      sim.system().spawn("till", () -> (ctx, line) -> paid.add(line));
                  ProcessSystem processes =
                      sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
                  for (String name : List.of("a", "b", "c")) {
                    Pid unused =
                        processes.spawn(() -> new OneStep(asking(shop, till, name)), "run", null);
                  }
                  sim.advance(NAP);
                  assertThat(paid).containsExactlyInAnyOrder("a 7", "b 7", "c 7");
                  sim.sometimes(true, String.join("", paid));
                },
                SimulationSettings.DEFAULT.withFaults(Fault.SLOW_ACTOR),
                1)
            .run(0, 200, () -> true);

    assertThat(report.failure()).isEmpty();
    assertThat(report.reached()).hasSizeGreaterThan(1);
  }

  /// Asks for a price, tells the till, and ends.
  private static BiConsumer<Events, StepOutput> asking(
      ActorRef<Price> shop, ActorRef<String> till, String name) {
    return (events, out) -> {
      if (events.isEmpty()) {
        out.yield(1, ActorCommands.<Price, Integer>ask(shop, Price::new, NAP));
        out.waiting();
      } else if (events.next() instanceof Event.Completed answer) {
        out.post(ActorCommands.tell(till, name + " " + answer.result()));
        out.done(name);
      }
    };
  }

  @Test
  @Requirement("P11")
  void processes_aNameThatIsTaken_isRefusedAsOutsideOfASimulation() {
    try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
      ProcessSettings settings = ProcessSettings.defaults();
      ProcessSystem first = sim.processes(settings, CommandRegistry.create());
      assertThatThrownBy(() -> sim.processes(settings, CommandRegistry.create()))
          .isInstanceOf(ProcessException.NameTaken.class);
      ProcessSystem other = sim.processes(settings.withName("other"), CommandRegistry.create());

      assertThat(sim.system().processSystems()).containsExactly(first, other);
    }
  }

  @Test
  @Requirement("P9")
  void close_processesThatTheSystemItselfHasStarted_endsThemAtOnce() {
    Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT);
    ProcessSystem processes =
        sim.system().startProcesses(ProcessSettings.defaults(), CommandRegistry.create());
    processes.spawn(() -> new OneStep((events, out) -> out.idle()), "run", null);
    sim.settle();

    sim.close();

    assertThat(processes.alive()).isZero();
    assertThat(sim.system().shutdown().phases())
        .as("it did not wait for a time that does not pass")
        .hasValueSatisfying(phases -> assertThat(phases.isClean()).isTrue());
  }

  @Test
  void close_processesThatWait_endsThem() {
    List<String> said = new ArrayList<>();
    Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT);
    ProcessSystem processes = sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
    processes.spawn(() -> new Sleeper(said), "run", "a");
    sim.settle();

    sim.close();

    assertThat(processes.alive()).isZero();
  }

  /// A process whose one step a test writes.
  private record OneStep(BiConsumer<Events, StepOutput> step) implements Process {
    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {}

    @Override
    public void step(Events events, StepOutput out) {
      step.accept(events, out);
    }
  }

  @Test
  @Requirement("D4")
  void settle_assertionOfAProcess_isThrown() {
    try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
      ProcessSystem processes = sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
      Pid unused =
          processes.spawn(
              () ->
                  new OneStep(
                      (events, out) -> {
                        throw new AssertionError("a wrong step");
                      }),
              "run",
              null);

      assertThatThrownBy(sim::settle).isInstanceOf(AssertionError.class).hasMessage("a wrong step");
      assertThat(sim.trace().text()).contains("FAILED\tpid-1\t\tAssertionError");
    }
  }

  @Test
  @Requirement("D4")
  void settle_assertionOfACommandHandler_isThrown() {
    CommandRegistry commands =
        CommandRegistry.create()
            .register(
                "check",
                call -> {
                  throw new AssertionError("a wrong command");
                });
    try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
      Pid unused =
          sim.processes(ProcessSettings.defaults(), commands)
              .spawn(() -> new OneStep((events, out) -> out.done(post(out))), "run", null);

      assertThatThrownBy(sim::settle).hasMessage("a wrong command");
    }
  }

  /// Cannot begin.
  private static final class Unborn implements Process {
    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      throw new AssertionError("a wrong input");
    }

    @Override
    public void step(Events events, StepOutput out) {}
  }

  @ParameterizedTest
  @ValueSource(strings = {"yield", "post", "upgrade"})
  @Requirement("D4")
  void settle_assertionOfAnInit_isThrownHoweverItWasAskedFor(String way) {
    BiConsumer<Events, StepOutput> step =
        (events, out) -> {
          switch (way) {
            case "yield" -> out.yield(1, Commands.spawn(Unborn::new, "run", null));
            case "post" -> out.post(Commands.spawn(Unborn::new, "run", null));
            default -> out.upgrade(Unborn::new, "run", null);
          }
          if (!way.equals("upgrade")) {
            out.waiting();
          }
        };
    try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
      Pid unused =
          sim.processes(ProcessSettings.defaults(), CommandRegistry.create())
              .spawn(() -> new OneStep(step), "run", null);

      assertThatThrownBy(sim::settle)
          .isInstanceOf(AssertionError.class)
          .hasMessage("a wrong input");
    }
  }

  private static String post(StepOutput out) {
    out.post(Command.of("check"));
    return "done";
  }

  @Test
  void settle_manySeeds_aTurnOfAProcessMayEndAfterAnyNumberOfSteps() {
    Set<Integer> together = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      List<String> order = new ArrayList<>();
      try (Simulation sim = Simulation.ofSeed(seed, SimulationSettings.DEFAULT)) {
        ProcessSystem processes =
            sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
        for (String name : List.of("a", "b")) {
          int[] left = {4};
          Pid unused =
              processes.spawn(
                  () -> new OneStep((events, out) -> sayAndGoOn(name, order, left, out)),
                  "run",
                  null);
        }
        sim.settle();
      }
      int run = 1;
      while (run < order.size() && order.get(run).equals(order.getFirst())) {
        run++;
      }
      together.add(run);
    }

    assertThat(together).contains(1, 2, 3, 4);
  }

  private static void sayAndGoOn(String name, List<String> order, int[] left, StepOutput out) {
    order.add(name);
    if (--left[0] > 0) {
      out.continues();
    } else {
      out.done(null);
    }
  }
}
