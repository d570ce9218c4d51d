package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A tree of 100,000 actors ends completely, children before parents.
@Requirement("A2")
final class StopTreeTest {
  private static final int COUNT = 100_000;
  private static final int BRANCHES = 10;

  /// The actors of a tree, numbered as in a heap, and when each of them has ended.
  private static final class Tree {
    final AtomicInteger clock = new AtomicInteger();
    final AtomicIntegerArray ends = new AtomicIntegerArray(COUNT);
    final CountDownLatch started = new CountDownLatch(COUNT);

    void check() {
      assertThat(clock).as("ended").hasValue(COUNT);
      for (int i = 1; i < COUNT; i++) {
        int parent = (i - 1) / BRANCHES;
        if (ends.get(i) == 0 || ends.get(i) > ends.get(parent)) {
          throw new AssertionError(
              i + " ended as number " + ends.get(i) + ", its parent as " + ends.get(parent));
        }
      }
    }
  }

  private record Knot(Tree tree, int number) implements Actor<String> {
    @Override
    public void started(Context<String> ctx) {
      for (int i = 1; i <= BRANCHES; i++) {
        int child = number * BRANCHES + i;
        if (child < COUNT) {
          ctx.spawn(() -> new Knot(tree, child));
        }
      }
      tree.started.countDown();
    }

    @Override
    public void receive(Context<String> ctx, String message) {}

    @Override
    public void stopped(Context<String> ctx) {
      tree.ends.set(number, tree.clock.incrementAndGet());
    }
  }

  @Test
  void stop_steppedTree_isCompleteAndOrdered() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Tree tree = new Tree();
      ActorRef<String> top = t.system.spawn("top", () -> new Knot(tree, 0));
      t.run();
      assertThat(tree.started.getCount()).isZero();
      t.system.stop(top);
      t.run();
      tree.check();
      assertThat(t.events(ActorEvent.Stopped.class)).hasSize(COUNT);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void stop_treeOnRealWorkers_isCompleteAndOrdered(int workers) throws Exception {
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("w").withWorkers(workers))) {
      Tree tree = new Tree();
      ActorRef<String> top = system.spawn("top", () -> new Knot(tree, 0));
      tree.started.await();
      system.stopGracefully(top, java.time.Duration.ofMinutes(1)).get(1, TimeUnit.MINUTES);
      tree.check();
    }
  }

  @Test
  @Requirement("A2")
  void stopGracefully_ofAnActorThatNeverRuns_isToldWhenTheSystemEnds() {
    CompletableFuture<Void> stopped;
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withDispatcher("stuck", DispatcherSettings.executor(run -> {})))) {
      ActorRef<String> stuck =
          t.system.spawn(Props.<String>of(() -> (ctx, text) -> {}).withDispatcher("stuck"));
      stopped = t.system.stopGracefully(stuck, Duration.ofDays(1));
      t.run();
      assertThat(stopped).isNotDone();
    }
    assertThatThrownBy(stopped::join).hasCauseInstanceOf(StopTimeoutException.class);
  }

  @Test
  @Requirement({"A2", "A4"})
  void spawn_underTheNameOfAnActorWhoseEndWasTold_isPossible() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      List<String> story = new ArrayList<>();
      ActorRef<String> first = pumped.system.spawn("worker", () -> (ctx, text) -> {});
      ActorRef<String> watcher =
          pumped.system.spawn(
              "watcher",
              () ->
                  (ctx, text) -> {
                    if (text.equals("watch")) {
                      ctx.watch(first, "ended");
                    } else {
                      ActorRef<String> second =
                          ctx.system().spawn("worker", () -> (c, t) -> story.add(t));
                      second.tell("second");
                    }
                  });
      watcher.tell("watch");
      pumped.run();
      pumped.system.stop(first);
      pumped.run();
      assertThat(story).containsExactly("second");
      assertThat(pumped.system.tree().find("/user/worker")).isPresent();
    }
  }
}
