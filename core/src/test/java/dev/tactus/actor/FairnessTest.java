package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Busy actors do not starve others.
@Requirement({"W7", "W2"})
final class FairnessTest {
  private static final int TURNS_MAX = 100;

  private record Ball(ActorRef<Ball> back) {}

  /// Two actors that keep each other busy for ever.
  private static void pingPong(SteppedSystem t, String name) {
    ActorRef<Ball> left = player(t, name + "-left");
    ActorRef<Ball> right = player(t, name + "-right");
    left.tell(new Ball(right));
  }

  private static ActorRef<Ball> player(SteppedSystem t, String name) {
    return t.system.spawn(name, () -> (ctx, ball) -> ball.back().tell(new Ball(ctx.self())));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void tell_whilePairsPlayOnOneWorker_isHandledWithinAHundredTurns(int pairs) {
    try (SteppedSystem t = SteppedSystem.start(1, 64)) {
      List<String> seen = new ArrayList<>();
      ActorRef<String> third = t.collector("third", seen);
      for (int pair = 0; pair < pairs; pair++) {
        pingPong(t, "pair" + pair);
      }
      assertThat(t.pool.runUntilIdle(1_000)).as("turns of the game").isEqualTo(1_000);
      for (int i = 1; i <= 50; i++) {
        third.tell("message " + i);
        long unused = t.pool.runUntilIdle(TURNS_MAX);
        assertThat(seen).as("handled within %s turns", TURNS_MAX).hasSize(i);
      }
    }
  }

  @Test
  void spawn_whileAPairPlaysOnOneWorker_startsWithinAHundredTurns() {
    try (SteppedSystem t = SteppedSystem.start(1, 64)) {
      pingPong(t, "pair");
      long unused = t.pool.runUntilIdle(1_000);
      List<String> seen = new ArrayList<>();
      t.collector("late", seen).tell("hello");
      unused = t.pool.runUntilIdle(TURNS_MAX);
      assertThat(seen).containsExactly("hello");
    }
  }
}
