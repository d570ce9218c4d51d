package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.process.Command;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.CommandSequence;
import dev.tactus.process.Commands;
import dev.tactus.process.Event;
import dev.tactus.process.Events;
import dev.tactus.process.ExitReason;
import dev.tactus.process.Generator;
import dev.tactus.process.Next;
import dev.tactus.process.Pid;
import dev.tactus.process.Process;
import dev.tactus.process.ProcessContext;
import dev.tactus.process.ProcessException;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.process.ProcessToolbox;
import dev.tactus.process.StepOutput;
import dev.tactus.process.StopReport;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Actors, processes and timers in one system, on virtual time.
class ActorProcessesTest {
  private final VirtualSystem virtual = VirtualSystem.start();

  @AfterEach
  void close() {
    virtual.close();
  }

  private record Price(String item, ActorRef<Integer> replyTo) {}

  private sealed interface State {
    record Waiting() implements State {}

    record Asking() implements State {}

    record Telling(int price) implements State {}
  }

  /// Waits a second, asks for a price, waits to be told a discount, and tells the sum.
  private static final class Buyer extends Generator<State> {
    private final ActorRef<Price> shop;
    private final ActorRef<String> log;

    Buyer(ActorRef<Price> shop, ActorRef<String> log) {
      this.shop = shop;
      this.log = log;
    }

    @Override
    protected Next<State> begin(ProcessContext context, String method, @Nullable Object input) {
      return Next.<State>to(new State.Waiting()).yielding(1, Commands.delay(Duration.ofSeconds(1)));
    }

    @Override
    protected Next<State> next(State state, Event event) {
      return switch (state) {
        case State.Waiting waiting ->
            Next.<State>to(new State.Asking())
                .yielding(
                    2,
                    ActorCommands.<Price, Integer>ask(
                        shop, to -> new Price("tea", to), Duration.ofSeconds(1)));
        case State.Asking asking ->
            event instanceof Event.Completed done && done.result() instanceof Integer price
                ? Next.to(new State.Telling(price))
                : Next.done("no price: " + event);
        case State.Telling(int price) ->
            event instanceof Event.Message message && message.body() instanceof Integer discount
                ? Next.<State>done(price - discount)
                    .posting(ActorCommands.tell(log, "paid " + (price - discount)))
                : Next.to(state);
      };
    }
  }

  @Test
  @Requirement("P11")
  void process_besideActors_delaysAsksAndIsTold() {
    List<String> told = new ArrayList<>();
    ActorRef<Price> shop = virtual.system.spawn("shop", () -> (ctx, p) -> p.replyTo().tell(7));
    ActorRef<String> log = virtual.system.spawn("log", () -> (ctx, line) -> told.add(line));
    ProcessSystem processes =
        virtual.system.startProcesses(ProcessSettings.defaults(), CommandRegistry.create());
    ActorRef<Pid> clerk = virtual.system.spawn("clerk", () -> (ctx, pid) -> processes.send(pid, 2));
    Pid buyer = processes.spawn(() -> new Buyer(shop, log), "buy", null);
    CompletableFuture<ExitReason> exit = processes.exitOf(buyer);
    virtual.advance(Duration.ofMillis(500));
    assertThat(exit).isNotDone();
    virtual.advance(Duration.ofSeconds(1));
    clerk.tell(buyer);
    virtual.settle();
    assertThat(exit).isCompletedWithValue(new ExitReason.Done(5));
    assertThat(told).containsExactly("paid 5");
  }

  @Test
  @Requirement({"P11", "P9"})
  void shutdown_ofASystemWithProcesses_stopsThem() {
    ActorRef<String> log = virtual.system.spawn("log", () -> (ctx, line) -> {});
    ActorRef<Price> silent = virtual.system.spawn("silent", () -> (ctx, p) -> {});
    ProcessSystem processes =
        virtual.system.startProcesses(ProcessSettings.defaults(), CommandRegistry.create());
    Pid buyer = processes.spawn(() -> new Buyer(silent, log), "buy", null);
    CompletableFuture<ExitReason> exit = processes.exitOf(buyer);
    SystemReport report = virtual.system.shutdown();
    assertThat(report.phases()).isPresent();
    assertThat(exit).isDone();
    assertThat(processes.alive()).isZero();
  }

