package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
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

  /// A log that is off would not look at errors.
  @BeforeEach
  void logErrors() {
    log.setLevel(Level.ERROR);
  }

  @AfterEach
  void logNothing() {
    log.setLevel(null);
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
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    List<Throwable> reported = new ArrayList<>();
    thread.setUncaughtExceptionHandler((where, error) -> reported.add(error));
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
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
  }

  @Test
  @Requirement("S8.2")
  void handler_thatRunsOutOfMemory_isRestartedWhateverTheUncaughtHandlerDoes() {
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    List<Throwable> reported = new ArrayList<>();
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
    } finally {
      thread.setUncaughtExceptionHandler(before);
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
