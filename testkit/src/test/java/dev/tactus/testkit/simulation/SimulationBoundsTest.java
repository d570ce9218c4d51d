package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.AskTimeoutException;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nothing of a simulation runs outside of it, and nothing inside of it can move it.
final class SimulationBoundsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT);

  @Test
  @Requirement({"D1", "D2"})
  void delay_ofTheScheduler_completesInATurn() {
    CompletableFuture<Thread> where =
        sim.system().scheduler().delay(SECOND).thenApply(nothing -> Thread.currentThread());
    sim.advance(SECOND.multipliedBy(2));

    assertThat(where).isCompletedWithValue(Thread.currentThread());
    sim.close();
  }

  @Test
  @Requirement("D2")
  void delay_thatTellsAnActor_isTheSameInBothRunsOfASeed() {
    Scenario scenario =
        each -> {
          var actor =
              each.system()
                  .<String>spawn(
                      "a",
                      () ->
                          (ctx, message) -> {
                            if (message.equals("begin")) {
                              var unused =
                                  each.system()
                                      .scheduler()
                                      .delay(Duration.ofMillis(50))
                                      .thenRun(() -> ctx.self().tell("end"));
                            }
                          });
          actor.tell("begin");
          each.advance(SECOND);
          assertThat(each.trace().text()).contains("HANDLED\t/user/a");
        };

    SweepReport report = Sweep.of(scenario, SimulationSettings.DEFAULT, 1).run(0, 20, () -> true);
    assertThat(report.failure()).isEmpty();
  }

  private static void failsInside(Consumer<Simulation> misuse) {
    Scenario byAnActor =
        each -> {
          each.system().<String>spawn("a", () -> (ctx, message) -> misuse.accept(each)).tell("now");
          each.settle();
        };
    Scenario byATask =
        each -> {
          var unused =
              each.system()
                  .scheduler()
                  .scheduleOnce(SECOND, () -> misuse.accept(each), Scheduler.DIRECT);
          each.advance(SECOND.multipliedBy(2));
        };
    for (Scenario scenario : new Scenario[] {byAnActor, byATask}) {
      SeedOutcome outcome =
          SeedOutcome.run(scenario, Simulation.ofSeed(1, SimulationSettings.DEFAULT));
      assertThat(outcome.failure())
          .hasValueSatisfying(
              failure ->
                  assertThat(failure)
                      .isInstanceOf(AssertionError.class)
                      .hasMessageContaining("Do this in the scenario."));
    }
  }

  private record Question(ActorRef<String> replyTo) {}

  @Test
  @Requirement({"D2", "D3"})
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void ask_timeoutIsATurnThatThePoolRefuses_failsAfterAMinuteOfVirtualTimeAllTheSame() {
    SimulationSettings refusing = SimulationSettings.DEFAULT.withFaults(Fault.REJECTING_EXECUTOR);
    long limitNanos = Duration.ofMinutes(1).plusMillis(10).toNanos();
    boolean wasRefused = false;
    for (long i = 0; i < 40; i++) {
      try (Simulation each = Simulation.ofSeed(Seeds.nth(0, i), refusing)) {
        ActorRef<Question> silent = each.system().spawn("silent", () -> (ctx, question) -> {});
        ActorRef<Integer> busy =
            each.system().spawn("busy", () -> (ctx, left) -> again(ctx.self(), left));
        busy.tell(50);

        Throwable failure = catchThrowable(() -> each.<Question, String>ask(silent, Question::new));

        assertThat(failure)
            .as("seed %s", i)
            .isInstanceOf(CompletionException.class)
            .hasCauseInstanceOf(AskTimeoutException.class)
            .hasMessageContaining("/user/silent did not answer");
        assertThat(each.nowNanos()).as("seed %s", i).isLessThanOrEqualTo(limitNanos);
        wasRefused |= failure.toString().contains("the pool has refused turns");
      }
    }
    assertThat(wasRefused).as("whether it came to that").isTrue();
  }

  private static void again(ActorRef<Integer> self, int left) {
    if (left > 0) {
      self.tell(left - 1);
    }
  }

  @Test
  @Requirement("D4")
  void advance_byAnActorOrATask_failsTheSeed() {
    failsInside(each -> each.advance(SECOND));
  }

  @Test
  @Requirement("D4")
  void advanceUntil_byAnActorOrATask_failsTheSeed() {
    failsInside(
        each -> {
          boolean unused = each.advanceUntil(() -> false, SECOND);
        });
  }

  @Test
  @Requirement("D4")
  void close_byAnActorOrATask_failsTheSeed() {
    failsInside(Simulation::close);
  }

  @Test
  @Requirement("D4")
  void settle_afterTheClose_isRefusedAndASecondCloseIsFine() {
    sim.close();

    assertThatThrownBy(sim::settle).hasMessageContaining("after it was closed");
    assertThatThrownBy(() -> sim.advance(SECOND)).hasMessageContaining("after it was closed");
    assertThatCode(sim::close).doesNotThrowAnyException();
  }

  @Test
  void withFaults_oneOfThemTwice_isThatOne() {
    assertThat(SimulationSettings.DEFAULT.withFaults(Fault.COMPLETION, Fault.COMPLETION).faults())
        .containsExactly(Fault.COMPLETION);
  }

  private static void firstRule(int a) {
    if (a > 3) {
      throw new AssertionError();
    }
  }

  private static void secondRule(int b) {
    if (b == 0) {
      throw new AssertionError();
    }
  }

  @Test
  @Requirement("D4")
  void shrink_anotherAssertionWithoutWordsIsNearer_staysWithTheOneThatFailed() {
    Scenario scenario =
        each -> {
          firstRule(each.choose(10));
          secondRule(each.choose(10));
        };
    SeedOutcome failed = null;
    for (long seed = 0; failed == null; seed++) {
      SeedOutcome outcome =
          SeedOutcome.run(scenario, Simulation.ofSeed(seed, SimulationSettings.DEFAULT));
      if (outcome.choices().length() == 1) {
        failed = outcome;
      }
    }
    int[] shortest =
        new Shrinker(scenario, SimulationSettings.DEFAULT, 1, failed, () -> true).shrink();

    assertThat(shortest).hasSize(1);
    assertThat(shortest[0]).as("what the first rule forbids").isGreaterThan(3);
  }
}
