package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Questions, answers, and what is said when there is no answer.
@Requirement("A5")
final class AskTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TICK = Duration.ofMillis(10);

  record Question(ActorRef<String> replyTo) {}

  private static String timeoutOf(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    try {
      future.get();
      throw new AssertionError("answered");
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(AskTimeoutException.class);
      return String.valueOf(e.getCause().getMessage());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void ask_answered_completesAndLeavesNoTimer() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> oracle =
          t.system.spawn("oracle", () -> (ctx, q) -> q.replyTo().tell("42"));
      CompletableFuture<String> answer = oracle.ask(Question::new, SECOND);
      t.run();
      assertThat(answer).isCompletedWithValue("42");
      t.advance(TICK.multipliedBy(2));
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  void ask_notAnswered_failsInTimeAndSaysWhoWhatAndHowItStands() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> silent = t.system.spawn("silent", () -> (ctx, q) -> {});
      CompletableFuture<String> answer = silent.ask(Question::new, SECOND);
      t.advance(Duration.ofMillis(990));
      assertThat(answer).isNotDone();
      t.advance(Duration.ofMillis(20));
      assertThat(timeoutOf(answer))
          .startsWith("tactus://t/user/silent did not answer")
          .contains("Question within PT1S")
          .contains("it is idle")
          .contains("0 messages are waiting in its mailbox");
    }
  }

  @Test
  void ask_endedActor_saysSo() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> gone = t.system.spawn("gone", () -> (ctx, q) -> {});
      t.system.stop(gone);
      t.run();
      CompletableFuture<String> answer = gone.ask(Question::new, SECOND);
      t.advance(SECOND);
      assertThat(timeoutOf(answer)).contains("it has ended");
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).hasSize(1);
    }
  }

  @Test
  void ask_suspendedActor_saysSoAndHowManyWait() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Supervision later =
          Supervision.restart().withBackoff(SECOND.multipliedBy(5), SECOND.multipliedBy(5), 0);
      ActorRef<Question> actor =
          t.system.spawn(
              "a",
              Props.<Question>of(
                      () ->
                          (ctx, q) -> {
                            throw new IllegalStateException("broken");
                          })
                  .withSupervision(later));
      CompletableFuture<String> first = actor.ask(Question::new, SECOND);
      CompletableFuture<String> second = actor.ask(Question::new, SECOND);
      t.advance(SECOND);
      assertThat(timeoutOf(first)).contains("it is suspended").contains("1 message is waiting");
      assertThat(second).isCompletedExceptionally();
    }
  }

  @Test
  void ask_actorWithALongMailbox_countsItUpToAThousand() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> stuck = t.system.spawn("stuck", () -> (ctx, q) -> {});
      t.run();
      boolean isTold = ((ActorCell<?>) stuck).enqueueSystem(new CellMessage.Suspend());
      assertThat(isTold).isTrue();
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = 0; i < 1_001; i++) {
        answers.add(stuck.ask(Question::new, SECOND));
      }
      t.advance(SECOND.plus(TICK));
      assertThat(timeoutOf(answers.getFirst()))
          .contains("it is suspended")
          .contains("; 1000 or more messages are waiting");
      assertThat(answers).allSatisfy(a -> assertThat(a).isCompletedExceptionally());
    }
  }

  @Test
  void ask_busyActor_saysWhatItIsDoing() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    BlockingQueue<String> errors = new LinkedBlockingQueue<>();
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("w").withWorkers(2))) {
      ActorRef<Question> slow =
          system.spawn(
              "slow",
              () ->
                  (ctx, q) -> {
                    busy.countDown();
                    release.await();
                  });
      slow.ask(Question::new, Duration.ofMinutes(1));
      busy.await();
      CompletableFuture<String> answer = slow.ask(Question::new, Duration.ofMillis(20));
      answer.whenComplete((text, error) -> errors.add(String.valueOf(error.getMessage())));
      assertThat(errors.take())
          .contains("it is handling")
          .contains("Question on w")
          .contains("1 message is waiting");
      release.countDown();
    }
  }

  @Test
  void ask_answeredTwice_secondAnswerIsADeadLetter() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> eager =
          t.system.spawn(
              "eager",
              () ->
                  (ctx, q) -> {
                    q.replyTo().tell("one");
                    q.replyTo().tell("two");
                  });
      CompletableFuture<String> answer = eager.ask(Question::new, SECOND);
      t.run();
      assertThat(answer).isCompletedWithValue("one");
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).containsExactly("two");
    }
  }

  @Test
  void ask_answeredTooLate_answerIsADeadLetter() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Question> questions = new ArrayList<>();
      ActorRef<Question> slow = t.collector("slow", questions);
      CompletableFuture<String> answer = slow.ask(Question::new, SECOND);
      t.advance(SECOND.plusMillis(10));
      assertThat(answer).isCompletedExceptionally();
      questions.get(0).replyTo().tell("late");
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).containsExactly("late");
    }
  }

  @Test
  void contextAsk_answeredOrNot_arrivesAsAMessage() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      ActorRef<Act> asking = t.puppet("asking");
      ActorRef<Question> oracle =
          t.system.spawn("oracle", () -> (ctx, q) -> q.replyTo().tell("42"));
      ActorRef<Question> silent = t.system.spawn("silent", () -> (ctx, q) -> {});
      for (ActorRef<Question> asked : List.of(oracle, silent)) {
        t.run(
            asking,
            ctx ->
                ctx.ask(
                    asked,
                    Question::new,
                    SECOND,
                    (String answer) -> c -> seen.add(answer + " in " + c.path().name()),
                    error -> c -> seen.add(error.getClass().getSimpleName())));
      }
      t.advance(SECOND.plusMillis(10));
      assertThat(seen).containsExactly("42 in asking", "AskTimeoutException");
    }
  }

  @Test
  @Requirement("A2")
  void timeout_ofAnActorThatBlocksItsOwnThread_stillComes() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("w").withDispatcher("pinned", DispatcherSettings.pinned()))) {
      ActorRef<Question> stuck =
          system.spawn(
              "stuck",
              Props.<Question>of(() -> (ctx, q) -> release.await()).withDispatcher("pinned"));
      CompletableFuture<String> answer = stuck.ask(Question::new, Duration.ofMillis(20));
      CompletableFuture<Void> end = system.stopGracefully(stuck, Duration.ofMillis(20));
      assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(AskTimeoutException.class)
          .hasMessageContaining("it is handling AskTest.Question on pinned-1");
      assertThatThrownBy(() -> end.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(StopTimeoutException.class);
      release.countDown();
    } finally {
      release.countDown();
    }
  }

  @Test
  @Requirement("S8.3")
  void cancel_beforeTheAnswer_freesTheTimer() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> silent = t.system.spawn("silent", () -> (ctx, q) -> {});
      CompletableFuture<String> cancelled = silent.ask(Question::new, SECOND);
      CompletableFuture<String> completed = silent.ask(Question::new, SECOND);
      assertThat(cancelled.cancel(false)).isTrue();
      assertThat(completed.complete("never mind")).isTrue();
      t.advance(Duration.ofMillis(20));
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  @Requirement("M3.2")
  void ask_fullMailboxThatFails_failsAtOnceAndLeavesNoTimer() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> full =
          t.system.spawn(
              "full",
              Props.<Question>of(() -> (ctx, q) -> {})
                  .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL)));
      CompletableFuture<String> first = full.ask(Question::new, SECOND);
      CompletableFuture<String> second = full.ask(Question::new, SECOND);
      assertThat(first).isNotDone();
      assertThat(second)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(MailboxFullException.class);
      assertThat(t.system.scheduler().metrics().active()).isEqualTo(1);
      List<String> heard = new ArrayList<>();
      ActorRef<Act> asking = t.puppet("asking");
      asking.tell(
          ctx ->
              ctx.ask(
                  full,
                  Question::new,
                  SECOND,
                  (String answer) -> later -> heard.add(answer),
                  error -> later -> heard.add(error.getClass().getSimpleName())));
      t.advance(SECOND.multipliedBy(2));
      assertThat(heard).hasSize(1);
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  @Requirement({"M8.2", "M4.2"})
  void offer_ofASecondAnswer_failsAndIsADeadLetterOfItsSender() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<String>> asking = new ArrayList<>();
      ActorRef<Question> oracle =
          t.system.spawn("oracle", () -> (ctx, q) -> asking.add(q.replyTo()));
      CompletableFuture<String> answer = oracle.ask(Question::new, SECOND);
      t.run();
      ActorRef<Act> other = t.puppet("other");
      assertThat(asking.getFirst().tellAsync("1")).isCompleted();
      assertThat(asking.getFirst().tellAsync("2"))
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(MailboxClosedException.class);
      asking.getFirst().tell("3", other);
      assertThat(answer).isCompletedWithValue("1");
      assertThat(t.events(DeadLetter.class))
          .map(letter -> letter.message() + " of " + letter.sender().orElseThrow())
          .containsExactly("2 of " + oracle, "3 of " + other);
    }
  }

  @Test
  void ask_withoutAQuestion_isRefusedAndLeavesNoTimer() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      assertThatThrownBy(() -> actor.ask((ActorRef<String> replyTo) -> null, SECOND))
          .isInstanceOf(NullPointerException.class)
          .hasMessageContaining("tactus://t/user/a was null");
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }
}
