package dev.tactus.actor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.actor.router.Routers;
import dev.tactus.actor.router.Routing;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// A context belongs to the turns of its actor.
@Requirement({"A1", "W2"})
final class ContextTest {
  private static Map<String, ThrowingCallable> uses(Context<Act> ctx, ActorRef<Act> other) {
    Act nothing = c -> {};
    Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
    uses.put("spawn", () -> ctx.spawn(() -> (c, m) -> {}));
    uses.put("children", ctx::children);
    uses.put("child", () -> ctx.child("x"));
    uses.put("stop", ctx::stop);
    uses.put("watch", () -> ctx.watch(other, nothing));
    uses.put("unwatch", () -> ctx.unwatch(other));
    uses.put("become", () -> ctx.become((c, m) -> {}));
    uses.put("becomeStacked", () -> ctx.becomeStacked((c, m) -> {}));
    uses.put("unbecome", ctx::unbecome);
    uses.put("stash", ctx::stash);
    uses.put("unstash", ctx::unstash);
    uses.put("unstashAll", ctx::unstashAll);
    uses.put("stashSize", ctx::stashSize);
    uses.put("sender", ctx::sender);
    uses.put("log", ctx::log);
    uses.put("adapter", () -> ctx.adapter((String text) -> nothing));
    uses.put(
        "pipeToSelf", () -> ctx.pipeToSelf(new CompletableFuture<>(), r -> nothing, e -> nothing));
    uses.put(
        "ask",
        () ->
            ctx.ask(
                other,
                (ActorRef<String> replyTo) -> nothing,
                Duration.ofSeconds(1),
                answer -> nothing,
                error -> nothing));
    return uses;
  }

  private static void assertRefused(Map<String, ThrowingCallable> uses) {
    uses.forEach(
        (name, use) ->
            assertThatThrownBy(use)
                .as(name)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Context." + name + " of tactus://t/user/a")
                .hasMessageContaining("Send the actor a message instead"));
  }

  private static Context<Act> leaked(SteppedSystem t) {
    List<Context<Act>> leak = new ArrayList<>();
    t.run(t.puppet("a"), leak::add);
    return leak.get(0);
  }

  @Test
  @Requirement("S8.1")
  void batch_inATurnThatTheTaskOfATimerMoves_isThatOfTheMessage() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Duration due = Duration.ofMillis(10);
      List<String> batches = new ArrayList<>();
      Act beat = ctx -> batches.add("beat " + ctx.batch().map(ExecutionBatch::mode).orElseThrow());
      Act plain = ctx -> batches.add("plain " + ctx.batch().isPresent());
      ActorRef<Act> actor = t.puppet("a");
      t.run(actor, ctx -> ctx.timers().atFixedRate("key", due, beat));
      Cancellable pump =
          t.system
              .scheduler()
              .scheduleOnce(
                  due,
                  () -> {
                    actor.tell(plain);
                    t.run();
                    actor.tell(plain);
                    t.run();
                  },
                  Scheduler.DIRECT);
      long unused = t.system.scheduler().advance(due);
      assertThat(pump.isCancelled()).isFalse();
      assertThat(batches).containsExactly("beat FIXED_RATE", "plain false", "plain false");
    }
  }

  @Test
  void context_afterTheTurn_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      assertRefused(uses(leaked(t), t.puppet("other")));
    }
  }

  @Test
  void context_inATurnOfAnotherActor_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Context<Act> context = leaked(t);
      ActorRef<Act> other = t.puppet("other");
      t.run(other, ctx -> assertRefused(uses(context, other)));
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  void context_onAnotherThreadDuringTheTurn_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> other = t.puppet("other");
      t.run(
          t.puppet("a"),
          ctx -> {
            CompletableFuture<Void> elsewhere = new CompletableFuture<>();
            Thread thread =
                new Thread(
                    () -> {
                      try {
                        assertRefused(uses(ctx, other));
                        elsewhere.complete(null);
                      } catch (Throwable e) {
                        elsewhere.completeExceptionally(e);
                      }
                    });
            thread.start();
            elsewhere.join();
          });
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  void selfPathAndSystem_anywhere_areFine() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Context<Act> context = leaked(t);
      assertThat(context.self().path()).isEqualTo(context.path());
      assertThat(requireNonNull(context.system())).isSameAs(t.system);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without a checker may do
  void context_withoutAMessageOrBehavior_isRefusedAtOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> other = t.puppet("other");
      List<String> done = new ArrayList<>();
      Duration timeout = Duration.ofSeconds(1);
      t.run(
          t.puppet("a"),
          ctx -> {
            assertThatThrownBy(() -> ctx.watch(other, null)).hasMessageContaining("whenEnded");
            assertThatThrownBy(() -> ctx.become(null)).hasMessageContaining("behavior");
            assertThatThrownBy(() -> ctx.receiveTimeout(Duration.ofSeconds(1), null))
                .hasMessageContaining("message");
            assertThatThrownBy(() -> ctx.ask(other, reply -> c -> {}, timeout, null, e -> c -> {}))
                .hasMessageContaining("onAnswer");
            assertThatThrownBy(() -> ctx.ask(other, reply -> c -> {}, timeout, a -> c -> {}, null))
                .hasMessageContaining("onFailure");
            assertThatThrownBy(() -> ctx.watch(null, c -> {})).hasMessageContaining("other: ");
            assertThatThrownBy(() -> ctx.adapter(null)).hasMessageContaining("translation");
            done.add("all");
          });
      t.system.stop(other);
      t.advance(Duration.ofSeconds(2));
      assertThat(done).containsExactly("all");
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  void timers_outsideOfTheTurn_areNotCancelledEither() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Timers<Act>> leak = new ArrayList<>();
      t.run(t.puppet("a"), ctx -> leak.add(ctx.timers()));
      assertThatThrownBy(() -> leak.getFirst().cancelAll())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Context.timers of tactus://t/user/a");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without a checker may do
  void settingsAndCommands_withoutAnArgument_areRefusedWithWords() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Props<Act> props = Props.of(() -> (ctx, act) -> {});
      SystemSettings settings = SystemSettings.of("s");
      ServiceKey<Act> key = ServiceKey.of(Act.class, "acts");
      Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
      uses.put("routing: say", () -> Routers.pool(1, props, null));
      uses.put("routee: say", () -> Routers.pool(1, null, Routing.roundRobin()));
      uses.put("id: name the dispatcher", () -> props.withDispatcher(null));
      uses.put("id: name the mailbox", () -> props.withMailbox((String) null));
      uses.put("settings: say", () -> props.withMailbox((MailboxSettings) null));
      uses.put("actor: say whose", () -> t.system.mailboxDepth(null));
      uses.put("actor: say who is", () -> t.system.receptionist().register(key, null));
      uses.put("comparator: say", () -> MailboxSettings.priority(null));
      uses.put("middleware: say", () -> settings.withSpawnMiddleware(null));
      uses.put("other: say", () -> settings.withObserver(null));
      uses.put("actor: say who gets", () -> ActorCommands.tell(null, "hello"));
      uses.put("message: say", () -> ActorCommands.tell(t.puppet("a"), null));
      uses.forEach(
          (words, use) ->
              assertThatThrownBy(use)
                  .isInstanceOf(NullPointerException.class)
                  .hasMessageContaining(words));
    }
  }

  @Test
  @Requirement("A2")
  void spawn_underAVeryLongName_isRefusedInAShortMessage() {
    try (SteppedSystem t = SteppedSystem.start()) {
      assertThatThrownBy(() -> t.puppet("a".repeat(100_000)))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("aaa...', which has 100000 characters. A name has");
    }
  }
}
