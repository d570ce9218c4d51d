package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// Errors that make trouble when somebody looks at them do not keep an actor from its supervision.
@Requirement("A3")
final class HostileErrorsTest {
  /// An error that cannot be printed.
  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("not even a message");
    }
  }

  private static final Act FAIL =
      ctx -> {
        throw new Unprintable();
      };

  /// One whose message is made when somebody looks, by a class that cannot be loaded.
  private static final class Unloadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new NoClassDefFoundError("made up");
    }
  }

  private final Logger log = (Logger) LoggerFactory.getLogger(ActorSystem.class);
  private final Thread thread = Thread.currentThread();
  private final Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
  private final List<Throwable> reported = new ArrayList<>();

  /// A log that is off would not look at errors.
  @BeforeEach
  void lookAtErrors() {
    log.setLevel(Level.ERROR);
    thread.setUncaughtExceptionHandler((where, error) -> reported.add(error));
  }

  @AfterEach
  void lookAtNothing() {
    log.setLevel(null);
    thread.setUncaughtExceptionHandler(before);
  }

  @Test
  void handler_thatThrowsWhatCannotBePrinted_isRestarted() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> story = new ArrayList<>();
      ActorRef<Act> actor = t.puppet("a");
      t.run(actor, FAIL);
      t.run(actor, ctx -> story.add("went on"));
      assertThat(story).containsExactly("went on");
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(1);
    }
  }

  @Test
  @Requirement("A2")
  void hook_thatThrowsWhatCannotBePrinted_isNoObstacleToTheEnd() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              () ->
                  new Actor<String>() {
                    @Override
                    public void receive(Context<String> ctx, String message) {}

                    @Override
                    public void stopped(Context<String> ctx) {
                      throw new Unprintable();
                    }
                  });
      t.system.stop(actor);
      t.run();
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(t.events(ActorEvent.HookFailed.class)).hasSize(1);
    }
  }

  @Test
  void handler_thatThrowsWhatCannotBeLoaded_isRestarted() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> story = new ArrayList<>();
      ActorRef<Act> actor = t.puppet("a");
      t.run(
          actor,
          ctx -> {
            throw new Unloadable();
          });
      t.run(actor, ctx -> story.add("went on"));
      assertThat(story).containsExactly("went on");
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(1);
    }
  }

  @Test
  @Requirement("A2")
  void hook_thatThrowsWhatCannotBeLoaded_isNoObstacleToTheEnd() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> other = t.puppet("other");
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              () ->
                  new Actor<String>() {
                    @Override
                    public void started(Context<String> ctx) {
                      ctx.watch(other, "over");
                    }

                    @Override
                    public void receive(Context<String> ctx, String message) {}

                    @Override
                    public void stopped(Context<String> ctx) {
                      throw new Unloadable();
                    }
                  });
      t.run();
      t.system.stop(actor);
      t.run();
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  /// What a subscriber does goes to the handler of uncaught exceptions, and to nobody else.
  @Test
  @Requirement({"S8.2", "A2"})
  void subscriberOfDeadLetters_thatRunsOutOfMemory_isNoObstacleToAnEnd() {
    try (SteppedSystem t = SteppedSystem.start()) {
      t.system
          .events()
          .subscribe(
              DeadLetter.class,
              letter -> {
                throw new OutOfMemoryError("made up");
              });
      List<String> told = new ArrayList<>();
      ActorRef<Act> actor = t.puppet("a");
      ActorRef<String> watcher =
          t.system.spawn(
              "watcher",
              () ->
                  new Actor<String>() {
                    @Override
                    public void started(Context<String> ctx) {
                      ctx.watch(actor, "over");
                    }

                    @Override
                    public void receive(Context<String> ctx, String message) {
                      told.add(message);
                    }
                  });
      t.run();
      actor.tell(Context::stop);
      actor.tell(ctx -> told.add("never"));
      actor.tell(ctx -> told.add("never"));
      t.run();
      assertThat(told).containsExactly("over");
      assertThat(reported).hasSize(2);
      assertThat(t.system.deadLetters(DeadLetterReason.SHUTDOWN)).isEqualTo(2);
      assertThat(t.puppet("a")).as("its name is free").isNotSameAs(actor);
      assertThat(t.hasEnded(watcher)).isFalse();
    }
  }

  /// A system that one mailbox puts under pressure.
  private static SteppedSystem pressable() {
    return SteppedSystem.start(s -> s.withPressure(new PressureSettings(1, 0, 1)));
  }

  private static ActorRef<String> collector(
      SteppedSystem t, List<String> into, int capacity, OverflowStrategy overflow) {
    return t.system.spawn(
        "bounded",
        Props.<String>of(() -> (ctx, message) -> into.add(message))
            .withMailbox(
                MailboxSettings.bounded(capacity, overflow).withPushTimeout(Duration.ofHours(1))));
  }

  /// Lets the subscribers of the gauge run out of memory.
  private static void failWhere(
      SteppedSystem t, Predicate<SchedulerWarning.BackpressureState> where) {
    t.system
        .events()
        .subscribe(
            SchedulerWarning.BackpressureState.class,
            state -> {
              if (where.test(state)) {
                throw new OutOfMemoryError("made up");
              }
            });
  }

  @Test
  @Requirement({"S8.2", "S4.5"})
  void subscriberOfTheGauge_thatRunsOutOfMemoryAtItsRelease_costsNoMessage() {
    try (SteppedSystem t = pressable()) {
      failWhere(t, state -> !state.engaged());
      List<String> got = new ArrayList<>();
      ActorRef<String> actor = collector(t, got, 4, OverflowStrategy.DEAD_LETTER);
      List.of("1", "2", "3", "4").forEach(actor::tell);
      t.run();
      assertThat(got).containsExactly("1", "2", "3", "4");
      assertThat(reported).hasOnlyElementsOfType(OutOfMemoryError.class).isNotEmpty();
    }
  }

  @Test
  @Requirement({"S8.2", "S4.5"})
  void subscriberOfTheGauge_thatRunsOutOfMemory_leavesNoMailboxUnderPressure() {
    try (SteppedSystem t = pressable()) {
      failWhere(t, SchedulerWarning.BackpressureState::engaged);
      List<String> got = new ArrayList<>();
      ActorRef<String> actor = collector(t, got, 4, OverflowStrategy.BLOCK);
      List.of("1", "2", "3", "4", "5", "6").forEach(actor::tell);
      t.run();
      assertThat(got).containsExactly("1", "2", "3", "4", "5", "6");
      assertThat(t.events(MailboxPressure.class)).last().returns(false, MailboxPressure::pressed);
      assertThat(t.system.isUnderPressure()).isFalse();
      assertThat(reported).hasOnlyElementsOfType(OutOfMemoryError.class).isNotEmpty();
    }
  }

  @Test
  @Requirement({"S8.2", "M3.3"})
  void subscriberOfTheGauge_thatRunsOutOfMemory_keepsNobodyFromBeingLetIn() {
    try (SteppedSystem t = pressable()) {
      int[] states = {0};
      failWhere(t, state -> ++states[0] == 3);
      List<String> got = new ArrayList<>();
      ActorRef<String> actor = collector(t, got, 1, OverflowStrategy.BLOCK);
      List.of("1", "2", "3", "4", "5", "6").forEach(actor::tell);
      t.run();
      assertThat(got).containsExactly("1", "2", "3", "4", "5", "6");
    }
  }

  @Test
  @Requirement({"S8.2", "M7.3"})
  void subscriberOfRefusals_thatRunsOutOfMemory_isToldOfTheRecovery() {
    Queue<Runnable> turns = new ArrayDeque<>();
    boolean[] isFull = {true};
    Executor moody =
        turn -> {
          if (isFull[0]) {
            throw new RejectedExecutionException("full");
          }
          turns.add(turn);
        };
    try (SteppedSystem t =
        SteppedSystem.start(s -> s.withDispatcher("moody", DispatcherSettings.executor(moody)))) {
      List<DispatcherEvent> seen = new ArrayList<>();
      t.system
          .events()
          .subscribe(
              DispatcherEvent.class,
              event -> {
                seen.add(event);
                if (seen.size() == 1) {
                  throw new OutOfMemoryError("made up");
                }
              });
      List<String> got = new ArrayList<>();
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              Props.<String>of(() -> (ctx, message) -> got.add(message)).withDispatcher("moody"));
      actor.tell("hello");
      isFull[0] = false;
      t.advance(Duration.ofSeconds(3));
      while (!turns.isEmpty()) {
        turns.remove().run();
      }
      assertThat(got).containsExactly("hello");
      assertThat(seen).last().isInstanceOf(DispatcherEvent.Recovered.class);
      assertThat(reported).hasOnlyElementsOfType(OutOfMemoryError.class).isNotEmpty();
      t.system.stop(actor);
      while (!turns.isEmpty()) {
        turns.remove().run();
      }
    }
  }

  @Test
  @Requirement("S8.2")
  void handler_thatRunsOutOfMemory_isRestartedWhateverTheUncaughtHandlerDoes() {
    thread.setUncaughtExceptionHandler(
        (where, error) -> {
          reported.add(error);
          throw new IllegalStateException("the last resort fails");
        });
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.run(
          actor,
          ctx -> {
            throw new OutOfMemoryError("made up");
          });
      assertThat(reported).singleElement().isInstanceOf(OutOfMemoryError.class);
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(1);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // that is what is tested
  void rule_withoutATypeOrADirective_isRefusedWhenItIsMade() {
    assertThatThrownBy(() -> Supervision.restart().on(null, Supervision.Directive.STOP))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("type");
    assertThatThrownBy(() -> Supervision.restart().on(Exception.class, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("directive");
  }
}
