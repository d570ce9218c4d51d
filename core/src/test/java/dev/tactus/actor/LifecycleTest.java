package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.SteepClock;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.workers.SteppedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// How actors begin and end, and who is whose child.
@Requirement("A2")
final class LifecycleTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /// An actor that writes its story down, and does what it is told.
  private record Diary(List<String> lines, String name) implements Actor<Act> {
    @Override
    public void started(Context<Act> ctx) {
      lines.add(name + " started");
    }

    @Override
    public void receive(Context<Act> ctx, Act act) throws Exception {
      lines.add(name + " handles");
      act.run(ctx);
    }

    @Override
    public void stopped(Context<Act> ctx) {
      lines.add(name + " stopped");
    }
  }

  @Test
  void spawn_thenStop_callsHooksAroundMessages() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> lines = new ArrayList<>();
      ActorRef<Act> actor = t.system.spawn("a", () -> new Diary(lines, "a"));
      actor.tell(ctx -> {});
      t.run();
      t.system.stop(actor);
      t.run();
      assertThat(lines).containsExactly("a started", "a handles", "a stopped");
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void stop_parentWithChildren_endsChildrenFirst() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> lines = new ArrayList<>();
      ActorRef<Act> top = t.system.spawn("top", () -> new Diary(lines, "top"));
      t.run(
          top,
          ctx -> {
            ActorRef<Act> middle = ctx.spawn("middle", () -> new Diary(lines, "middle"));
            middle.tell(inner -> inner.spawn("leaf", () -> new Diary(lines, "leaf")));
          });
      lines.clear();
      t.system.stop(top);
      t.run();
      assertThat(lines).containsExactly("leaf stopped", "middle stopped", "top stopped");
    }
  }

  @Test
  void stop_messagesWaiting_becomeDeadLetters() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              () ->
                  (ctx, text) -> {
                    seen.add(text);
                    ctx.stop();
                  });
      actor.tell("handled");
      actor.tell("waiting");
      t.run();
      actor.tell("late");
      assertThat(seen).containsExactly("handled");
      assertThat(t.deadLetters(DeadLetterReason.SHUTDOWN)).containsExactly("waiting");
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).containsExactly("late");
    }
  }

  @Test
  void poison_messagesWaiting_areHandledBefore() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      ActorRef<String> actor = t.collector("a", seen);
      actor.tell("one");
      actor.tell("two");
      t.system.poison(actor);
      actor.tell("three");
      t.run();
      assertThat(seen).containsExactly("one", "two");
      assertThat(t.deadLetters(DeadLetterReason.SHUTDOWN)).containsExactly("three");
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void stopGracefully_actorWithChild_completesAfterAllHaveEnded() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> lines = new ArrayList<>();
      ActorRef<Act> top = t.system.spawn("top", () -> new Diary(lines, "top"));
      top.tell(ctx -> ctx.spawn("child", () -> new Diary(lines, "child")));
      CompletableFuture<Void> end =
          t.system.stopGracefully(top, SECOND).thenRun(() -> lines.add("told"));
      assertThat(end).isNotDone();
      t.run();
      assertThat(end).isCompleted();
      assertThat(lines).endsWith("child stopped", "top stopped", "told");
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  void stopGracefully_deadActor_completes() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.system.stop(actor);
      t.run();
      CompletableFuture<Void> end = t.system.stopGracefully(actor, SECOND);
      t.run();
      assertThat(end).isCompleted();
    }
  }

  @Test
  void stopGracefully_deadActorOfAnEndedSystem_completes() {
    SteppedSystem t = SteppedSystem.start();
    ActorRef<Act> actor = t.puppet("a");
    t.close();
    assertThat(t.system.stopGracefully(actor, SECOND)).isCompleted();
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without a checker may do
  void spawn_withoutANameOrAFactory_isRefusedWithWords() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supplier<Actor<Act>> none = null;
      Supplier<Actor<Act>> idle = () -> (ctx, act) -> {};
      Props<Act> noProps = null;
      assertThatThrownBy(() -> t.system.spawn(none)).hasMessageContaining("factory: say");
      assertThatThrownBy(() -> t.system.spawn("b", none)).hasMessageContaining("factory: say");
      assertThatThrownBy(() -> t.system.spawn(null, idle)).hasMessageContaining("name: leave");
      assertThatThrownBy(() -> t.system.spawn(noProps)).hasMessageContaining("props: say");
      t.run(
          t.puppet("a"),
          ctx -> {
            assertThatThrownBy(() -> ctx.spawn(none)).hasMessageContaining("factory: say");
            assertThatThrownBy(() -> ctx.spawn(null, idle)).hasMessageContaining("name: leave");
            assertThatThrownBy(() -> ctx.spawn(noProps)).hasMessageContaining("props: say");
          });
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  void stopGracefully_suspendedActor_failsAndSaysWhy() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision slow =
          Supervision.restart().withBackoff(SECOND.multipliedBy(9), SECOND.multipliedBy(9), 0);
      ActorRef<Act> actor =
          t.system.spawn(
              "a", Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withSupervision(slow));
      t.run(
          actor,
          ctx -> {
            throw new IllegalStateException("stuck");
          });
      CompletableFuture<Void> end = t.system.stopGracefully(actor, SECOND);
      t.advance(SECOND);
      assertThat(end)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(StopTimeoutException.class)
          .withMessageContaining("tactus://t/user/a has not ended within PT1S: it is suspended");
    }
  }

  @Test
  void spawn_names_makePaths() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<?>> made = new ArrayList<>();
      ActorRef<Act> top = t.puppet("top");
      t.run(
          top,
          ctx -> {
            made.add(ctx.spawn("x", () -> (c, m) -> {}));
            made.add(ctx.spawn(() -> (c, m) -> {}));
            made.add(ctx.spawn(() -> (c, m) -> {}));
            assertThat(ctx.children()).isEqualTo(made);
            assertThat(ctx.child("x")).isEqualTo(Optional.of(made.get(0)));
            assertThat(ctx.child("$2")).isEqualTo(Optional.of(made.get(1)));
            assertThat(ctx.child("y")).isEmpty();
            assertThat(ctx.path()).hasToString("tactus://t/user/top");
          });
      assertThat(made)
          .map(ref -> ref.path().toString())
          .containsExactly(
              "tactus://t/user/top/x", "tactus://t/user/top/$2", "tactus://t/user/top/$3");
      assertThat(made.get(0).path().name()).isEqualTo("x");
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  void spawn_nameInUse_isRefusedUntilItIsFree() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> first = t.puppet("a");
      assertThatThrownBy(() -> t.puppet("a"))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("'a'")
          .hasMessageContaining("tactus://t/user")
          .hasMessageContaining("has a child of this name");
      t.system.stop(first);
      t.run();
      assertThat(t.puppet("a")).isNotEqualTo(first);
    }
  }

  @Test
  void spawn_badName_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      for (String bad : List.of("", "$1", "a/b", "a b", "x".repeat(201))) {
        assertThatThrownBy(() -> t.puppet(bad))
            .isInstanceOf(SpawnException.class)
            .hasMessageContaining(
                "cannot be named '" + bad.substring(0, Math.min(60, bad.length())));
      }
    }
  }

  @Test
  void spawn_inTheLastHook_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Throwable> refusals = new ArrayList<>();
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              () ->
                  new Actor<>() {
                    @Override
                    public void receive(Context<String> ctx, String message) {}

                    @Override
                    public void stopped(Context<String> ctx) {
                      try {
                        ctx.spawn(() -> (c, m) -> {});
                      } catch (SpawnException e) {
                        refusals.add(e);
                      }
                    }
                  });
      t.run();
      t.system.stop(actor);
      t.run();
      assertThat(refusals).singleElement().asString().contains("its parent is stopping");
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void stop_anotherActorsChild_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> stranger = t.puppet("stranger");
      ActorRef<Act> actor = t.puppet("a");
      t.run(actor, ctx -> ctx.stop(stranger));
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(
              failure ->
                  assertThat(failure.cause())
                      .hasMessageContaining("which is not its child")
                      .hasMessageContaining("tactus://t/user/stranger"));
    }
  }

  @Test
  void stopped_throws_isPublishedAndTheActorEnds() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              () ->
                  new Actor<>() {
                    @Override
                    public void receive(Context<String> ctx, String message) {}

                    @Override
                    public void stopped(Context<String> ctx) {
                      throw new IllegalStateException("no end");
                    }
                  });
      t.system.stop(actor);
      t.run();
      assertThat(t.events(ActorEvent.HookFailed.class))
          .singleElement()
          .satisfies(event -> assertThat(event.hook()).isEqualTo("stopped"));
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void stop_chainOfThousands_endsFromTheBottom() {
    int depth = 5_000;
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Integer> ends = new ArrayList<>();
      ActorRef<Integer> top = t.system.spawn("0", () -> new Link(0, depth, ends));
      t.run();
      t.system.stop(top);
      t.run();
      assertThat(ends).hasSize(depth);
      for (int i = 0; i < depth; i++) {
        assertThat(ends.get(i)).isEqualTo(depth - 1 - i);
      }
    }
  }

  private record Link(int number, int depth, List<Integer> ends) implements Actor<Integer> {
    @Override
    public void started(Context<Integer> ctx) {
      int next = number + 1;
      if (next < depth) {
        ctx.spawn(Integer.toString(next), () -> new Link(next, depth, ends));
      }
    }

    @Override
    public void receive(Context<Integer> ctx, Integer message) {}

    @Override
    public void stopped(Context<Integer> ctx) {
      ends.add(number);
    }
  }

  @Test
  void stopGracefully_withATimeoutThatIsNone_leavesNobodyBehind() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.run();
      assertThatThrownBy(() -> t.system.stopGracefully(actor, Duration.ZERO))
          .isInstanceOf(InvalidDelayException.class);
      t.run();
      assertThat(t.hasEnded(actor)).isFalse();
      assertThat(t.system.tree().find("/system").orElseThrow().children()).isZero();
    }
  }

  @Test
  @Requirement("A5")
  void depth_ofABoundedMailboxThatHasEnded_isZero() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor =
          t.system.spawn(
              "a",
              Props.<Act>of(() -> (ctx, act) -> act.run(ctx))
                  .withMailbox(MailboxSettings.bounded(8, OverflowStrategy.DEAD_LETTER)));
      actor.tell(Context::stop);
      actor.tell(ctx -> {});
      actor.tell(ctx -> {});
      t.run();
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(t.system.mailboxDepth(actor)).isZero();
    }
  }

  @Test
  void events_ofAnActorWhoseFactoryFails_tellItsBeginningAndItsEndOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      int[] made = new int[1];
      Supplier<Actor<String>> atTheSecondTry =
          () -> {
            if (made[0]++ == 0) {
              throw new IllegalStateException("not yet");
            }
            return (ctx, message) -> {};
          };
      Supplier<Actor<String>> never =
          () -> {
            throw new IllegalStateException("never");
          };
      ActorRef<String> late = t.system.spawn("late", atTheSecondTry);
      ActorRef<String> failing =
          t.system.spawn("failing", Props.of(never).withSupervision(Supervision.stop()));
      t.run();
      t.system.stop(late);
      t.run();
      assertThat(t.events(ActorEvent.Started.class))
          .extracting(ActorEvent::actor)
          .containsExactlyInAnyOrder(late, failing);
      assertThat(t.events(ActorEvent.Stopped.class))
          .extracting(ActorEvent::actor)
          .containsExactlyInAnyOrder(late, failing);
    }
  }

  @Test
  void spawn_whileTheSystemCloses_saysThatAndNotToChooseAnotherName() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> refusals = new ArrayList<>();
      t.system.spawn(
          "a",
          () ->
              new Actor<Act>() {
                @Override
                public void receive(Context<Act> ctx, Act act) {}

                @Override
                public void stopped(Context<Act> ctx) {
                  try {
                    t.puppet("fresh");
                  } catch (SpawnException e) {
                    refusals.add(String.valueOf(e.getMessage()));
                  }
                }
              });
      t.run();
      t.system.close();
      assertThat(refusals)
          .singleElement()
          .asString()
          .contains("its parent is stopping. Spawn while the parent is running")
          .doesNotContain("another name");
    }
  }

  @Test
  @Requirement("W9")
  void spawn_withTheStackUsedUp_leavesNoActorBehind() {
    SteepClock clock = new SteepClock();
    SteppedPool pool = clock.pool();
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withDispatcher("steep", DispatcherSettings.pool(pool)))) {
      Props<Act> props = Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withDispatcher("steep");
      boolean isThrown = false;
      for (int i = 0; i < 10 && !isThrown; i++) {
        clock.now += 2_000_000;
        clock.isSteep = true; // for who looks at it
        try {
          t.system.spawn("a" + i, props);
        } catch (StackOverflowError e) {
          isThrown = true;
        }
        clock.isSteep = false;
        assertThat(pool.runUntilIdle(10)).isEqualTo(isThrown ? 0 : 1);
        assertThat(t.system.tree().find("/user/a" + i).isPresent()).isEqualTo(!isThrown);
      }
      assertThat(isThrown).isTrue();
      assertThat(t.system.shutdown().forced()).isEmpty();
    }
  }
}
