package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.event.Subscription;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LiveActionsTest {
  private final ActorSystem system = ActorSystem.start("shop");

  @AfterEach
  void close() {
    system.close();
  }

  @Test
  void stop_anActorByItsPath_endsIt() {
    ActorRef<String> till = system.spawn("till", () -> (ctx, text) -> {});
    LiveActions actions = LiveActions.of(system);
    Queue<String> ended = new ConcurrentLinkedQueue<>();
    Subscription unused =
        system
            .events()
            .subscribe(
                ActorEvent.Stopped.class, event -> ended.add(event.actor().path().toString()));

    assertThat(actions.stop("/shop/user/none")).isFalse();
    assertThat(actions.stop(till.path().toString())).isTrue();

    await().until(() -> ended.contains(till.path().toString()));
  }

  @Test
  void stop_whatWasNotSpawned_isRefused() {
    assertThatThrownBy(() -> LiveActions.of(system).stop("/user"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be stopped");
  }

  @Test
  void logLevel_byTheNamesThatPeopleUse_isThatOfTheJdk() {
    LiveActions actions = LiveActions.of(system);

    actions.logLevel("dev.tactus.console.sample", "debug");
    assertThat(Logger.getLogger("dev.tactus.console.sample").getLevel()).isEqualTo(Level.FINE);
    actions.logLevel("dev.tactus.console.sample", "ERROR");
    assertThat(Logger.getLogger("dev.tactus.console.sample").getLevel()).isEqualTo(Level.SEVERE);

    assertThatThrownBy(() -> actions.logLevel("a", "LOUD"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LOUD")
        .hasMessageContaining("DEBUG");
  }
}
