package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A parent of very many children, which end at any time.
@Requirement({"A2", "A3"})
final class ManyChildrenTest {
  private static final int MANY = 5_000;
  private static final Act STOP = Context::stop;
  private static final Act FAIL =
      ctx -> {
        throw new IllegalStateException("broken");
      };

  private final PumpPool pump = PumpPool.of("children", () -> {}, FailureHandler.UNCAUGHT);

  /// A system with a dispatcher for children, which moves when a test says so: also in the middle
  /// of a turn of their parent.
  private SteppedSystem start() {
    return SteppedSystem.start(
        settings -> settings.withDispatcher("children", DispatcherSettings.pool(pump)));
  }

  private static Props<Act> puppet(Supervision supervision) {
    return Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withSupervision(supervision);
  }

  private static List<ActorRef<Act>> spawn(Context<Act> ctx, int count) {
    List<ActorRef<Act>> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(ctx.spawn(puppet(Supervision.stop()).withDispatcher("children")));
    }
    return made;
  }

  private void runChildren() {
    long unused = pump.runAll(1_000_000);
  }

  @Test
  void spawn_whileChildrenEndInTheSameTurn_letsGoOfThoseThatHaveEnded() {
    try (SteppedSystem t = start()) {
      AtomicInteger most = new AtomicInteger();
      t.run(
          t.puppet("parent"),
          ctx -> {
            for (int i = 0; i < MANY; i++) {
              spawn(ctx, 1).getFirst().tell(STOP);
              runChildren();
              most.accumulateAndGet(ctx.children().size(), Math::max);
            }
          });
      assertThat(t.events(ActorEvent.Stopped.class)).hasSize(MANY);
      assertThat(most.get()).as("children at a time").isBetween(64, 200);
    }
  }

  @Test
  void end_ofManyWhileTheParentIsBusy_isTakenNoteOfInItsNextTurns() {
    try (SteppedSystem t = start()) {
      ActorRef<Act> parent = t.puppet("parent");
      List<Integer> counts = new ArrayList<>();
      t.run(
          parent,
          ctx -> {
            spawn(ctx, MANY).forEach(child -> child.tell(STOP));
            runChildren();
            counts.add(ctx.children().size());
          });
      t.run(parent, ctx -> counts.add(ctx.children().size()));
      assertThat(counts.getFirst()).as("in the turn in which they ended").isGreaterThan(MANY / 2);
      assertThat(counts.getLast()).as("afterwards").isZero();
    }
  }

  @Test
  void stop_ofTheParent_waitsForAllOfThem() {
    try (SteppedSystem t = start()) {
      ActorRef<Act> parent = t.puppet("parent");
      t.run(parent, ctx -> spawn(ctx, MANY));
      runChildren();
      t.run(parent, STOP);
      assertThat(t.hasEnded(parent)).as("its children have not").isFalse();
      for (int i = 1; i < MANY; i++) {
        assertThat(pump.runOne()).isTrue();
      }
      t.run();
      assertThat(t.hasEnded(parent)).as("one child has not").isFalse();
      runChildren();
      t.run();
      assertThat(t.hasEnded(parent)).isTrue();
      List<ActorEvent.Stopped> ends = t.events(ActorEvent.Stopped.class);
      assertThat(ends).hasSize(MANY + 1);
      assertThat(ends.getLast().actor()).isEqualTo(parent);
    }
  }

  @Test
  void restart_ofTheParent_waitsForAllOfThem() {
    try (SteppedSystem t = start()) {
      ActorRef<Act> parent = t.system.spawn("parent", puppet(Supervision.restart()));
      t.run(parent, ctx -> spawn(ctx, MANY));
      runChildren();
      t.run(parent, FAIL);
      assertThat(t.events(ActorEvent.Restarted.class)).isEmpty();
      runChildren();
      t.run();
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(1);
      List<Integer> counts = new ArrayList<>();
      t.run(parent, ctx -> counts.add(ctx.children().size()));
      assertThat(counts).containsExactly(0);
    }
  }

  /// What a child says of its failure is read before its end, although the parent looks for those
  /// that have left while it makes more.
  @Test
  void failure_ofOneThatIsStoppedBeforeItsParentReadsOfIt_isToldNevertheless() {
    try (SteppedSystem t = start()) {
      List<ActorRef<Act>> failing = new ArrayList<>();
      t.run(
          t.puppet("parent"),
          ctx -> {
            spawn(ctx, 200);
            ActorRef<Act> child = spawn(ctx, 1).getFirst();
            child.tell(FAIL);
            runChildren();
            failing.add(child);
            t.system.stop(child);
            runChildren();
            spawn(ctx, 200);
          });
      assertThat(t.events(ActorEvent.Failed.class))
          .extracting(ActorEvent.Failed::actor)
          .map(ActorRef.class::cast)
          .isEqualTo(failing);
      assertThat(t.hasEnded(failing.getFirst())).isTrue();
    }
  }

  @Test
  void watch_ofOneOfThem_tellsOfItsEndOnce() {
    try (SteppedSystem t = start()) {
      ActorRef<Act> parent = t.puppet("parent");
      AtomicInteger notices = new AtomicInteger();
      t.run(
          parent,
          ctx -> {
            ActorRef<Act> child = spawn(ctx, 200).getLast();
            ctx.watch(child, other -> notices.incrementAndGet());
            child.tell(STOP);
            runChildren();
            spawn(ctx, 200);
          });
      runChildren();
      t.run();
      assertThat(notices).hasValue(1);
    }
  }

  /// Those at the top of the tree are made by any thread.
  @Test
  @Timeout(60)
  void spawn_byManyThreads_letsGoOfThoseThatHaveEnded() throws InterruptedException {
    try (ActorSystem system = ActorSystem.start("many")) {
      CountDownLatch handled = new CountDownLatch(4 * MANY);
      Act end =
          ctx -> {
            ctx.stop();
            handled.countDown();
          };
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        threads.add(Thread.ofPlatform().start(() -> spawnAndTell(system, end)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      handled.await();
      Children children = system.user().annex().children;
      while (!children.isEmpty()) {
        Thread.onSpinWait();
      }
      SystemReport report = system.shutdown();
      assertThat(report.forced()).isEmpty();
      assertThat(report.deadLetters().values()).allMatch(count -> count == 0);
    }
  }

  /// Those of an actor are made without a lock, unless somebody looks.
  @Test
  @Timeout(60)
  void walk_besideAParentThatMakesAndLosesChildren_showsEachOnceInTheirOrder() {
    try (ActorSystem system = ActorSystem.start("walked")) {
      CountDownLatch handled = new CountDownLatch(20 * MANY);
      Act end =
          ctx -> {
            ctx.stop();
            handled.countDown();
          };
      ActorRef<Act> parent = system.spawn("parent", () -> (ctx, act) -> act.run(ctx));
      parent.tell(
          ctx -> {
            for (int i = 0; i < 20 * MANY; i++) {
              ActorRef<Act> child = ctx.spawn(() -> (inner, act) -> act.run(inner));
              child.tell(end);
            }
          });
      int walks = 0;
      long most = 0;
      while (handled.getCount() > 0 || walks == 0) {
        List<Long> numbers = numbersOfChildren(system.tree());
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        most = Math.max(most, numbers.size());
        walks++;
      }
      assertThat(most).as("the most that one of %d walks has met", walks).isPositive();
    }
  }

  private static List<Long> numbersOfChildren(ActorTree tree) {
    List<Long> numbers = new ArrayList<>();
    var unused =
        tree.walk(
            tree.childrenOf("/user/parent").orElseThrow(),
            view -> numbers.add(Names.numberOf(view.path().name())));
    return numbers;
  }

  private static void spawnAndTell(ActorSystem system, Act act) {
    for (int i = 0; i < MANY; i++) {
      ActorRef<Act> child = system.spawn(() -> (ctx, message) -> message.run(ctx));
      child.tell(act);
    }
  }
}
