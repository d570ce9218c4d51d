package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.AskTimeoutException;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SimulationTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT);

  @AfterEach
  void end() {
    sim.close();
  }

  private record Question(ActorRef<String> replyTo) {}

  @Test
  @Requirement({"D2", "S5.1"})
  void advance_chainOfTimersAndMessages_isDoneWhenItReturns() {
    List<Long> seen = new ArrayList<>();
    ActorRef<Integer> last =
        sim.system().spawn("last", () -> (ctx, left) -> seen.add(sim.nowNanos() / 1_000_000));
    ActorRef<Integer> chain =
        sim.system()
            .spawn(
                "chain",
                () ->
                    (ctx, left) -> {
                      last.tell(left);
                      if (left > 0) {
                        ctx.timers().once("next", Duration.ofMillis(100), left - 1);
                      }
                    });
    chain.tell(10);

    sim.advance(Duration.ofMillis(500));

    assertThat(seen).containsExactly(0L, 100L, 200L, 300L, 400L, 500L);

    sim.advance(Duration.ofDays(1));

    assertThat(seen).hasSize(11).endsWith(900L, 1_000L);
    assertThat(sim.nowNanos()).isEqualTo(Duration.ofDays(1).plusMillis(500).toNanos());
  }

  @Test
  @Requirement("D2")
  void settle_messagesInACircle_failsInsteadOfRunningForEver() {
    try (Simulation endless =
        Simulation.ofSeed(1, SimulationSettings.DEFAULT.withTurnsMax(1_000))) {
      ActorRef<String> circle =
          endless.system().spawn("circle", () -> (ctx, text) -> ctx.self().tell(text));
      circle.tell("again");

      assertThatThrownBy(endless::settle)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("did not come to rest within 1000 turns");
      endless.system().stop(circle);
    }
  }

  @Test
  @Requirement("D2")
  void ask_answerAfterAWhile_isGivenAndTimeHasPassed() {
    ActorRef<Question> slow =
        sim.system()
            .spawn(
                "slow",
                () ->
                    (ctx, question) ->
                        ctx.scheduleOnce(SECOND, question.replyTo(), "here you are"));

    String answer = sim.ask(slow, Question::new);

    assertThat(answer).isEqualTo("here you are");
    assertThat(sim.nowNanos()).as("time stands where it came").isEqualTo(SECOND.toNanos());
  }

  @Test
  @Requirement("D2")
  void ask_answerAtOnce_noTimePasses() {
    ActorRef<Question> quick =
        sim.system().spawn("quick", () -> (ctx, question) -> question.replyTo().tell("yes"));

    assertThat(sim.<Question, String>ask(quick, Question::new)).isEqualTo("yes");
    assertThat(sim.nowNanos()).isZero();
  }

  @Test
  @Requirement("D2")
  void ask_noAnswer_failsAfterAMinuteOfVirtualTime() {
    ActorRef<Question> silent = sim.system().spawn("silent", () -> (ctx, question) -> {});

    assertThatThrownBy(() -> sim.<Question, String>ask(silent, Question::new))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(AskTimeoutException.class);
  }

  @Test
  @Requirement("D4")
  void settle_assertionOfAnActor_isThrownWhateverSupervisionMakesOfIt() {
    ActorRef<String> strict =
        sim.system()
            .spawn(
                "strict",
                Props.<String>of(
                        () ->
                            (ctx, text) -> {
                              throw new AssertionError("got " + text);
                            })
                    .withSupervision(Supervision.resume()));
    strict.tell("something");

    assertThatThrownBy(sim::settle).isInstanceOf(AssertionError.class).hasMessage("got something");
  }

  @Test
  @Requirement("D1")
  void settle_manySeeds_everyOrderOfThreeActorsHappens() {
    Set<List<Integer>> orders = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      try (Simulation other = Simulation.ofSeed(seed, SimulationSettings.DEFAULT)) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          int id = i;
          ActorRef<String> actor =
              other.system().spawn("a" + i, () -> (ctx, text) -> order.add(id));
          actor.tell("go");
        }
        other.settle();
        orders.add(order);
      }
    }

    assertThat(orders).hasSize(6);
  }

  @Test
  @Requirement("D1")
  void settle_randomTurns_aTurnMayEndAfterAnyNumberOfMessages() {
    Set<Integer> together = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      try (Simulation other = Simulation.ofSeed(seed, SimulationSettings.DEFAULT)) {
        List<String> order = new ArrayList<>();
        for (String name : List.of("a", "b")) {
          ActorRef<String> actor = other.system().spawn(name, () -> (ctx, text) -> order.add(text));
          for (int i = 0; i < 4; i++) {
            actor.tell(name);
          }
        }
        other.settle();
        int run = 1;
        while (run < order.size() && order.get(run).equals(order.getFirst())) {
          run++;
        }
        together.add(run);
      }
    }

    assertThat(together).contains(1, 2, 3, 4);
  }

  @Test
  @Requirement("D3")
  void heal_allFaults_nothingFailsAfterwards() {
    for (long seed = 0; seed < 100; seed++) {
      try (Simulation other = Simulation.ofSeed(seed, SimulationSettings.DEFAULT.withAllFaults())) {
        List<Integer> seen = new ArrayList<>();
        ActorRef<Integer> actor = other.system().spawn("actor", () -> (ctx, i) -> seen.add(i));
        other.mayCrash(ref -> true);
        other.advance(SECOND);
        other.heal();
        int events = other.trace().events().size();
        for (int i = 0; i < 100; i++) {
          actor.tell(i);
        }
        other.advance(SECOND);

        assertThat(seen).hasSize(100).isSorted();
        assertThat(other.trace().events().subList(events, other.trace().events().size()))
            .noneMatch(event -> event.kind() == TraceEvent.Kind.FAULT);
        assertThat(other.faults()).isEmpty();
      }
    }
  }

  @Test
  @Requirement("D1")
  void faults_someAreOn_comeInTheOrderOfTheirKindsAndCannotBeChanged() {
    Set<Integer> sizes = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      try (Simulation other = Simulation.ofSeed(seed, SimulationSettings.DEFAULT.withAllFaults())) {
        Set<Fault> faults = other.faults();

        assertThat(List.copyOf(faults)).as("seed %s", seed).isSorted();
        assertThatThrownBy(() -> faults.add(Fault.COMPLETION))
            .isInstanceOf(UnsupportedOperationException.class);
        sizes.add(faults.size());
      }
    }
    assertThat(sizes).hasSizeGreaterThan(2);
    assertThat(SimulationSettings.DEFAULT.withAllFaults().faults()).containsExactly(Fault.values());
  }

  @Test
  void close_whileFaultsAreOn_endsAllActors() {
    for (long seed = 0; seed < 200; seed++) {
      List<String> ended = new ArrayList<>();
      Simulation other = Simulation.ofSeed(seed, SimulationSettings.DEFAULT.withAllFaults());
      for (int i = 0; i < 4; i++) {
        ActorRef<String> actor = other.system().spawn(() -> new LastWords(ended));
        actor.tell("hello");
      }
      other.settle();

      other.close();

      assertThat(ended).as("seed %s", seed).hasSize(4);
    }
  }

  private static final class LastWords implements Actor<String> {
    private final List<String> ended;

    LastWords(List<String> ended) {
      this.ended = ended;
    }

    @Override
    public void receive(Context<String> ctx, String message) {}

    @Override
    public void stopped(Context<String> ctx) {
      ended.add("bye");
    }
  }

  @Test
  void trace_timerAndMessage_areToldApart() {
    ActorRef<String> actor =
        sim.system()
            .spawn(
                "actor",
                () ->
                    (ctx, text) -> {
                      if (text.equals("begin")) {
                        ctx.timers().once("key", SECOND, "end");
                      }
                    });
    actor.tell("begin");
    sim.advance(SECOND.multipliedBy(2));

    assertThat(sim.trace().events())
        .filteredOn(event -> event.actor().equals("/user/actor"))
        .extracting(TraceEvent::kind)
        .containsSubsequence(
            TraceEvent.Kind.SENT,
            TraceEvent.Kind.HANDLED,
            TraceEvent.Kind.TIMER,
            TraceEvent.Kind.HANDLED);
  }

  @Test
  @Requirement("D4")
  void trace_messageIsThrownBackToItsSender_hasOnlyThoseThatWereSent() {
    Props<String> props = Props.of(() -> (ctx, text) -> {});
    ActorRef<String> actor =
        sim.system()
            .spawn("actor", props.withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL)));
    actor.tell("first");
    assertThatThrownBy(() -> actor.tell("too many")).isInstanceOf(MailboxFullException.class);
    assertThat(actor.tellAsync("too many")).isCompletedExceptionally();
    sim.settle();
    assertThat(actor.tellAsync("second")).isCompleted();
    sim.settle();
    sim.system().messages().scheduleOnce(SECOND, actor, "third", Scheduler.DIRECT, null);
    sim.advance(SECOND);

    assertThat(sim.trace().events())
        .filteredOn(event -> event.actor().equals("/user/actor"))
        .extracting(TraceEvent::kind)
        .filteredOn(kind -> kind != TraceEvent.Kind.STARTED)
        .containsExactly(
            TraceEvent.Kind.SENT,
            TraceEvent.Kind.HANDLED,
            TraceEvent.Kind.SENT,
            TraceEvent.Kind.HANDLED,
            TraceEvent.Kind.TIMER,
            TraceEvent.Kind.HANDLED);
  }

  @Test
  void trace_moreEventsThanAreKept_endsWithAWarning() {
    try (Simulation small = Simulation.ofSeed(1, SimulationSettings.DEFAULT.withEventsMax(10))) {
      ActorRef<String> actor = small.system().spawn("actor", () -> (ctx, text) -> {});
      for (int i = 0; i < 100; i++) {
        actor.tell("again");
      }
      small.settle();

      assertThat(small.trace().events()).hasSize(10);
      assertThat(small.trace().events().getLast().detail()).isEqualTo("the trace is full");
    }
  }

  @Test
  void settings_noTurns_saysWhatIsAllowed() {
    assertThatThrownBy(() -> SimulationSettings.DEFAULT.withTurnsMax(0))
        .hasMessage("turnsMax was 0; give 1 or more.");
    assertThatThrownBy(() -> SimulationSettings.DEFAULT.withEventsMax(0))
        .hasMessage("eventsMax was 0; give 1 or more.");
    assertThatCode(() -> SimulationSettings.DEFAULT.withTurnsMax(1)).doesNotThrowAnyException();
  }

  @Test
  @Requirement({"D2", "D3"})
  void advance_driverIsHeldUpWithinATick_asMuchTimePassesAsWasSaid() {
    SimulationSettings stalling = SimulationSettings.DEFAULT.withFaults(Fault.DRIVER_STALL);
    for (long seed = 0; seed < 20; seed++) {
      try (Simulation other = Simulation.ofSeed(seed, stalling)) {
        for (int i = 1; i <= 50; i++) {
          other.advance(Duration.ofMillis(123));

          assertThat(other.nowNanos())
              .as("seed %s", seed)
              .isEqualTo(Duration.ofMillis(123L * i).toNanos());
        }
      }
    }
  }

  @Test
  void outside_resultThrows_completesWithThat() {
    IllegalStateException error = new IllegalStateException("no such row");
    CompletableFuture<String> answer =
        sim.outside(
            SECOND,
            () -> {
              throw error;
            });
    sim.advance(SECOND);

    assertThat(answer).isCompletedExceptionally();
    assertThatThrownBy(answer::join).hasCause(error);
  }

  @Test
  @Requirement("D4")
  void advance_assertionOfAScheduledTask_isThrown() {
    sim.system()
        .scheduler()
        .scheduleOnce(
            SECOND,
            () -> {
              throw new AssertionError("too late");
            },
            Scheduler.DIRECT);

    assertThatThrownBy(() -> sim.advance(SECOND.multipliedBy(2)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("too late");
  }

  @Test
  @Requirement({"D2", "D3"})
  void advanceUntil_driverIsHeldUp_standsNoLaterThanAStallAfterIt() {
    SimulationSettings stalling = SimulationSettings.DEFAULT.withFaults(Fault.DRIVER_STALL);
    Set<Boolean> inTime = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      try (Simulation other = Simulation.ofSeed(seed, stalling)) {
        List<String> seen = new ArrayList<>();
        ActorRef<String> actor = other.system().spawn(() -> (ctx, text) -> seen.add(text));
        other.system().messages().scheduleOnce(SECOND, actor, "now", Scheduler.DIRECT, null);

        assertThat(other.advanceUntil(() -> !seen.isEmpty(), Duration.ofHours(1))).isTrue();
        assertThat(other.nowNanos())
            .as("seed %s", seed)
            .isBetween(SECOND.toNanos(), SECOND.plusMillis(300).toNanos());
        inTime.add(other.nowNanos() == SECOND.toNanos());
        assertThat(other.advanceUntil(() -> seen.size() > 1, SECOND)).isFalse();
      }
    }
    assertThat(inTime).contains(true);
  }

  @Test
  @Requirement("D1")
  void choose_amongNothing_isRefusedByEverySeed() {
    for (long seed = 0; seed < 20; seed++) {
      try (Simulation other = Simulation.ofSeed(seed, SimulationSettings.DEFAULT)) {
        assertThatThrownBy(() -> other.choose(0))
            .as("seed %s", seed)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("1 or more");
      }
    }
  }
}
