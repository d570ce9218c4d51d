package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.actor.Supervision.Directive;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Siblings that are restarted together after a pause: there is one pause for all of them, and
/// nobody goes on before it is over.
@Requirement("A3")
final class AllForOneTest {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Supervision ALL = Supervision.restart().withAllForOne();
  private static final Supervision LATER = ALL.withBackoff(PAUSE, Duration.ofSeconds(10), 0);

  private static final Act FAIL =
      ctx -> {
        throw new IllegalStateException("broken");
      };

  private static final Act FAIL_OTHERWISE =
      ctx -> {
        throw new IllegalArgumentException("broken as well");
      };

  private final List<String> story = new ArrayList<>();

  /// Writes down its restarts, and what it handles.
  private ActorRef<Act> spawn(SteppedSystem t, String name, Supervision supervision) {
    Props<Act> props =
        Props.of(
            () ->
                new Actor<>() {
                  @Override
                  public void receive(Context<Act> ctx, Act act) throws Exception {
                    act.run(ctx);
                    story.add(name + " handled");
                  }

                  @Override
                  public void restarting(Context<Act> ctx, Throwable cause, @Nullable Act act) {
                    story.add(name + " restarting");
                  }
                });
    ActorRef<Act> made = t.system.spawn(name, props.withSupervision(supervision));
    t.run();
    return made;
  }

  private static List<Directive> decisions(SteppedSystem t) {
    return t.events(ActorEvent.Failed.class).stream().map(ActorEvent.Failed::directive).toList();
  }

