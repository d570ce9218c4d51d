package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.requirement.Requirement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Assertions that are thrown where nobody would see them fail a seed all the same.
@Requirement("D4")
final class AssertionsInsideTest {
  private final Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT);

  /// Fails when told to, and has hooks that do not hold.
  private static final class Strict implements Actor<String> {
    @Override
    public void receive(Context<String> ctx, String message) {
      throw new IllegalStateException(message);
    }

    @Override
    public void restarting(Context<String> ctx, Throwable cause, @Nullable String message) {
      throw new AssertionError("a wrong restart");
    }

    @Override
    public void stopped(Context<String> ctx) {
      throw new AssertionError("a wrong end");
    }
  }

  private static void failsWith(Scenario scenario, String message) {
    SeedOutcome outcome =
        SeedOutcome.run(scenario, Simulation.ofSeed(1, SimulationSettings.DEFAULT));

    assertThat(outcome.failure()).map(Throwable::getMessage).contains(message);
  }

  @Test
  void settle_stoppedOfAnActor_isThrownAndInTheTrace() {
    ActorRef<String> strict = sim.system().spawn("strict", Strict::new);
    sim.settle();
    sim.system().stop(strict);

    assertThatThrownBy(sim::settle).isInstanceOf(AssertionError.class).hasMessage("a wrong end");
    assertThat(sim.trace().text()).contains("FAILED\t/user/strict\t\tAssertionError stopped");
    assertThatCode(sim::close).as("was thrown before").doesNotThrowAnyException();
  }

  @Test
  void settle_restartingOfAnActor_isThrown() {
    sim.system().spawn("strict", Strict::new).tell("fail");

    assertThatThrownBy(sim::settle).hasMessage("a wrong restart");
    sim.close();
  }

  @Test
  void settle_subscriberOfEvents_isThrown() {
    sim.system()
        .events()
        .subscribe(
            ActorEvent.Started.class,
            event -> {
              throw new AssertionError("a wrong event");
            });
    sim.system().spawn("actor", () -> (ctx, text) -> {}).tell("hello");

    assertThatThrownBy(sim::settle).hasMessage("a wrong event");
    assertThat(sim.trace().text()).contains("SubscriberFailed AssertionError");
    sim.close();
  }

  @Test
  void settle_causeOfAnotherException_isThrown() {
    AssertionError first = new AssertionError("within");
    ActorRef<String> actor =
        sim.system()
            .spawn(
                "actor",
                () ->
                    (ctx, text) -> {
                      throw new IllegalStateException(new IllegalArgumentException(first));
                    });
    actor.tell("fail");

    assertThatThrownBy(sim::settle).isSameAs(first);
    sim.close();
  }

  @Test
  void settle_causesThatGoInACircle_areNoAssertion() {
    IllegalStateException one = new IllegalStateException("one");
    IllegalStateException other = new IllegalStateException("other", one);
    one.initCause(other);
    ActorRef<String> actor =
        sim.system()
            .spawn(
                "actor",
                () ->
                    (ctx, text) -> {
                      throw one;
                    });
    actor.tell("fail");

    assertThatCode(sim::settle).doesNotThrowAnyException();
    sim.close();
  }

  @Test
  void close_stoppedOfAnActorThatIsLeft_isThrownWhenAllHasEnded() {
    ActorRef<String> unused = sim.system().spawn("strict", Strict::new);
    sim.settle();

    assertThatThrownBy(sim::close).isInstanceOf(AssertionError.class).hasMessage("a wrong end");
    assertThat(sim.trace().text()).contains("STOPPED\t/user/strict");
    assertThatCode(sim::close).doesNotThrowAnyException();
  }

  @Test
  void run_stoppedOfAnActorThatIsLeft_failsTheSeed() {
    failsWith(
        other -> {
          ActorRef<String> unused = other.system().spawn("strict", Strict::new);
          other.settle();
        },
        "a wrong end");
  }

  @Test
  void run_scenarioFailsAndThenItsEnd_isTheFailureOfTheScenario() {
    failsWith(
        other -> {
          ActorRef<String> unused = other.system().spawn("strict", Strict::new);
          other.settle();
          throw new IllegalStateException("first");
        },
        "first");
  }

  @Test
  void run_traceOfASoundEnd_endsWithTheScenario() {
    SeedOutcome outcome =
        SeedOutcome.run(
            other -> {
              other.system().spawn("actor", () -> (ctx, text) -> {}).tell("hello");
              other.settle();
            },
            Simulation.ofSeed(1, SimulationSettings.DEFAULT));

    assertThat(outcome.failure()).isEqualTo(Optional.empty());
    assertThat(outcome.trace().text()).doesNotContain("STOPPED");
  }
}
