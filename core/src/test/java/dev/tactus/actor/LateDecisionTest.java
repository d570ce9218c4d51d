package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Decisions about failures that something else has ended meanwhile.
@Requirement("A3")
final class LateDecisionTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Supervision LATER =
      Supervision.restart().withBackoff(SECOND, SECOND.multipliedBy(2), 0);
  private static final Act FAIL =
      ctx -> {
        throw new IllegalStateException("broken");
      };

  private static final Act FAIL_OTHERWISE =
      ctx -> {
        throw new IllegalArgumentException("broken as well");
      };

  private static Props<Act> puppet(Supervision supervision) {
    return Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withSupervision(supervision);
  }

  private static long restarts(SteppedSystem t, ActorRef<?> actor) {
    return t.events(ActorEvent.Restarted.class).stream()
        .filter(event -> event.actor() == actor)
        .count();
  }

  @Test
  void restart_thatWaited_isOverWhenASiblingHasBroughtOneBefore() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> waiting = t.system.spawn("waiting", puppet(LATER));
      ActorRef<Act> sibling =
          t.system.spawn("sibling", puppet(Supervision.restart().withAllForOne()));
      t.run(waiting, FAIL);
      t.run(sibling, FAIL);
      assertThat(restarts(t, waiting)).as("for its sibling").isEqualTo(1);
      t.advance(SECOND.multipliedBy(2));
      assertThat(restarts(t, waiting)).as("not again for its own failure").isEqualTo(1);
      t.run(waiting, FAIL);
      t.advance(SECOND.multipliedBy(2));
      assertThat(restarts(t, waiting)).as("for its next failure").isEqualTo(2);
    }
  }

  @Test
  void restart_forTwoChildrenThatEscalate_comesOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.system.spawn("parent", puppet(LATER));
      List<ActorRef<Act>> children = new ArrayList<>();
      t.run(
          parent,
          ctx -> {
            children.add(ctx.spawn("one", puppet(Supervision.escalate())));
            children.add(ctx.spawn("two", puppet(Supervision.escalate())));
          });
      children.forEach(child -> child.tell(FAIL));
      t.advance(SECOND.multipliedBy(5));
      assertThat(restarts(t, parent)).isEqualTo(1);
      assertThat(children).allMatch(t::hasEnded);
    }
  }

  @Test
  void resume_ofAParentWhoseChildCouldNotBeMade_stopsTheChild() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.system.spawn("parent", puppet(Supervision.resume()));
      List<ActorRef<Act>> children = new ArrayList<>();
      t.run(
          parent,
          ctx ->
              children.add(
                  ctx.spawn(
                      "never",
                      Props.<Act>of(
                              () -> {
                                throw new IllegalStateException("no instance");
                              })
                          .withSupervision(Supervision.escalate()))));
      assertThat(t.hasEnded(children.getFirst())).isTrue();
      assertThat(t.hasEnded(parent)).isFalse();
      List<String> done = new ArrayList<>();
      t.run(parent, ctx -> done.add("goes on with " + ctx.children()));
      assertThat(done).containsExactly("goes on with []");
    }
  }

  @Test
  void restart_thatWaits_leavesNoTimerWhenTheActorIsStopped() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> waiting = t.system.spawn("waiting", puppet(LATER));
      t.run(waiting, FAIL);
      t.system.stop(waiting);
      t.advance(Duration.ofMillis(20));
      assertThat(t.hasEnded(waiting)).isTrue();
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  /// Two failures of one actor at a time: its own and that of a child, which comes while it is
  /// handling the message on which it fails.
  private static ActorRef<Act> failTwice(PumpedSystem pumped, Supervision supervision) {
    ActorRef<Act> parent = pumped.system.spawn("parent", puppet(supervision));
    parent.tell(
        ctx -> {
          ActorRef<Act> child = ctx.spawn("child", puppet(Supervision.escalate()));
          child.tell(FAIL_OTHERWISE);
          while (pumped.pump.runOne()) {
            // the child has its turn, within this one
          }
          FAIL.run(ctx);
        });
    return parent;
  }

  @Test
  void resume_forOneOfTwoFailures_doesNotUndoTheRestartForTheOther() {
    Supervision byType =
        Supervision.restart().on(IllegalStateException.class, Supervision.Directive.RESUME);
    List<ActorEvent.Restarted> restarted = new ArrayList<>();
    try (PumpedSystem pumped = PumpedSystem.start()) {
      pumped.system.events().subscribe(ActorEvent.Restarted.class, restarted::add);
      ActorRef<Act> parent = failTwice(pumped, byType);
      pumped.run();
      assertThat(restarted).map(ActorEvent.Restarted::actor).containsExactly(parent);
    }
  }

  /// One is forgiven while its factory makes the next instance already, for a sibling that failed.
  @Test
  void resume_forAFailureThatARestartHasEnded_leavesTheNextInstanceAlone() {
    List<String> story = new ArrayList<>();
    try (PumpedSystem pumped = PumpedSystem.start()) {
      ActorRef<Act> sibling =
          pumped.system.spawn("sibling", puppet(Supervision.restart().withAllForOne()));
      Supplier<Actor<Act>> factory =
          () -> {
            story.add("made");
            runAll(pumped); // the decision about its failure comes within
            return (ctx, act) -> act.run(ctx);
          };
      ActorRef<Act> forgiven =
          pumped.system.spawn("forgiven", Props.of(factory).withSupervision(Supervision.resume()));
      pumped.run();
      forgiven.tell(
          ctx -> {
            sibling.tell(FAIL);
            runAll(pumped);
            FAIL_OTHERWISE.run(ctx);
          });
      forgiven.tell(ctx -> story.add("went on"));
      pumped.run();
      assertThat(story).containsExactly("made", "made", "went on");
    }
  }

  private static void runAll(PumpedSystem pumped) {
    while (pumped.pump.runOne()) {
      // others have their turns, within this one
    }
  }

  /// A child is restarted while its parent has failed as well, and its new instance makes a child
  /// of its own and sends to it.
  private static List<String> storyOfAGrandchild(Supervision ofTheParent) {
    List<String> story = new ArrayList<>();
    List<ActorRef<Act>> instances = new ArrayList<>();
    Supplier<Actor<Act>> child =
        () ->
            new Actor<>() {
              @Override
              public void started(Context<Act> ctx) {
                instances.add(ctx.self());
                if (instances.size() == 2) {
                  ctx.spawn("grandchild", puppet(Supervision.restart()))
                      .tell(grandchild -> story.add("handled"));
                }
              }

              @Override
              public void receive(Context<Act> ctx, Act act) throws Exception {
                act.run(ctx);
              }
            };
    try (PumpedSystem pumped = PumpedSystem.start()) {
      pumped
          .system
          .events()
          .subscribe(ActorEvent.Restarted.class, e -> story.add("restarted " + e.actor().path()));
      pumped
          .system
          .spawn("parent", puppet(ofTheParent))
          .tell(
              ctx -> {
                ctx.spawn("child", Props.of(child)).tell(FAIL);
                while (pumped.pump.runOne()) {
                  // the child has its turn, within this one
                }
                FAIL.run(ctx);
              });
      pumped.run();
    }
    return story;
  }

  @Test
  void childOfARestart_belowAParentThatHasFailed_waitsAsAllBelowTheParentDo() {
    assertThat(storyOfAGrandchild(LATER))
        .containsExactly("restarted tactus://pumped/user/parent/child");
  }

  @Test
  void childOfARestart_belowAParentThatIsResumed_goesOnWithIt() {
    assertThat(storyOfAGrandchild(Supervision.resume()))
        .containsExactly("restarted tactus://pumped/user/parent/child", "handled");
  }

  @Test
  void resume_forOneOfTwoFailures_waitsForTheDecisionAboutTheOther() {
    Supervision byType =
        Supervision.restart()
            .withBackoff(SECOND, SECOND, 0)
            .on(IllegalStateException.class, Supervision.Directive.RESUME);
    List<String> story = new ArrayList<>();
    try (PumpedSystem pumped = PumpedSystem.start()) {
      pumped.system.events().subscribe(ActorEvent.Restarted.class, e -> story.add("restarted"));
      ActorRef<Act> parent = failTwice(pumped, byType);
      parent.tell(ctx -> story.add("next"));
      pumped.run();
      assertThat(story).isEmpty();
      pumped.advance(SECOND);
      assertThat(story).containsExactly("restarted", "next");
    }
  }

  @Test
  void stop_inStartedBelowASuspendedParent_endsTheActorAtOnce() {
    PumpPool pump = PumpPool.of("pump", () -> {}, FailureHandler.UNCAUGHT);
    Duration anHour = Duration.ofHours(1);
    try (SteppedSystem t =
        SteppedSystem.start(s -> s.withDispatcher("pump", DispatcherSettings.pool(pump)))) {
      AtomicInteger made = new AtomicInteger();
      Props<Act> stopping =
          Props.of(
              () ->
                  new Actor<Act>() {
                    @Override
                    public void started(Context<Act> ctx) {
                      if (made.incrementAndGet() == 2) {
                        ctx.stop();
                      }
                    }

                    @Override
                    public void receive(Context<Act> ctx, Act act) throws Exception {
                      act.run(ctx);
                    }
                  });
      List<ActorRef<Act>> child = new ArrayList<>();
      ActorRef<Act> parent =
          t.system.spawn("parent", puppet(Supervision.restart().withBackoff(anHour, anHour, 0)));
      parent.tell(
          ctx -> {
            child.add(ctx.spawn("child", stopping.withDispatcher("pump")));
            child.getFirst().tell(FAIL);
            assertThat(pump.runAll(100)).isPositive();
            FAIL.run(ctx); // so that this is suspended when it decides about the child
          });
      boolean goesOn = true;
      while (goesOn) {
        t.run();
        goesOn = pump.runAll(100) > 0;
      }
      assertThat(made).as("instances").hasValue(2);
      assertThat(t.hasEnded(child.getFirst())).isTrue();
      assertThat(t.hasEnded(parent)).isFalse();
    }
  }
}
