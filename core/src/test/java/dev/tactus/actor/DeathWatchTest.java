package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Who wants to know of an end is told exactly once.
@Requirement("A4")
final class DeathWatchTest {
  private final List<String> told = new ArrayList<>();

  private Act tells(String text) {
    return ctx -> told.add(text);
  }

  @Test
  void watch_liveActor_tellsOnceWhenItEnds() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("over")));
      assertThat(told).isEmpty();
      t.system.stop(watched);
      t.run();
      assertThat(told).containsExactly("over");
      t.system.stop(watched);
      t.run();
      assertThat(told).containsExactly("over");
    }
  }

  @Test
  void watch_deadActor_tellsOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.system.stop(watched);
      t.run();
      t.run(watcher, ctx -> ctx.watch(watched, tells("over")));
      assertThat(told).containsExactly("over");
      t.run(watcher, ctx -> ctx.watch(watched, tells("over again")));
      assertThat(told).containsExactly("over", "over again");
    }
  }

  @Test
  void watch_ownChild_tellsOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.puppet("parent");
      t.run(
          parent,
          ctx -> {
            ActorRef<Act> child = ctx.spawn("child", () -> (c, act) -> act.run(c));
            ctx.watch(child, tells("child over"));
            child.tell(c -> c.stop());
          });
      assertThat(told).containsExactly("child over");
    }
  }

  @Test
  void watch_twice_tellsOnceWithTheLaterMessage() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("first")));
      t.run(watcher, ctx -> ctx.watch(watched, tells("second")));
      t.system.stop(watched);
      t.run();
      assertThat(told).containsExactly("second");
    }
  }

  @Test
  void watch_againWhileTheNoticeWaits_tellsOnceWithTheLaterMessage() {
    try (SteppedSystem t = SteppedSystem.start(1, 64)) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("first")));
      // The second watch is ahead of the notice in the mailbox, but behind the end itself.
      whileEnding(t, watched, watcher, ctx -> ctx.watch(watched, tells("second")));
      assertThat(told).containsExactly("second");
    }
  }

  @Test
  void unwatch_whileTheNoticeWaits_tellsNothing() {
    try (SteppedSystem t = SteppedSystem.start(1, 64)) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("over")));
      whileEnding(t, watched, watcher, ctx -> ctx.unwatch(watched));
      assertThat(told).isEmpty();
    }
  }

  @Test
  void unwatchAndWatch_whileTheNoticeWaits_tellsOnce() {
    try (SteppedSystem t = SteppedSystem.start(1, 64)) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("first")));
      whileEnding(
          t,
          watched,
          watcher,
          ctx -> {
            ctx.unwatch(watched);
            ctx.watch(watched, tells("second"));
          });
      assertThat(told).containsExactly("second");
    }
  }

  /// Lets an actor end and its watcher know of it, with something to do before the notice: the one
  /// worker runs the actor that ends first, and a turn of the watcher begins with what the runtime
  /// tells it, which puts the notice behind the messages that wait.
  private static void whileEnding(
      SteppedSystem t, ActorRef<Act> watched, ActorRef<Act> watcher, Act act) {
    t.system.stop(watched);
    t.run(
        watcher,
        ctx -> {
          assertThat(t.hasEnded(watched)).isTrue();
          act.run(ctx);
        });
    assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
  }

  @Test
  void unwatch_liveActor_tellsNothing() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("over")));
      t.run(watcher, ctx -> ctx.unwatch(watched));
      t.system.stop(watched);
      t.run();
      assertThat(told).isEmpty();
    }
  }

  @Test
  void watch_afterUnwatch_tellsOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(
          watcher,
          ctx -> {
            ctx.watch(watched, tells("first"));
            ctx.unwatch(watched);
            ctx.watch(watched, tells("second"));
          });
      t.system.stop(watched);
      t.run();
      assertThat(told).containsExactly("second");
    }
  }

  @Test
  void watch_bothWays_survivorIsTold() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = t.puppet("one");
      ActorRef<Act> two = t.puppet("two");
      t.run(one, ctx -> ctx.watch(two, tells("two over")));
      t.run(two, ctx -> ctx.watch(one, tells("one over")));
      t.system.stop(one);
      t.run();
      assertThat(told).containsExactly("one over");
      t.system.stop(two);
      t.run();
      assertThat(told).containsExactly("one over");
    }
  }

  @Test
  void watch_restart_isNoEnd() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("over")));
      t.run(
          watched,
          ctx -> {
            throw new IllegalStateException("again");
          });
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(1);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void watch_restartedWatcher_isStillTold() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, tells("over")));
      t.run(
          watcher,
          ctx -> {
            throw new IllegalStateException("again");
          });
      t.system.stop(watched);
      t.run();
      assertThat(told).containsExactly("over");
    }
  }

  /// Keeps one child of a name alive, as many parents do.
  private static final class Keeper implements Actor<String> {
    private final List<String> story;
    private @Nullable ActorRef<String> child;

    Keeper(List<String> story) {
      this.story = story;
    }

    @Override
    public void started(Context<String> ctx) {
      ActorRef<String> made = ctx.spawn("child", () -> (inner, message) -> inner.stop());
      ctx.watch(made, "ended");
      child = made;
    }

    @Override
    public void receive(Context<String> ctx, String message) {
      story.add(message);
      switch (message) {
        case "fail" -> throw new IllegalStateException("again");
        case "ended" -> started(ctx);
        default -> Objects.requireNonNull(child).tell(message);
      }
    }
  }

  @Test
  @Requirement("A3")
  void watch_ofChildrenThatARestartStops_isOverWithTheInstance() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> keeper = t.system.spawn("keeper", () -> new Keeper(told));
      t.run();
      keeper.tell("fail");
      t.run();
      assertThat(told).containsExactly("fail"); // and not that the old child has ended
      keeper.tell("end");
      t.run();
      assertThat(told).containsExactly("fail", "end", "ended"); // but of the new one
      keeper.tell("end");
      keeper.tell("fail"); // before the notice comes
      t.run();
      assertThat(told).containsExactly("fail", "end", "ended", "end", "fail");
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(2);
      assertThat(t.hasEnded(keeper)).isFalse();
    }
  }

  @Test
  void watch_adapter_isAWatchOfItsActor() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> owner = t.puppet("owner");
      ActorRef<Act> watcher = t.puppet("watcher");
      List<ActorRef<String>> adapters = new ArrayList<>();
      t.run(owner, ctx -> adapters.add(ctx.adapter((String text) -> c -> told.add(text))));
      t.run(watcher, ctx -> ctx.watch(adapters.get(0), tells("over")));
      t.system.stop(owner);
      t.run();
      assertThat(told).containsExactly("over");
    }
  }

  @Test
  void watch_itself_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      t.run(actor, ctx -> ctx.watch(ctx.self(), tells("over")));
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(e -> assertThat(e.cause()).hasMessageContaining("tried to watch itself"));
    }
  }

  @Test
  void watch_adaptersOfOneActor_tellsOfEach() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      List<ActorRef<String>> adapters = adapters(t, watched, 3);
      t.run(
          watcher,
          ctx -> {
            ctx.watch(watched, tells("itself"));
            for (int i = 0; i < 3; i++) {
              ctx.watch(adapters.get(i), tells("adapter " + i));
            }
            ctx.unwatch(adapters.get(1));
          });
      t.system.stop(watched);
      t.run();
      assertThat(told).containsExactly("itself", "adapter 0", "adapter 2");
      t.run(watcher, ctx -> ctx.watch(adapters.get(1), tells("later")));
      assertThat(told).endsWith("adapter 2", "later").hasSize(4);
    }
  }

  @Test
  void unwatch_allAdaptersOfAnActor_letsItForgetTheWatcher() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      List<ActorRef<String>> adapters = adapters(t, watched, 2);
      t.run(watcher, ctx -> adapters.forEach(each -> ctx.watch(each, tells("over"))));
      t.run(watcher, ctx -> adapters.forEach(ctx::unwatch));
      assertThat(((ActorCell<?>) watched).annex().watches().takeWatchers()).isEmpty();
      t.system.stop(watched);
      t.run();
      assertThat(told).isEmpty();
    }
  }

  @Test
  void watch_anotherAdapterWhileTheNoticeOfTheFirstWaits_tellsOfEachOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      List<ActorRef<String>> adapters = adapters(t, watched, 2);
      t.run(watcher, ctx -> ctx.watch(adapters.get(0), tells("first")));
      boolean isTold = ((ActorCell<?>) watcher).enqueueSystem(new CellMessage.Suspend());
      assertThat(isTold).isTrue();
      watcher.tell(ctx -> ctx.watch(adapters.get(1), tells("second")));
      t.system.stop(watched);
      t.run();
      boolean isResumed =
          ((ActorCell<?>) watcher).enqueueSystem(new CellMessage.Resume(CellMessage.OF_ANOTHER));
      assertThat(isResumed).isTrue();
      t.run();
      assertThat(told).containsExactly("first", "second");
    }
  }

  /// An actor whose turns run at once, within whatever makes it ready: nobody is told sooner.
  private static ActorRef<Act> eager(SteppedSystem t, String name) {
    return t.system.spawn(
        name, Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withDispatcher("eager"));
  }

  private static SteppedSystem withEager() {
    Executor executor =
        turn -> {
          Thread other = Thread.ofPlatform().start(turn); // on this one it would be a refusal
          while (other.isAlive()) {
            Thread.onSpinWait();
          }
        };
    return SteppedSystem.start(
        settings -> settings.withDispatcher("eager", DispatcherSettings.executor(executor)));
  }

  @Test
  @Requirement("A2")
  void watch_actorThatIsAboutToEnd_tellsWhenItsNameIsFree() {
    try (SteppedSystem t = withEager()) {
      ActorRef<Act> watched = t.puppet("watched");
      t.run();
      eager(t, "watcher")
          .tell(
              ctx -> {
                t.system.stop(watched); // it finds both in one turn
                ctx.watch(watched, again -> told.add(t.puppet("watched").path().name()));
              });
      t.run();
      assertThat(told).containsExactly("watched");
    }
  }

  @Test
  @Requirement("A2")
  void watch_childThatIsAboutToEnd_doesNotLetTheParentEndBefore() {
    try (SteppedSystem t = withEager()) {
      ActorRef<Act> parent = eager(t, "parent");
      parent.tell(ctx -> ctx.spawn("child", () -> (c, act) -> {}));
      t.run();
      parent.tell(
          ctx -> {
            ActorRef<?> child = ctx.child("child").orElseThrow();
            ctx.stop(child);
            ctx.watch(child, tells("never, since it ends as well"));
            ctx.stop();
          });
      t.run();
      assertEndsInOrder(t);
    }
  }

  private static void assertEndsInOrder(SteppedSystem t) {
    assertThat(t.events(ActorEvent.Stopped.class))
        .map(event -> event.actor().path().name())
        .containsExactly("child", "parent");
  }

  @Test
  @Requirement("A2")
  void end_ofAParentThatWatchesItsChild_isPublishedAfterThatOfTheChild() {
    try (SteppedSystem t = withEager()) {
      ActorRef<Act> parent = eager(t, "parent");
      parent.tell(
          ctx -> ctx.watch(ctx.<Act>spawn("child", () -> (c, act) -> act.run(c)), tells("over")));
      t.run();
      t.system.stop(parent);
      t.run();
      assertEndsInOrder(t);
    }
  }

  private static List<ActorRef<String>> adapters(SteppedSystem t, ActorRef<Act> owner, int count) {
    List<ActorRef<String>> made = new ArrayList<>();
    t.run(
        owner,
        ctx -> {
          for (int i = 0; i < count; i++) {
            made.add(ctx.adapter(text -> c -> {}));
          }
        });
    return made;
  }
}