  @Test
  @Requirement({"P5", "P11"})
  void startProcesses_twiceWithOneRegistry_knowsTheCommandsInBoth() {
    ActorRef<Price> shop = virtual.system.spawn("shop", () -> (ctx, p) -> p.replyTo().tell(7));
    ActorRef<String> log = virtual.system.spawn("log", () -> (ctx, line) -> {});
    CommandRegistry registry = CommandRegistry.create();
    for (String name : List.of("first", "second")) {
      ProcessSystem processes =
          virtual.system.startProcesses(ProcessSettings.defaults().withName(name), registry);
      Pid buyer = processes.spawn(() -> new Buyer(shop, log), "buy", null);
      CompletableFuture<ExitReason> exit = processes.exitOf(buyer);
      virtual.advance(Duration.ofSeconds(2));
      processes.send(buyer, 3);
      virtual.settle();
      assertThat(exit).isCompletedWithValue(new ExitReason.Done(4));
    }
    assertThatThrownBy(() -> registry.register("late", call -> {}))
        .isInstanceOf(ProcessException.RegistryFrozen.class);
  }

  @Test
  @Requirement({"P5", "P11"})
  void startProcesses_withAHandlerUnderAnIdOfTheActors_isRefused() {
    CommandRegistry registry =
        CommandRegistry.create().register(ActorCommands.ASK, call -> call.complete(1));
    assertThatThrownBy(() -> virtual.system.startProcesses(ProcessSettings.defaults(), registry))
        .isInstanceOf(ProcessException.DuplicateCommand.class);
    assertThat(registry.register("more", call -> {})).as("nothing has started with it").isNotNull();
    assertThat(virtual.system.processSystems()).isEmpty();
  }

  @Test
  @Requirement({"P5", "P11"})
  void commandOfTheActors_inASystemThatStandsAlone_saysHowToStartIt() {
    ActorRef<String> log = virtual.system.spawn("log", () -> (ctx, line) -> {});
    ProcessSystem alone =
        ProcessSystem.start(
            ProcessSettings.defaults(),
            new ProcessToolbox(
                virtual.pool,
                virtual.system.scheduler(),
                ManualClock.atZero(),
                virtual.system.events()),
            CommandRegistry.create());
    List<Command> commands =
        List.of(
            ActorCommands.tell(log, "hello"),
            ActorCommands.<String, Integer>ask(log, to -> "how?", Duration.ofSeconds(1)));

    for (Command command : commands) {
      CompletableFuture<ExitReason> exit =
          alone.run(
              CommandSequence.of(input -> List.of(command).iterator()), CommandSequence.RUN, null);
      virtual.settle();
      assertThat(((ExitReason.Crashed) exit.join()).error())
          .isInstanceOf(ProcessException.UnknownCommand.class)
          .hasMessageContaining("start it by ActorSystem.startProcesses.");
    }
  }

  @Test
  @Requirement({"P10", "P11"})
  void startProcesses_underANameThatIsTaken_isRefusedUntilThatOneHasStopped() {
    ProcessSettings settings = ProcessSettings.defaults();
    CommandRegistry registry = CommandRegistry.create();
    ProcessSystem first = virtual.system.startProcesses(settings, CommandRegistry.create());
    assertThatThrownBy(() -> virtual.system.startProcesses(settings, registry))
        .isInstanceOf(ProcessException.class)
        .hasMessage(
            "name 'processes' given to a system of processes; one that runs beside the same actors"
                + " has it, and taken are [processes]. Choose another by ProcessSettings.withName,"
                + " or stop that one before. [TAC-0417]");
    assertThat(virtual.system.processSystems()).containsExactly(first);
    assertThat(registry.register("more", call -> {})).as("nothing has started with it").isNotNull();

    ProcessSystem other = virtual.system.startProcesses(settings.withName("others"), registry);
    Pid waiting = first.spawn(Sleeper::new, "sleep", null);
    CompletableFuture<StopReport> stopped = first.stop(Duration.ofSeconds(1));
    assertThatThrownBy(() -> virtual.system.startProcesses(settings, registry))
        .as("%s has not ended yet", waiting)
        .isInstanceOf(ProcessException.class);
    virtual.advance(Duration.ofSeconds(2));
    assertThat(stopped).isDone();
    ProcessSystem second = virtual.system.startProcesses(settings, registry);
    assertThat(virtual.system.processSystems()).containsExactly(other, second);
    assertThat(virtual.system.shutdown().phases().orElseThrow().phases())
        .flatMap(phase -> phase.tasks())
        .as("nothing keeps the first one")
        .filteredOn(task -> task.name().equals("processes of processes"))
        .hasSize(1);
  }

  /// Waits for ever.
  private static final class Sleeper implements Process {
    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {}

    @Override
    public void step(Events events, StepOutput out) {
      out.idle();
    }
  }

  @Test
  @Requirement({"A11", "P9"})
  void startProcesses_whenTheSystemEnds_leavesNothingThatNobodyStops() {
    SystemReport unused = virtual.system.shutdown();
    assertThatThrownBy(
            () ->
                virtual.system.startProcesses(ProcessSettings.defaults(), CommandRegistry.create()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(virtual.system.processSystems()).isEmpty();
  }
}
