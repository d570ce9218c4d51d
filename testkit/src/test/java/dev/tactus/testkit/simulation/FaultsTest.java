package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.actor.ServiceKey;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.Event;
import dev.tactus.process.Events;
import dev.tactus.process.Pid;
import dev.tactus.process.Process;
import dev.tactus.process.ProcessContext;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.process.ProcessWarning;
import dev.tactus.process.StepOutput;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each kind of fault really happens, has the effect that its name says, and nothing is lost by it.
@Requirement("D3")
final class FaultsTest {
  private static final int SEEDS = 60;
  private static final int WALK = 100;
  private static final Duration TICK = Duration.ofMillis(10);

  /// Runs a scenario with one kind of fault.
  ///
  /// @return how many of the seeds reached the state "effect"
  private static long effects(Fault fault, Scenario scenario) {
    SweepReport report =
        Sweep.of(scenario, SimulationSettings.DEFAULT.withFaults(fault), 1)
            .run(0, SEEDS, () -> true);
    assertThat(report.failure()).isEmpty();
    return report.reached().getOrDefault("effect", 0L);
  }

  @Test
  void driverStall_timersComeLate() {
    long effects =
        effects(
            Fault.DRIVER_STALL,
            sim -> {
              sim.system().spawn("clock", () -> new Beating(sim)).tell("begin");
              for (int i = 0; i < 100; i++) {
                sim.advance(Duration.ofMillis(50));
              }
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  /// Beats each tick; a beat that is late by more than a tick is an effect of a stall.
  private static final class Beating implements Actor<String> {
    private final Simulation sim;
    private long beats;
    private long sinceNanos;

    Beating(Simulation sim) {
      this.sim = sim;
    }

    @Override
    public void receive(Context<String> ctx, String message) {
      if (message.equals("begin")) {
        sinceNanos = sim.nowNanos();
        ctx.timers().atFixedRate("beat", TICK, "beat");
        return;
      }
      long dueNanos = sinceNanos + (beats + 1) * TICK.toNanos();
      beats += ctx.batch().orElseThrow().runs();
      sim.sometimes(sim.nowNanos() - dueNanos > TICK.toNanos(), "effect");
    }
  }

  @Test
  void rejectingExecutor_turnsAreRefusedAndComeLater() {
    long effects =
        effects(
            Fault.REJECTING_EXECUTOR,
            sim -> {
              int[] handled = {0};
              sim.system()
                  .events()
                  .subscribe(
                      DispatcherEvent.TurnRefused.class, event -> sim.sometimes(true, "effect"));
              ActorRef<Integer> actor =
                  sim.system().spawn("actor", () -> (ctx, number) -> handled[0]++);
              for (int i = 0; i < 200; i++) {
                actor.tell(i);
                sim.settle();
              }
              sim.heal();
              sim.advance(Duration.ofSeconds(5));
              assertThat(handled[0]).isEqualTo(200);
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  @Test
  void rejectingExecutor_processesAreRefusedAndComeLater() {
    long effects =
        effects(
            Fault.REJECTING_EXECUTOR,
            sim -> {
              List<String> bodies = new ArrayList<>();
              sim.system()
                  .events()
                  .subscribe(
                      ProcessWarning.TurnRefused.class, event -> sim.sometimes(true, "effect"));
              ProcessSystem processes =
                  sim.processes(ProcessSettings.defaults(), CommandRegistry.create());
              Pid pid = processes.spawn(() -> new Keeping(bodies), "run", null);
              for (int i = 0; i < 200; i++) {
                processes.send(pid, i);
                sim.settle();
              }
              sim.heal();
              sim.advance(Duration.ofSeconds(5));
              assertThat(bodies).hasSize(200);
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  /// Keeps the messages that it gets.
  private record Keeping(List<String> bodies) implements Process {
    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {}

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        bodies.add(event.toString());
      }
      out.idle();
    }
  }

  @Test
  void handlerException_actorsThatMayCrashDo() {
    long effects =
        effects(
            Fault.HANDLER_EXCEPTION,
            sim -> {
              ActorRef<Integer> fragile = sim.system().spawn("fragile", () -> (ctx, number) -> {});
              ActorRef<Integer> solid = sim.system().spawn("solid", () -> (ctx, number) -> {});
              sim.mayCrash(actor -> actor == fragile);
              sim.system()
                  .events()
                  .subscribe(
                      ActorEvent.Failed.class,
                      event -> {
                        assertThat(event.actor()).isEqualTo(fragile);
                        assertThat(event.cause()).isInstanceOf(SimulatedFailure.class);
                        sim.sometimes(true, "effect");
                      });
              for (int i = 0; i < 100; i++) {
                fragile.tell(i);
                solid.tell(i);
              }
              sim.settle();
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  @Test
  void handlerException_markedSite_happensNowAndThen() {
    long effects =
        effects(
            Fault.HANDLER_EXCEPTION,
            sim -> {
              int count = 0;
              for (int i = 0; i < 100; i++) {
                count += sim.fault("write to disk") ? 1 : 0;
              }
              assertThat(count).isLessThan(60);
              sim.sometimes(count > 0, "effect");
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  /// An actor with more room than it will ever need.
  private static ActorRef<Integer> roomy(
      Simulation sim, OverflowStrategy overflow, Actor<Integer> actor) {
    return sim.system()
        .spawn(
            "roomy", Props.of(() -> actor).withMailbox(MailboxSettings.bounded(1_000, overflow)));
  }

  @Test
  void fullMailbox_senderIsRefusedThoughThereIsRoom() {
    long effects =
        effects(
            Fault.FULL_MAILBOX,
            sim -> {
              ActorRef<Integer> roomy = roomy(sim, OverflowStrategy.FAIL, (ctx, number) -> {});
              for (int i = 0; i < 100; i++) {
                try {
                  roomy.tell(i);
                } catch (MailboxFullException e) {
                  sim.sometimes(true, "effect");
                }
              }
              sim.settle();
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  @Test
  void fullMailbox_thatDropsItsHead_losesTheOldestThoughThereIsRoom() {
    long effects =
        effects(
            Fault.FULL_MAILBOX,
            sim -> {
              ActorRef<Integer> roomy = roomy(sim, OverflowStrategy.DROP_HEAD, (ctx, number) -> {});
              for (int i = 0; i < 100; i++) {
                roomy.tell(i);
              }
              sim.settle();
              sim.sometimes(sim.system().deadLetters(DeadLetterReason.OVERFLOW) > 0, "effect");
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  @Test
  void fullMailbox_thatLetsSendersWait_losesNothingWhenItIsHealed() {
    long unused =
        effects(
            Fault.FULL_MAILBOX,
            sim -> {
              int[] handled = {0};
              ActorRef<Integer> roomy =
                  roomy(sim, OverflowStrategy.BLOCK, (ctx, number) -> handled[0]++);
              for (int i = 0; i < 100; i++) {
                roomy.tell(i);
                sim.settle();
              }
              sim.heal();
              sim.settle();
              assertThat(handled).containsExactly(100);
            });
  }

  private static boolean isInTheTrace(Simulation sim, Fault fault, String guardian) {
    return sim.trace().events().stream()
        .anyMatch(
            event ->
                event.kind() == TraceEvent.Kind.FAULT
                    && event.detail().equals(fault.name())
                    && event.actor().startsWith(guardian));
  }

  @Test
  void handlerException_allActorsMayCrash_receptionistForgetsNothingAllTheSame() {
    ServiceKey<String> key = ServiceKey.of(String.class, "service");
    long effects =
        effects(
            Fault.HANDLER_EXCEPTION,
            sim -> {
              sim.mayCrash(actor -> true);
              List<ActorRef<String>> actors = new ArrayList<>();
              for (int i = 0; i < 10; i++) {
                ActorRef<String> actor = sim.system().spawn("a" + i, () -> (ctx, text) -> {});
                sim.system().receptionist().register(key, actor);
                actor.tell("work");
                actors.add(actor);
              }
              sim.settle();
              actors.forEach(sim.system()::stop);
              sim.settle();

              assertThat(sim.system().receptionist().find(key)).isEmpty();
              assertThat(isInTheTrace(sim, Fault.HANDLER_EXCEPTION, "/system")).isFalse();
              sim.sometimes(isInTheTrace(sim, Fault.HANDLER_EXCEPTION, "/user"), "effect");
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  @Test
  void fullMailbox_everyMailboxIsBounded_thoseOfTheRuntimeAreNotFull() {
    ServiceKey<String> key = ServiceKey.of(String.class, "service");
    SimulationSettings settings =
        SimulationSettings.DEFAULT
            .withFaults(Fault.FULL_MAILBOX)
            .withSystem(
                system ->
                    system.withMailbox(
                        SystemSettings.DEFAULT_MAILBOX,
                        MailboxSettings.bounded(1_000, OverflowStrategy.DROP_NEW)));
    Scenario scenario =
        sim -> {
          for (int i = 0; i < 20; i++) {
            ActorRef<String> actor = sim.system().spawn("a" + i, () -> (ctx, text) -> {});
            sim.system().receptionist().register(key, actor);
            actor.tell("work");
          }
          sim.settle();

          assertThat(isInTheTrace(sim, Fault.FULL_MAILBOX, "/system")).isFalse();
          sim.sometimes(isInTheTrace(sim, Fault.FULL_MAILBOX, "/user"), "effect");
        };
    SweepReport report = Sweep.of(scenario, settings, 1).run(0, SEEDS, () -> true);

    assertThat(report.failure()).isEmpty();
    assertThat(report.reached()).containsKey("effect");
  }

  @Test
  void slowActor_isPassedOverThoughItIsTheOnlyOtherOneThatIsReady() {
    long effects =
        effects(
            Fault.SLOW_ACTOR,
            sim -> {
              int[] done = {0, 0};
              for (int i = 0; i < 2; i++) {
                int id = i;
                sim.system()
                    .<Integer>spawn("actor-" + i, () -> (ctx, left) -> again(ctx, left, id, done))
                    .tell(WALK);
              }
              sim.settle();
              assertThat(done).containsExactly(WALK + 1, WALK + 1);
              sim.sometimes(sawSlowness(sim.trace()), "effect");
            });

    assertThat(effects).isBetween(SEEDS / 6L, SEEDS * 5L / 6);
  }

  private static void again(Context<Integer> ctx, int left, int id, int[] done) {
    done[id]++;
    if (left > 0) {
      ctx.self().tell(left - 1);
    }
  }

  /// Whether only one of the two actors handled messages after a fault, two at least.
  private static boolean sawSlowness(Trace trace) {
    List<TraceEvent> events =
        trace.events().stream()
            .filter(
                event ->
                    event.kind() == TraceEvent.Kind.HANDLED
                        || event.kind() == TraceEvent.Kind.FAULT)
            .toList();
    for (int i = 0; i + 2 < events.size(); i++) {
      if (events.get(i).kind() == TraceEvent.Kind.FAULT
          && events.get(i + 1).kind() == TraceEvent.Kind.HANDLED
          && events.get(i + 1).actor().equals(events.get(i + 2).actor())) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void ofSeed_oneFaultAllowed_someSeedsHaveItOnAndSomeDoNot(Fault fault) {
    Set<Boolean> on = new HashSet<>();
    for (long seed = 0; seed < 40; seed++) {
      try (Simulation sim =
          Simulation.ofSeed(Seeds.nth(0, seed), SimulationSettings.DEFAULT.withFaults(fault))) {
        assertThat(EnumSet.of(fault)).containsAll(sim.faults());
        on.add(sim.faults().contains(fault));
      }
    }

    assertThat(on).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void driverStall_oneLongTime_comesAnywhereInIt() {
    long effects =
        effects(
            Fault.DRIVER_STALL,
            sim -> {
              sim.advance(Duration.ofMinutes(1));
              boolean isLater =
                  sim.trace().events().stream()
                      .filter(event -> event.kind() == TraceEvent.Kind.FAULT)
                      .anyMatch(event -> event.nanos() > Duration.ofSeconds(10).toNanos());
              sim.sometimes(isLater, "effect");
            });

    assertThat(effects).isPositive();
  }
}
