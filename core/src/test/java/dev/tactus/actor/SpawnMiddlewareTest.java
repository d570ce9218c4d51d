package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Spawning passes through a chain that may name, count and refuse.
@Requirement("W11")
final class SpawnMiddlewareTest {
  private final List<String> seen = new ArrayList<>();

  private SpawnMiddleware noting(String name) {
    return (request, next) -> {
      seen.add(name + " before " + request.name().orElse("?"));
      ActorRef<?> made = next.spawn(request);
      seen.add(name + " after " + made.path().name());
      return made;
    };
  }

  @Test
  void spawn_chain_passesThroughAllInTheirOrder() {
    try (SteppedSystem t =
        SteppedSystem.start(
            settings ->
                settings.withSpawnMiddleware(noting("one")).withSpawnMiddleware(noting("two")))) {
      t.puppet("a");
      assertThat(seen)
          .containsExactly("one before a", "two before a", "two after a", "one after a");
    }
  }

  @Test
  void spawn_childrenOfActors_passThroughToo() {
    try (SteppedSystem t =
        SteppedSystem.start(settings -> settings.withSpawnMiddleware(noting("m")))) {
      t.run(t.puppet("a"), ctx -> ctx.spawn("child", () -> (c, m) -> {}));
      assertThat(seen).endsWith("m before child", "m after child");
    }
  }

  @Test
  void spawn_actorsOfTheRuntime_doNotPassThrough() {
    try (SteppedSystem t =
        SteppedSystem.start(settings -> settings.withSpawnMiddleware(noting("m")))) {
      ActorRef<SteppedSystem.Act> actor = t.puppet("a");
      seen.clear();
      t.system.stopGracefully(actor, Duration.ofSeconds(1));
      t.run();
      assertThat(seen).isEmpty();
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void spawn_named_getsThatName() {
    SpawnMiddleware naming =
        (request, next) ->
            next.spawn(request.name().isPresent() ? request : request.withName("nobody"));
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withSpawnMiddleware(naming))) {
      ActorRef<String> actor = t.system.spawn(() -> (ctx, text) -> {});
      assertThat(actor.path()).hasToString("tactus://t/user/nobody");
    }
  }

  @Test
  void spawn_settingsChanged_areThose() {
    SpawnMiddleware strict =
        (request, next) ->
            next.spawn(
                request.withSettings(request.settings().withSupervision(Supervision.stop())));
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withSpawnMiddleware(strict))) {
      ActorRef<SteppedSystem.Act> actor = t.puppet("a");
      t.run(
          actor,
          ctx -> {
            throw new IllegalStateException("broken");
          });
      assertThat(t.hasEnded(actor)).isTrue();
    }
  }

  @Test
  void spawn_refused_makesNothingAndSaysWhy() {
    SpawnMiddleware refusing =
        (request, next) -> {
          throw new SpawnException("Nothing under " + request.parent() + " today.");
        };
    try (SteppedSystem t =
        SteppedSystem.start(settings -> settings.withSpawnMiddleware(refusing))) {
      assertThatThrownBy(() -> t.puppet("a"))
          .isInstanceOf(SpawnException.class)
          .hasMessage("Nothing under tactus://t/user today. [TAC-0201]");
      t.run();
      assertThat(t.events(ActorEvent.Started.class)).isEmpty();
    }
  }

  @Test
  void spawn_middlewareFailsAfterwards_endsTheActor() {
    SpawnMiddleware late =
        (request, next) -> {
          ActorRef<?> made = next.spawn(request);
          throw new IllegalStateException("too late for " + made);
        };
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withSpawnMiddleware(late))) {
      assertThatThrownBy(() -> t.puppet("a")).hasMessage("too late for tactus://t/user/a");
      t.run();
      assertThat(t.events(ActorEvent.Stopped.class)).hasSize(1);
    }
  }

  @Test
  void spawn_middlewareMisbehaves_isRefused() {
    List<ActorRef<?>> others = new ArrayList<>();
    SpawnMiddleware lying =
        (request, next) ->
            switch (request.name().orElse("")) {
              case "other" -> {
                ActorRef<?> unused = next.spawn(request);
                yield others.get(0);
              }
              case "twice" -> {
                ActorRef<?> unused = next.spawn(request);
                yield next.spawn(request.withName("second"));
              }
              default -> next.spawn(request);
            };
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withSpawnMiddleware(lying))) {
      others.add(t.puppet("good"));
      assertThatThrownBy(() -> t.puppet("other"))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("has to give what `next` gave");
      assertThatThrownBy(() -> t.puppet("twice")).hasMessageContaining("called `next` twice");
    }
  }

  @Test
  void next_calledAfterTheSpawnIsOver_isRefused() {
    List<Runnable> later = new ArrayList<>();
    SpawnMiddleware postponing =
        (request, next) -> {
          later.add(() -> next.spawn(request));
          throw new SpawnException("not now");
        };
    try (SteppedSystem t =
        SteppedSystem.start(settings -> settings.withSpawnMiddleware(postponing))) {
      assertThatThrownBy(() -> t.puppet("a")).hasMessageContaining("not now");
      assertThatThrownBy(later.getFirst()::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("next");
      assertThat(t.system.tree().find("/user/a")).isEmpty();
    }
  }

  @Test
  void next_calledOnAnotherThread_isRefused() {
    SpawnMiddleware elsewhere =
        (request, next) -> CompletableFuture.supplyAsync(() -> next.spawn(request)).join();
    try (SteppedSystem t =
        SteppedSystem.start(settings -> settings.withSpawnMiddleware(elsewhere))) {
      assertThatThrownBy(() -> t.puppet("a"))
          .rootCause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("call it there");
      assertThat(t.system.tree().find("/user/a")).isEmpty();
    }
  }

  @Test
  void spawn_middlewareThrowsACheckedException_endsTheActor() {
    SpawnMiddleware sneaky =
        (request, next) -> {
          ActorRef<?> made = next.spawn(request);
          throw SpawnMiddlewareTest.<RuntimeException>sneak(new IOException("no line for " + made));
        };
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withSpawnMiddleware(sneaky))) {
      assertThatThrownBy(() -> t.puppet("a")).isInstanceOf(IOException.class);
      t.run();
      assertThat(t.events(ActorEvent.Stopped.class)).hasSize(1);
    }
  }

  @SuppressWarnings("unchecked") // throws what the signature does not allow, as other languages do
  private static <E extends Throwable> RuntimeException sneak(Throwable error) throws E {
    throw (E) error;
  }

  @Test
  void schedulerDumps_underAMiddlewareThatRefuses_areThere() {
    SpawnMiddleware refusing =
        (request, next) -> {
          throw new IllegalStateException("nobody");
        };
    try (SteppedSystem t = SteppedSystem.start(s -> s.withSpawnMiddleware(refusing))) {
      assertThat(t.system.schedulerDumps().path()).hasToString("tactus://t/system/scheduler");
    }
  }
}
