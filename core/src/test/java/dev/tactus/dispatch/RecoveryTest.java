package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/// Actors on an executor that is overloaded, closed, or runs commands where it should not.
@Requirement({"M2.4", "M7.3"})
final class RecoveryTest {
  /// An executor that keeps its commands, and refuses when it is told to.
  private static final class Moody implements Executor {
    final Deque<Runnable> commands = new ArrayDeque<>();
    boolean refusing;
    int refusals;

    @Override
    public void execute(Runnable command) {
      if (refusing) {
        refusals++;
        throw new RejectedExecutionException("overloaded");
      }
      commands.add(command);
    }

    void runAll() {
      for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
        command.run();
      }
    }
  }

  private final Moody executor = new Moody();
  private final List<Integer> handled = new ArrayList<>();
  private final List<DispatcherEvent> events = new ArrayList<>();

  private PumpedSystem system(Executor host) {
    PumpedSystem made =
        PumpedSystem.with(s -> s.withDispatcher("host", DispatcherSettings.executor(host)));
    made.system.events().subscribe(DispatcherEvent.class, events::add);
    return made;
  }

  private ActorRef<Integer> spawn(PumpedSystem pumped) {
    return pumped.system.spawn(
        Props.<Integer>of(() -> (ctx, message) -> handled.add(message)).withDispatcher("host"));
  }

  @Test
  void executor_overloaded_isAskedThreeTimesAndTheActorGoesOnWhenItRecovers() {
    try (PumpedSystem pumped = system(executor)) {
      ActorRef<Integer> actor = spawn(pumped);
      executor.runAll();
      executor.refusing = true;
      actor.tell(1);
      assertThat(executor.refusals).isEqualTo(3);
      assertThat(events)
          .containsExactly(new DispatcherEvent.TurnRefused("host", actor.toString(), 3));
      assertThat(pumped.system.dispatchers().lookup("host").refused()).isEqualTo(1);
      pumped.advance(Duration.ofSeconds(3));
      assertThat(events).hasSize(1);
      executor.refusing = false;
      pumped.advance(Duration.ofSeconds(1));
      executor.runAll();
      assertThat(handled).containsExactly(1);
      assertThat(events).last().isEqualTo(new DispatcherEvent.Recovered("host", 1));
      assertThat(pumped.deadLetters).isEmpty();
    }
  }

  @Test
  void executor_thatRecovers_isTriedByTheNextMessage() {
    try (PumpedSystem pumped = system(executor)) {
      ActorRef<Integer> actor = spawn(pumped);
      executor.runAll();
      executor.refusing = true;
      actor.tell(1);
      executor.refusing = false;
      actor.tell(2);
      executor.runAll();
      assertThat(handled).containsExactly(1, 2);
    }
  }

  @Test
  @Requirement("W1")
  void executor_thatRunsWithinExecute_isTakenToRefuse() {
    try (PumpedSystem pumped = system(Runnable::run)) {
      ActorRef<Integer> actor = spawn(pumped);
      actor.tell(1);
      assertThat(handled).isEmpty();
      assertThat(events).isNotEmpty();
    }
  }

  @Test
  void execute_refused_throwsAndPublishes() {
    try (PumpedSystem pumped = system(executor)) {
      Dispatcher dispatcher = pumped.system.dispatchers().lookup("host");
      executor.refusing = true;
      assertThatThrownBy(() -> dispatcher.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("'host'");
      assertThat(events).singleElement().isInstanceOf(DispatcherEvent.TurnRefused.class);
    }
  }
}
