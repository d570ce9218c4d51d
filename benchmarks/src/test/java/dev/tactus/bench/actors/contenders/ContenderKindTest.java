package dev.tactus.bench.actors.contenders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every contender does what its interface says; how fast is no matter here.
final class ContenderKindTest {
  private static final int TIMEOUT_SECONDS = 30;

  @ParameterizedTest
  @EnumSource
  void tell_manyMessages_areHandledInOrder(ContenderKind kind) throws Exception {
    try (ActorContender<?> contender = kind.start()) {
      assertThat(tellMany(contender, 1_000))
          .containsExactlyElementsOf(IntStream.range(0, 1_000).boxed().toList());
    }
  }

  @ParameterizedTest
  @EnumSource
  void ask_echo_answersTheQuestion(ContenderKind kind) throws Exception {
    try (ActorContender<?> contender = kind.start()) {
      assertThat(ask(contender, "what?")).isEqualTo("what?");
    }
  }

  @ParameterizedTest
  @EnumSource
  void spawnAndEnd_withinAnActor_childAnswersItsParent(ContenderKind kind) throws Exception {
    try (ActorContender<?> contender = kind.start()) {
      if (kind.spawnsWithin()) {
        assertThat(answerOfChild(contender)).isEqualTo("from the child");
      } else {
        assertThat(refusalToSpawn(contender)).hasMessageContaining("spawn from outside");
      }
    }
  }

  @Test
  void version_eachKind_namesARelease() {
    assertThat(ContenderKind.VERTX.version()).matches("EventBus of vertx-core-5.*");
    assertThat(ContenderKind.VIRTUAL.version()).matches(".* of JDK \\d+");
    assertThat(ContenderKind.KOTLIN.version()).contains("kotlinx-coroutines-core-jvm-1.");
  }

  @Test
  void named_unknown_isRefusedAndNamesTheKnownOnes() {
    assertThat(ContenderKind.named("jetlang")).isEqualTo(ContenderKind.JETLANG);
    assertThatThrownBy(() -> ContenderKind.named("erlang"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'erlang'")
        .hasMessageContaining("jetlang, virtual");
  }

  private static <A> List<Object> tellMany(ActorContender<A> contender, int count)
      throws InterruptedException {
    List<Object> seen = new ArrayList<>();
    CountDownLatch left = new CountDownLatch(count);
    Handler<A> noting =
        (_, message) -> {
          seen.add(message);
          left.countDown();
        };
    A actor = contender.spawn(() -> noting);
    for (int i = 0; i < count; i++) {
      contender.tell(actor, i);
    }
    assertThat(left.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    return seen;
  }

  private static <A> Object ask(ActorContender<A> contender, Object question) throws Exception {
    return contender.askAndWait(contender.spawnEcho(), question);
  }

  private static <A> Object answerOfChild(ActorContender<A> contender) throws Exception {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    Handler<A> parent =
        (self, message) -> {
          if (message.equals("start")) {
            contender.tell(self.spawn(() -> child(contender, self.address())), "answer");
          } else {
            answer.complete(message);
          }
        };
    contender.tell(contender.spawn(() -> parent), "start");
    return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private static <A> Handler<A> child(ActorContender<A> contender, A parent) {
    return (self, _) -> {
      contender.tell(parent, "from the child");
      self.end();
    };
  }

  private static <A> Throwable refusalToSpawn(ActorContender<A> contender) throws Exception {
    CompletableFuture<Throwable> refusal = new CompletableFuture<>();
    Handler<A> parent =
        (self, _) -> {
          try {
            self.spawn(() -> (_, _) -> {});
            refusal.complete(new AssertionError("it did spawn"));
          } catch (UnsupportedOperationException e) {
            refusal.complete(e);
          }
        };
    contender.tell(contender.spawn(() -> parent), "start");
    return refusal.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
