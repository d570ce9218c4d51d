package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
}
