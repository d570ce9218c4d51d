package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.actor.Supervision.Directive;
import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What happens to an actor that has failed, and to those around it.
@Requirement("A3")
final class SupervisionTest {
  private static final Act FAIL =
      ctx -> {
        throw new IllegalStateException("broken");
      };

  /// An actor that writes down what becomes of its instances.
  private static final class Subject implements Actor<Act> {
    private final List<String> story;
    private final String name;
    private int handled;

    Subject(List<String> story, String name) {
      this.story = story;
      this.name = name;
      story.add(name + " made");
    }

    @Override
    public void receive(Context<Act> ctx, Act act) throws Exception {
      handled++;
      act.run(ctx);
      story.add(name + " handled " + handled);
    }

    @Override
    public void restarting(Context<Act> ctx, Throwable cause, @Nullable Act act) {
      story.add(name + " restarting: " + cause.getMessage() + (act == FAIL ? ", FAIL" : ""));
    }

    @Override
    public void stopped(Context<Act> ctx) {
      story.add(name + " stopped");
    }
  }

  private final List<String> story = new ArrayList<>();

  private Props<Act> subject(String name, Supervision supervision) {
    return Props.<Act>of(() -> new Subject(story, name)).withSupervision(supervision);
  }

  /// Directives in the order in which they were decided.
  private static List<Directive> decisions(SteppedSystem t) {
    return t.events(ActorEvent.Failed.class).stream().map(ActorEvent.Failed::directive).toList();
  }

