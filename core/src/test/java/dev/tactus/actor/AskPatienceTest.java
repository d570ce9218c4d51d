package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How long who waits for an answer looks for it.
@Requirement("A5")
final class AskPatienceTest {
  private final AskPatience patience = new AskPatience();

  /// Done at the look of that number.
  private static final class Late extends CompletableFuture<String> {
    private final int doneAt;
    private int looks;

    Late(int doneAt) {
      this.doneAt = doneAt;
    }

    @Override
    public boolean isDone() {
      looks++;
      return looks >= doneAt;
    }
  }

  private static Late never() {
    return new Late(Integer.MAX_VALUE);
  }

  @Test
  void await_answerIsThere_looksOnce() {
    Late answer = new Late(1);

    patience.await(answer);

    assertThat(answer.looks).isEqualTo(1);
    assertThat(patience.looks()).isEqualTo(AskPatience.LOOKS_MAX);
  }

  @Test
  void await_answerComesSoon_endsWithIt() {
    Late answer = new Late(10);

    patience.await(answer);

    assertThat(answer.looks).isEqualTo(10);
    assertThat(patience.looks()).isEqualTo(AskPatience.LOOKS_MAX);
  }

  @Test
  void await_answersTakeLong_looksLessAndLess() {
    for (int i = 0; i < 20; i++) {
      patience.await(never());
    }
    Late answer = never();

    patience.await(answer);

    assertThat(patience.looks()).isEqualTo(AskPatience.LOOKS_MIN);
    assertThat(answer.looks).isEqualTo(1 + AskPatience.LOOKS_MIN);
  }

  @Test
  void await_answersComeSoonAgain_looksLongerAgain() {
    for (int i = 0; i < 20; i++) {
      patience.await(never());
    }
    for (int i = 0; i < 20; i++) {
      patience.await(new Late(3));
    }

    assertThat(patience.looks()).isEqualTo(AskPatience.LOOKS_MAX);
  }

  @Test
  void await_answersTakeLong_oneWaitInAWhileLooksAsLongAsItCan() {
    for (int i = 0; i < 20; i++) {
      patience.await(never());
    }
    int longest = 0;
    for (int i = 0; i < 10 * AskPatience.TRIAL; i++) {
      Late answer = never();
      patience.await(answer);
      longest += answer.looks == 1 + AskPatience.LOOKS_MAX ? 1 : 0;
    }

    assertThat(longest).isEqualTo(10);
    assertThat(patience.looks()).isEqualTo(AskPatience.LOOKS_MIN);
  }

  @Test
  void await_answersComeSoonerThanBefore_areSeenAfterATrial() {
    int soon = AskPatience.LOOKS_MAX / 2;
    for (int i = 0; i < 20; i++) {
      patience.await(never());
    }
    for (int i = 0; i < AskPatience.TRIAL; i++) {
      patience.await(new Late(soon));
    }
    Late answer = new Late(soon);

    patience.await(answer);

    assertThat(answer.looks).isEqualTo(soon);
    assertThat(patience.looks()).isEqualTo(AskPatience.LOOKS_MAX);
  }

  private static CompletableFuture<String> unanswered(SteppedSystem t) {
    ActorRef<Object> silent = t.system.spawn("silent", () -> (ctx, message) -> {});
    return silent.ask(replyTo -> replyTo, Duration.ofSeconds(1));
  }

  @Test
  void get_ofAQuestion_looksBeforeItWaits() throws Exception {
    try (SteppedSystem t = SteppedSystem.start()) {
      CompletableFuture<String> answer = unanswered(t);

      assertThatThrownBy(() -> answer.get(1, TimeUnit.NANOSECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(t.system.askPatience().looks()).isEqualTo(AskPatience.LOOKS_MAX / 2);

      Thread.currentThread().interrupt();
      assertThatThrownBy(answer::get).isInstanceOf(InterruptedException.class);
      assertThat(t.system.askPatience().looks()).isEqualTo(AskPatience.LOOKS_MAX / 4);
    }
  }

  @Test
  @Timeout(60)
  void join_ofAQuestion_looksBeforeItWaits() {
    try (SteppedSystem t = SteppedSystem.start()) {
      CompletableFuture<String> answer = unanswered(t);
      Thread unused =
          Thread.startVirtualThread(
              () -> {
                while (t.system.askPatience().looks() == AskPatience.LOOKS_MAX) {
                  Thread.onSpinWait();
                }
                answer.complete("late");
              });

      assertThat(answer.join()).isEqualTo("late");
    }
  }
}