  @Test
  void failure_ofASecondOneWhileAllWait_bringsOnePauseAndOneRestart() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = spawn(t, "one", LATER);
      ActorRef<Act> two = spawn(t, "two", LATER);
      one.tell(FAIL);
      two.tell(FAIL);
      t.run();
      one.tell(ctx -> {});
      two.tell(ctx -> {});
      t.advance(Duration.ofMillis(190));
      assertThat(story).as("the second pause is twice as long").isEmpty();
      t.advance(Duration.ofMillis(20));
      assertThat(story)
          .containsExactlyInAnyOrder(
              "one restarting", "two restarting", "one handled", "two handled");
      t.advance(Duration.ofSeconds(1));
      assertThat(t.events(ActorEvent.Restarted.class)).as("no other restart").hasSize(2);
    }
  }

  @Test
  void resume_ofOneThatWaitsForItsSibling_doesNotLetItGoOn() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = spawn(t, "one", LATER);
      ActorRef<Act> two =
          spawn(t, "two", LATER.on(IllegalArgumentException.class, Directive.RESUME));
      one.tell(FAIL);
      two.tell(FAIL_OTHERWISE);
      t.run();
      assertThat(decisions(t)).containsExactlyInAnyOrder(Directive.RESTART, Directive.RESUME);
      two.tell(ctx -> {});
      t.advance(Duration.ofMillis(90));
      assertThat(story).isEmpty();
      t.advance(Duration.ofMillis(20));
      assertThat(story)
          .containsExactlyInAnyOrder("one restarting", "two restarting", "two handled");
    }
  }

  @Test
  void restart_ofOneThatWaitsForItsSibling_comesWithTheOthers() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = spawn(t, "one", LATER);
      ActorRef<Act> two = spawn(t, "two", Supervision.restart());
      one.tell(FAIL);
      two.tell(FAIL);
      t.run();
      two.tell(ctx -> {});
      t.advance(Duration.ofMillis(90));
      assertThat(story).doesNotContain("two handled");
      t.advance(Duration.ofMillis(20));
      assertThat(story)
          .containsExactlyInAnyOrder("one restarting", "two restarting", "two handled");
    }
  }

  @Test
  void restart_ofAllAtOnceWhileTheyWait_endsThePause() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = spawn(t, "one", LATER);
      ActorRef<Act> two = spawn(t, "two", ALL);
      one.tell(FAIL);
      two.tell(FAIL);
      t.run();
      assertThat(story).containsExactlyInAnyOrder("one restarting", "two restarting");
      t.run(one, ctx -> {});
      t.run(two, ctx -> {});
      t.advance(Duration.ofSeconds(1));
      assertThat(story.subList(2, story.size())).containsExactly("one handled", "two handled");
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  void restart_thatAllWaitFor_isNothingToOneThatIsMadeMeanwhile() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = spawn(t, "one", LATER);
      t.run(one, FAIL);
      ActorRef<Act> late = spawn(t, "late", LATER);
      t.run(late, ctx -> {});
      t.advance(Duration.ofSeconds(1));
      assertThat(story).containsExactly("late handled", "one restarting");
    }
  }

  @Test
  void restart_thatAllWaitFor_leavesNoTimerWhenTheyAreStopped() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = spawn(t, "one", LATER);
      ActorRef<Act> two = spawn(t, "two", LATER);
      t.run(one, FAIL);
      t.system.stop(one);
      t.system.stop(two);
      t.advance(Duration.ofMillis(20));
      assertThat(t.hasEnded(one) && t.hasEnded(two)).isTrue();
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  void restart_thatChildrenWaitFor_leavesNoTimerWhenTheirParentIsRestartedOrStopped() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = spawn(t, "parent", Supervision.restart());
      for (Act end : List.of(FAIL, (Act) Context::stop)) {
        t.run(parent, ctx -> ctx.spawn(child()).tell(FAIL));
        assertThat(t.system.scheduler().metrics().active()).isEqualTo(1);
        t.run(parent, end);
        t.advance(Duration.ofMillis(20));
        assertThat(t.system.scheduler().metrics().active()).isZero();
      }
    }
  }

  @Test
  void restarts_ofChildrenThatHaveEnded_doNotCountAgainstOthers() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision once = ALL.withLimit(1, Duration.ofHours(1));
      t.run(spawn(t, "one", once), FAIL);
      t.run(spawn(t, "two", once), FAIL); // one too many, so both end
      ActorRef<Act> three = spawn(t, "three", once);
      t.run(three, FAIL);
      t.run(three, Context::stop);
      t.run(spawn(t, "four", once), FAIL);
      assertThat(decisions(t))
          .containsExactly(Directive.RESTART, Directive.STOP, Directive.RESTART, Directive.RESTART);
    }
  }

  @Test
  void failure_ofOneThatIsToldToEndWithItsSiblings_doesNotConcernThoseMadeSince() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision never = ALL.withLimit(0, Duration.ofHours(1));
      ActorRef<Act> one = spawn(t, "one", never);
      List<ActorRef<Act>> made = new ArrayList<>();
      ActorRef<Act> two = spawn(t, "two", never);
      t.system
          .events()
          .subscribe(
              ActorEvent.Failed.class,
              failed -> {
                if (failed.actor() == two && made.isEmpty()) {
                  made.add(t.system.spawn("three", child()));
                }
              });
      t.run(
          one,
          ctx -> {
            two.tell(FAIL);
            FAIL.run(ctx);
          });
      assertThat(decisions(t)).containsOnly(Directive.STOP);
      assertThat(made).hasSize(1).noneMatch(t::hasEnded);
    }
  }

  private static Props<Act> child() {
    return Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withSupervision(LATER);
  }

  @Test
  void restart_ofAllWhileOneIsStillBeingRestarted_letsThatOneGoOnWithItsNextInstance() {
    PumpPool slow = PumpPool.of("slow", () -> {}, FailureHandler.UNCAUGHT);
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withDispatcher("slow", DispatcherSettings.pool(slow)))) {
      ActorRef<Act> one = spawn(t, "one", LATER);
      ActorRef<Act> two = spawn(t, "two", LATER);
      Props<Act> child = Props.of(() -> (ctx, act) -> {});
      t.run(two, ctx -> ctx.spawn(child.withDispatcher("slow")));
      one.tell(FAIL);
      t.advance(Duration.ofMillis(150)); // all restart, but for one whose child does not end
      one.tell(FAIL);
      t.advance(Duration.ofSeconds(1)); // and once more
      long unused = slow.runAll(100);
      t.run();
      story.clear();
      one.tell(ctx -> {});
      two.tell(ctx -> {});
      t.run();
      assertThat(story).containsExactlyInAnyOrder("one handled", "two handled");
    }
  }
}