  @Test
  void failure_resume_keepsTheInstance() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.system.spawn("a", subject("a", Supervision.resume()));
      actor.tell(ctx -> {});
      actor.tell(FAIL);
      actor.tell(ctx -> {});
      t.run();
      assertThat(story).containsExactly("a made", "a handled 1", "a handled 3");
      assertThat(decisions(t)).containsExactly(Directive.RESUME);
    }
  }

  @Test
  void failure_restart_goesOnWithANewInstanceAndTheNextMessage() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.system.spawn("a", subject("a", Supervision.restart()));
      actor.tell(ctx -> {});
      actor.tell(FAIL);
      actor.tell(ctx -> {});
      t.run();
      assertThat(story)
          .containsExactly(
              "a made", "a handled 1", "a restarting: broken, FAIL", "a made", "a handled 1");
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(1);
    }
  }

  /// Stops another actor at its own end.
  private record LastAct(Runnable act) implements Actor<Act> {
    @Override
    public void receive(Context<Act> ctx, Act message) {}

    @Override
    public void stopped(Context<Act> ctx) {
      act.run();
    }
  }

  @Test
  void failure_stoppedWhileARestartWaitsForTheChildren_theOldInstanceIsToldOfBoth() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.system.spawn("a", subject("a", Supervision.restart()));
      t.run(
          actor,
          ctx -> ctx.spawn("child", Props.of(() -> new LastAct(() -> t.system.stop(actor)))));
      story.clear();
      actor.tell(FAIL);
      t.run();
      assertThat(story).containsExactly("a restarting: broken, FAIL", "a stopped");
    }
  }

  @Test
  void failure_restart_stopsTheChildrenOfTheOldInstance() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.system.spawn("a", subject("a", Supervision.restart()));
      t.run(actor, ctx -> ctx.spawn("child", subject("child", Supervision.restart())));
      story.clear();
      actor.tell(FAIL);
      actor.tell(ctx -> assertThat(ctx.children()).isEmpty());
      t.run();
      assertThat(story)
          .containsExactly("a restarting: broken, FAIL", "child stopped", "a made", "a handled 1");
    }
  }

  @Test
  void failure_stop_endsTheActor() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.system.spawn("a", subject("a", Supervision.stop()));
      t.run(actor, FAIL);
      assertThat(story).containsExactly("a made", "a stopped");
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void failure_escalateAtTheTop_stopsTheActor() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.system.spawn("a", subject("a", Supervision.escalate()));
      t.run(actor, FAIL);
      assertThat(decisions(t)).containsExactly(Directive.STOP);
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void failure_escalate_restartsTheParentForTheSameCause() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.system.spawn("p", subject("p", Supervision.restart()));
      List<ActorRef<Act>> child = new ArrayList<>();
      t.run(parent, ctx -> child.add(ctx.spawn(subject("c", Supervision.escalate()))));
      story.clear();
      t.run(child.get(0), FAIL);
      // The message was the child's, so the parent's hook is not given it.
      assertThat(story).containsExactly("p restarting: broken", "c stopped", "p made");
      assertThat(decisions(t)).containsExactly(Directive.ESCALATE, Directive.RESTART);
    }
  }

  @Test
  void failure_escalatedAndResumed_letsAllGoOn() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.system.spawn("p", subject("p", Supervision.resume()));
      List<ActorRef<Act>> children = new ArrayList<>();
      t.run(
          parent,
          ctx -> {
            children.add(ctx.spawn(subject("c1", Supervision.escalate())));
            children.add(ctx.spawn(subject("c2", Supervision.escalate())));
          });
      story.clear();
      children.get(0).tell(FAIL);
      children.get(1).tell(FAIL);
      t.run();
      parent.tell(ctx -> {});
      children.get(0).tell(ctx -> {});
      children.get(1).tell(ctx -> {});
      t.run();
      assertThat(story).containsExactlyInAnyOrder("p handled 2", "c1 handled 2", "c2 handled 2");
    }
  }

  @Test
  void failure_parentResumed_resumesItsChildren() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.system.spawn("p", subject("p", Supervision.resume()));
      List<ActorRef<Act>> child = new ArrayList<>();
      t.run(parent, ctx -> child.add(ctx.spawn(subject("c", Supervision.restart()))));
      t.run(parent, FAIL);
      t.run(child.get(0), ctx -> {});
      assertThat(story).endsWith("c handled 1");
    }
  }

  @Test
  void failure_parentWaitsForItsDecision_childrenWaitToo() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision later =
          Supervision.restart().withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 0);
      ActorRef<Act> parent = t.system.spawn("p", subject("p", later));
      List<ActorRef<Act>> child = new ArrayList<>();
      t.run(parent, ctx -> child.add(ctx.spawn(subject("c", Supervision.restart()))));
      t.run(parent, FAIL);
      story.clear();
      t.run(child.get(0), ctx -> {});
      assertThat(story).isEmpty();
      t.advance(Duration.ofSeconds(1));
      assertThat(story).containsExactly("p restarting: broken, FAIL", "c stopped", "p made");
    }
  }

  @Test
  void failure_oneForOne_leavesSiblingsAlone() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = t.system.spawn("one", subject("one", Supervision.restart()));
      t.system.spawn("two", subject("two", Supervision.restart()));
      t.run();
      story.clear();
      t.run(one, FAIL);
      assertThat(story).containsExactly("one restarting: broken, FAIL", "one made");
    }
  }

  @Test
  void failure_allForOneRestart_restartsSiblings() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision all = Supervision.restart().withAllForOne();
      ActorRef<Act> one = t.system.spawn("one", subject("one", all));
      ActorRef<Act> two = t.system.spawn("two", subject("two", all));
      t.run();
      story.clear();
      t.run(one, FAIL);
      assertThat(story)
          .containsExactlyInAnyOrder(
              "one restarting: broken, FAIL", "one made", "two restarting: broken", "two made");
      t.run(two, ctx -> {});
      assertThat(story).endsWith("two handled 1");
    }
  }

  @Test
  void failure_allForOneBySeveral_countsTheirRestartsTogether() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision all = Supervision.restart().withAllForOne().withLimit(3, Duration.ofMinutes(1));
      List<ActorRef<Act>> actors = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        actors.add(t.system.spawn("a" + i, subject("a" + i, all)));
      }
      for (ActorRef<Act> actor : actors) {
        t.run(actor, FAIL);
      }
      assertThat(decisions(t))
          .containsExactly(Directive.RESTART, Directive.RESTART, Directive.RESTART, Directive.STOP);
      assertThat(actors).allMatch(t::hasEnded);
    }
  }

  @Test
  void failure_allForOneAfterTheParentsRestart_countsAnew() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision all = Supervision.restart().withAllForOne().withLimit(1, Duration.ofMinutes(1));
      List<ActorRef<Act>> children = new ArrayList<>();
      Actor<Act> parent =
          new Actor<>() {
            @Override
            public void started(Context<Act> ctx) {
              children.add(ctx.spawn("child", subject("child", all)));
            }

            @Override
            public void receive(Context<Act> ctx, Act act) throws Exception {
              act.run(ctx);
            }
          };
      ActorRef<Act> top = t.system.spawn("parent", () -> parent);
      t.run();
      t.run(children.getLast(), FAIL);
      t.run(top, FAIL);
      t.run(children.getLast(), FAIL);
      assertThat(decisions(t)).doesNotContain(Directive.STOP).hasSize(3);
    }
  }

  @Test
  void failure_allForOneWithAPause_siblingsWaitForTheRestart() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Duration pause = Duration.ofMillis(100);
      Supervision all = Supervision.restart().withAllForOne().withBackoff(pause, pause, 0);
      ActorRef<Act> one = t.system.spawn("one", subject("one", all));
      ActorRef<Act> two = t.system.spawn("two", subject("two", all));
      t.run();
      story.clear();
      t.run(one, FAIL);
      t.run(two, ctx -> {});
      t.advance(Duration.ofMillis(50));
      assertThat(story).as("before the pause is over").isEmpty();
      t.advance(Duration.ofMillis(60));
      assertThat(story)
          .containsSubsequence("two restarting: broken", "two made", "two handled 1")
          .containsSubsequence("one restarting: broken, FAIL", "one made");
      t.run(one, ctx -> {});
      t.run(two, ctx -> {});
      assertThat(story).endsWith("one handled 1", "two handled 2");
    }
  }

  @Test
  void failure_allForOneWithAPause_siblingCanBeStopped() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Duration pause = Duration.ofMillis(100);
      Supervision all = Supervision.restart().withAllForOne().withBackoff(pause, pause, 0);
      ActorRef<Act> one = t.system.spawn("one", subject("one", all));
      ActorRef<Act> two = t.system.spawn("two", subject("two", all));
      t.run(one, FAIL);
      t.system.stop(two);
      t.run();
      assertThat(t.hasEnded(two)).isTrue();
      t.advance(Duration.ofMillis(110));
      t.run(one, ctx -> {});
      assertThat(story).endsWith("one made", "one handled 1");
    }
  }

  @Test
  void failure_allForOneStop_stopsSiblings() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision all = Supervision.stop().withAllForOne();
      ActorRef<Act> one = t.system.spawn("one", subject("one", all));
      ActorRef<Act> two = t.system.spawn("two", subject("two", all));
      t.run(one, FAIL);
      assertThat(t.hasEnded(one)).isTrue();
      assertThat(t.hasEnded(two)).isTrue();
    }
  }

  @Test
  void failure_moreRestartsThanAllowed_stops() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision twice = Supervision.restart().withLimit(2, Duration.ofSeconds(10));
      ActorRef<Act> actor = t.system.spawn("a", subject("a", twice));
      t.run(actor, FAIL);
      t.run(actor, FAIL);
      assertThat(t.hasEnded(actor)).isFalse();
      t.run(actor, FAIL);
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(decisions(t))
          .containsExactly(Directive.RESTART, Directive.RESTART, Directive.STOP);
    }
  }

  @Test
  void failure_windowPassed_countsAnew() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision twice = Supervision.restart().withLimit(2, Duration.ofSeconds(1));
      ActorRef<Act> actor = t.system.spawn("a", subject("a", twice));
      for (int i = 0; i < 5; i++) {
        t.run(actor, FAIL);
        t.run(actor, FAIL);
        t.advance(Duration.ofSeconds(1));
      }
      assertThat(t.hasEnded(actor)).isFalse();
      assertThat(decisions(t)).hasSize(10).containsOnly(Directive.RESTART);
    }
  }

  @Test
  void failure_backoff_doublesUpToItsMaximum() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision patient =
          Supervision.restart()
              .withBackoff(Duration.ofMillis(100), Duration.ofMillis(400), 0)
              .withLimit(Supervision.UNLIMITED, Duration.ofSeconds(10));
      ActorRef<Act> actor = t.system.spawn("a", subject("a", patient));
      for (int pauseMillis : new int[] {100, 200, 400, 400}) {
        t.run(actor, FAIL);
        assertPause(t, pauseMillis);
      }
      t.advance(Duration.ofSeconds(10));
      t.run(actor, FAIL);
      assertPause(t, 100); // after a window without failures it begins again
    }
  }

  private static void assertPause(SteppedSystem t, int millis) {
    int before = t.events(ActorEvent.Restarted.class).size();
    t.advance(Duration.ofMillis(millis - 10));
    assertThat(t.events(ActorEvent.Restarted.class)).as("too early").hasSize(before);
    t.advance(Duration.ofMillis(20)); // a timer is late by less than a tick
    assertThat(t.events(ActorEvent.Restarted.class)).as("after %s ms", millis).hasSize(before + 1);
  }

  @Test
  void failure_backoffWithJitter_staysWithinItAndDiffers() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision jittery =
          Supervision.restart().withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1);
      for (int i = 0; i < 20; i++) {
        t.system.spawn("a" + i, subject("a" + i, jittery)).tell(FAIL);
      }
      t.advance(Duration.ofMillis(990));
      assertThat(t.events(ActorEvent.Restarted.class)).isEmpty();
      t.advance(Duration.ofMillis(510));
      assertThat(t.events(ActorEvent.Restarted.class)).hasSizeBetween(1, 19);
      t.advance(Duration.ofMillis(510));
      assertThat(t.events(ActorEvent.Restarted.class)).hasSize(20);
    }
  }

  @Test
  void failure_stoppedDuringBackoff_staysStopped() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision patient =
          Supervision.restart().withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 0);
      ActorRef<Act> actor = t.system.spawn("a", subject("a", patient));
      t.run(actor, FAIL);
      t.system.stop(actor);
      t.advance(Duration.ofSeconds(2));
      assertThat(story).containsExactly("a made", "a stopped");
    }
  }

  @Test
  void failure_rules_firstThatFitsDecides() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision ruled =
          Supervision.restart()
              .on(IllegalArgumentException.class, Directive.RESUME)
              .on(RuntimeException.class, Directive.STOP);
      Supplier<ActorRef<Act>> spawn = () -> t.system.spawn(subject("a", ruled));
      t.run(
          spawn.get(),
          ctx -> {
            throw new NumberFormatException("x");
          });
      t.run(
          spawn.get(),
          ctx -> {
            throw new IllegalStateException("x");
          });
      t.run(
          spawn.get(),
          ctx -> {
            throw new IOException("x");
          });
      assertThat(decisions(t)).containsExactly(Directive.RESUME, Directive.STOP, Directive.RESTART);
    }
  }

  @Test
  void factory_failsAtFirst_isTriedAgain() {
    try (SteppedSystem t = SteppedSystem.start()) {
      AtomicInteger attempts = new AtomicInteger();
      List<String> seen = new ArrayList<>();
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              () -> {
                if (attempts.incrementAndGet() < 3) {
                  throw new IllegalStateException("not yet");
                }
                return (ctx, text) -> seen.add(text);
              });
      actor.tell("kept");
      t.run();
      assertThat(attempts).hasValue(3);
      assertThat(seen).containsExactly("kept");
    }
  }

  @Test
  void factory_failsAndIsToBeResumed_stops() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Props<String> props =
          Props.<String>of(
                  () -> {
                    throw new IllegalStateException("never");
                  })
              .withSupervision(Supervision.resume());
      ActorRef<String> actor = t.system.spawn("a", props);
      t.run();
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(decisions(t)).containsExactly(Directive.STOP);
    }
  }

  @Test
  void started_failsAfterARestartAndIsToBeResumed_stopsWithItsChildren() {
    try (SteppedSystem t = SteppedSystem.start()) {
      AtomicInteger starts = new AtomicInteger();
      List<String> seen = new ArrayList<>();
      Actor<Act> shaky =
          new Actor<>() {
            @Override
            public void started(Context<Act> ctx) throws IOException {
              ActorRef<String> child = ctx.spawn("c", () -> (c, text) -> seen.add(text));
              child.tell("start " + starts.incrementAndGet());
              if (starts.get() == 2) {
                throw new IOException("half started");
              }
            }

            @Override
            public void receive(Context<Act> ctx, Act act) throws Exception {
              act.run(ctx);
            }
          };
      Supervision mixed = Supervision.restart().on(IOException.class, Directive.RESUME);
      ActorRef<Act> actor = t.system.spawn("a", Props.<Act>of(() -> shaky).withSupervision(mixed));
      t.run();
      t.run(actor, FAIL);
      t.run(actor, ctx -> seen.add("handled"));
      assertThat(seen).as("children of one that has failed wait").containsExactly("start 1");
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(decisions(t)).containsExactly(Directive.RESTART, Directive.STOP);
    }
  }

  @Test
  void settings_impossible_areRefused() {
    assertThatThrownBy(() -> Supervision.restart().withLimit(-1, Duration.ofSeconds(1)))
        .hasMessageContaining("-1 restarts");
    assertThatThrownBy(() -> Supervision.restart().withLimit(1, Duration.ZERO))
        .hasMessageContaining("PT0S");
    assertThatThrownBy(
            () ->
                Supervision.restart().withBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1), 0))
        .hasMessageContaining("0 <= min <= max");
    assertThatThrownBy(
            () -> Supervision.restart().withBackoff(Duration.ZERO, Duration.ofSeconds(1), 1.5))
        .hasMessageContaining("jitter 1.5");
  }

  @Test
  void failure_backoffLongerThanTheWindow_stillDoubles() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision patient =
          Supervision.restart()
              .withBackoff(Duration.ofMillis(500), Duration.ofSeconds(8), 0)
              .withLimit(Supervision.UNLIMITED, Duration.ofSeconds(1));
      ActorRef<Act> actor = t.system.spawn("a", subject("a", patient));
      for (int pauseMillis : new int[] {500, 1_000, 2_000, 4_000, 8_000, 8_000}) {
        t.run(actor, FAIL);
        assertPause(t, pauseMillis);
      }
      t.advance(Duration.ofSeconds(1));
      t.run(actor, FAIL);
      assertPause(t, 500);
    }
  }

  @Test
  void failure_backoffLongerThanAnyTimer_waitsAndCanBeStopped() {
    Duration ages = ChronoUnit.FOREVER.getDuration();
    for (double jitter : new double[] {0, 1}) {
      try (SteppedSystem t = SteppedSystem.start()) {
        Supervision patient = Supervision.restart().withBackoff(ages, ages, jitter).withAllForOne();
        ActorRef<Act> actor = t.system.spawn("a", subject("a", patient));
        ActorRef<Act> sibling = t.system.spawn("b", subject("b", patient));
        t.run(actor, FAIL);
        t.run(sibling, ctx -> {});
        t.advance(Duration.ofSeconds(1));
        assertThat(t.events(ActorEvent.Restarted.class)).isEmpty();
        t.system.stop(actor);
        t.run();
        assertThat(t.hasEnded(actor)).isTrue();
        t.run(t.system.spawn("c", subject("c", patient)), FAIL); // the guardian goes on
        assertThat(decisions(t)).containsExactly(Directive.RESTART, Directive.RESTART);
        assertThat(t.pool.snapshot().failures()).isZero();
      }
    }
  }
}
