package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Changing what handles messages, and messages that come from elsewhere.
@Requirement("A7")
final class BehaviorTest {
  private final List<String> seen = new ArrayList<>();

  @Test
  void become_untilUnbecome_handlesByTheLatest() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Actor<String> angry =
          (ctx, text) -> {
            seen.add("angry " + text);
            ctx.unbecome();
          };
      Actor<String> calm =
          (ctx, text) -> {
            seen.add("calm " + text);
            ctx.become(angry);
          };
      ActorRef<String> actor = t.system.spawn("a", () -> calm);
      for (String text : List.of("1", "2", "3", "4")) {
        actor.tell(text);
      }
      t.run();
      assertThat(seen).containsExactly("calm 1", "angry 2", "calm 3", "angry 4");
    }
  }

  @Test
  void become_restart_returnsToTheFirst() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> hooks = new ArrayList<>();
      Actor<String> first =
          new Actor<>() {
            @Override
            public void receive(Context<String> ctx, String text) {
              seen.add("first " + text);
              ctx.become(
                  (c, t) -> {
                    throw new IllegalStateException(t);
                  });
            }

            @Override
            public void stopped(Context<String> ctx) {
              hooks.add("stopped");
            }
          };
      ActorRef<String> actor = t.system.spawn("a", () -> first);
      actor.tell("1");
      actor.tell("2");
      actor.tell("3");
      t.run();
      assertThat(seen).containsExactly("first 1", "first 3");
      t.system.stop(actor);
      t.run();
      assertThat(hooks).as("the hook of the instance, whatever it has become").hasSize(1);
    }
  }

  @Test
  void unbecome_nothingToReturnTo_fails() {
    try (SteppedSystem t = SteppedSystem.start()) {
      t.run(t.puppet("a"), Context::unbecome);
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(e -> assertThat(e.cause()).hasMessageContaining("nothing to return to"));
    }
  }

  @Test
  void pipeToSelf_resultOrError_arrivesInATurn() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      CompletableFuture<Integer> good = new CompletableFuture<>();
      CompletableFuture<Integer> bad = new CompletableFuture<>();
      for (CompletableFuture<Integer> future : List.of(good, bad)) {
        t.run(
            actor,
            ctx ->
                ctx.pipeToSelf(
                    future.thenApply(x -> x + 1),
                    number -> c -> seen.add(number + " in " + c.path().name()),
                    error -> c -> seen.add(String.valueOf(error.getMessage()))));
      }
      good.complete(41);
      bad.completeExceptionally(new IOException("no line"));
      assertThat(seen).isEmpty();
      t.run();
      assertThat(seen).containsExactly("42 in a", "no line");
    }
  }

  @Test
  void pipeToSelf_translationFails_isTheActorsFailure() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.run(
          actor,
          ctx ->
              ctx.pipeToSelf(
                  CompletableFuture.completedFuture("x"),
                  text -> {
                    throw new IllegalStateException("cannot read " + text);
                  },
                  error -> c -> {}));
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(
              failure -> {
                assertThat(failure.cause()).hasMessage("cannot read x");
                assertThat(failure.message()).isEqualTo("String");
              });
    }
  }

  @Test
  @SuppressWarnings("NullAway") // a translation that breaks its word
  void adapter_translatesToNull_isTheActorsFailure() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.run(actor, ctx -> ctx.<Integer>adapter(number -> null).tell(1));
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(e -> assertThat(e.cause()).hasMessageContaining("made null of Integer"));
    }
  }

  @Test
  void adapter_othersLanguage_arrivesTranslated() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      List<ActorRef<Integer>> adapters = new ArrayList<>();
      t.run(actor, ctx -> adapters.add(ctx.adapter(number -> c -> seen.add("got " + number))));
      adapters.get(0).tell(1);
      CompletableFuture<Void> taken = adapters.get(0).tellAsync(2);
      t.run();
      assertThat(taken).isCompleted();
      assertThat(seen).containsExactly("got 1", "got 2");
      assertThat(adapters.get(0).path()).isEqualTo(actor.path());
    }
  }

  @Test
  void sender_saidOrNot_isKnownDuringThatMessageOnly() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Optional<ActorRef<?>>> senders = new ArrayList<>();
      ActorRef<Act> from = t.puppet("from");
      ActorRef<String> to = t.system.spawn("to", () -> (ctx, text) -> senders.add(ctx.sender()));
      to.tell("a", from);
      to.tell("b");
      t.run();
      assertThat(senders).containsExactly(Optional.of(from), Optional.empty());
    }
  }

  @Test
  @Requirement({"A7", "M3.2"})
  void pipeToSelf_intoAFullMailboxThatFails_isADeadLetter() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor =
          t.system.spawn(
              "a",
              Props.<Act>of(() -> (ctx, act) -> act.run(ctx))
                  .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL)));
      CompletableFuture<String> result = new CompletableFuture<>();
      t.run(
          actor,
          ctx ->
              ctx.pipeToSelf(
                  result, text -> later -> seen.add("result"), e -> later -> seen.add("error")));
      actor.tell(ctx -> seen.add("first"));
      assertThat(result.complete("lost")).isTrue();
      t.run();
      assertThat(seen).containsExactly("first");
      assertThat(t.deadLetters(DeadLetterReason.OVERFLOW)).containsExactly("lost");
    }
  }

  @Test
  void adapter_ofAScheduledMessage_knowsItsSender() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<String>> adapters = new ArrayList<>();
      t.run(
          t.puppet("owner"),
          ctx ->
              adapters.add(
                  ctx.adapter((String text) -> c -> seen.add(text + " from " + c.sender()))));
      ActorRef<Act> sender = t.puppet("sender");
      t.run(
          sender,
          ctx -> {
            var unused = ctx.scheduleOnce(Duration.ofMillis(10), adapters.getFirst(), "hello");
          });
      t.advance(Duration.ofMillis(30));
      assertThat(seen).containsExactly("hello from " + Optional.of(sender));
    }
  }

  @Test
  void become_overAndOver_keepsNothingButTheInstance() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      for (int i = 0; i < 100; i++) {
        t.run(actor, ctx -> ctx.become((c, act) -> act.run(c)));
      }
      Deque<Actor<?>> below = ((ActorCell<?>) actor).annex().behaviors();
      assertThat(below).hasSize(1);
      t.run(actor, Context::unbecome);
      assertThat(below).isEmpty();
      t.run(actor, ctx -> seen.add("the instance"));
      assertThat(seen).containsExactly("the instance");
    }
  }

  @Test
  void becomeStacked_untilUnbecome_returnsToWhatLiesBelow() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.run(actor, ctx -> ctx.become(named("one")));
      t.run(actor, ctx -> ctx.becomeStacked(named("two")));
      t.run(actor, ctx -> ctx.become(named("three")));
      t.run(actor, Context::unbecome);
      t.run(actor, Context::unbecome);
      t.run(actor, ctx -> seen.add("the instance"));
      assertThat(seen).containsExactly("one", "two", "three", "one", "the instance");
    }
  }

  /// A behavior that does what it is told, and says before who it is.
  private Actor<Act> named(String name) {
    return (ctx, act) -> {
      seen.add(name);
      act.run(ctx);
    };
  }

  @Test
  void stop_afterBecomeAndAFailure_letsEverythingGo() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor =
          t.system.spawn(
              "a",
              Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withSupervision(Supervision.stop()));
      t.run(actor, ctx -> ctx.become((c, act) -> act.run(c)));
      t.run(
          actor,
          ctx -> {
            throw new IllegalStateException("broken");
          });
      assertThat(t.hasEnded(actor)).isTrue();
      Annex annex = ((ActorCell<?>) actor).annex();
      assertThat(annex.behaviors).isNull();
      assertThat(annex.failedMessage).isNull();
    }
  }
}
