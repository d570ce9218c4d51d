package dev.tactus.mailbox.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.SystemSettings;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Messages that are polled from outside.
@Requirement("M8.1")
final class ReceiverTest {
  private final PumpedSystem pumped = PumpedSystem.start();
  private final Receiver<Integer> receiver = Receiver.open(pumped.system);

  @AfterEach
  void end() {
    pumped.close();
  }

  @Test
  void nextMessage_beforeAndAfterTheMessage_getsThemInOrder() {
    CompletableFuture<Integer> early = receiver.nextMessage();
    receiver.address().tell(1);
    receiver.address().tell(2);
    assertThat(early).isNotDone();
    pumped.run();
    assertThat(early).isCompletedWithValue(1);
    CompletableFuture<Integer> late = receiver.nextMessage();
    CompletableFuture<Integer> later = receiver.nextMessage();
    pumped.run();
    assertThat(late).isCompletedWithValue(2);
    assertThat(later).isNotDone();
  }

  @Test
  void nextMessage_whenThereIsOne_completesInATurnOfItsOwn() {
    pumped.run();
    receiver.address().tell(1);
    CompletableFuture<Integer> next = receiver.nextMessage();
    assertThat(pumped.pump.runOne()).isTrue(); // the turn of the actor behind the address
    assertThat(next).isNotDone();
    assertThat(pumped.pump.runOne()).isTrue();
    assertThat(next).isCompletedWithValue(1);
  }

  @Test
  void cancel_beforeTheMessage_leavesItToTheNextPoll() {
    CompletableFuture<Integer> first = receiver.nextMessage();
    CompletableFuture<Integer> second = receiver.nextMessage();
    first.cancel(false);
    receiver.address().tell(1);
    pumped.run();
    assertThat(second).isCompletedWithValue(1);
  }

  @Test
  void cancel_whileTheMessageIsOnItsWay_givesItBack() {
    pumped.run();
    CompletableFuture<Integer> first = receiver.nextMessage();
    receiver.address().tell(1);
    assertThat(pumped.pump.runOne()).isTrue();
    first.cancel(false);
    receiver.address().tell(2);
    pumped.run();
    CompletableFuture<Integer> second = receiver.nextMessage();
    CompletableFuture<Integer> third = receiver.nextMessage();
    pumped.run();
    assertThat(second).isCompletedWithValue(1);
    assertThat(third).isCompletedWithValue(2);
  }

  @Test
  @Timeout(60)
  void cancel_whileManyMessagesAreOnTheirWay_givesAllBackInTheirOrder() {
    int count = 100_000;
    pumped.run();
    List<CompletableFuture<Integer>> polls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      polls.add(receiver.nextMessage());
      receiver.address().tell(i);
    }
    while (pumped.pump.runOne()) { // each turn may bring some: what was handed over is cancelled
      polls.forEach(poll -> poll.cancel(false));
      polls.clear();
    }
    for (int i = 0; i < count; i++) {
      polls.add(receiver.nextMessage());
    }
    pumped.run();
    for (int i = 0; i < count; i++) {
      assertThat(polls.get(i).join()).isEqualTo(i);
    }
  }

  @Test
  void close_whileSomebodyPolls_tells() {
    CompletableFuture<Integer> next = receiver.nextMessage();
    pumped.run();
    receiver.close();
    pumped.run();
    assertThat(next)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(MailboxClosedException.class);
  }

  @Test
  void nextMessage_afterTheClosing_fails() {
    receiver.close();
    pumped.run();
    assertThat(receiver.nextMessage()).isCompletedExceptionally();
  }

  @Test
  void close_beforeThePollWasSeen_tells() {
    pumped.run();
    CompletableFuture<Integer> next = receiver.nextMessage();
    receiver.close(); // overtakes the poll
    pumped.run();
    assertClosed(next);
    assertClosed(receiver.nextMessage());
  }

  @Test
  void nextMessage_ofASystemThatHasEnded_tells() {
    pumped.run();
    CompletableFuture<Integer> early = receiver.nextMessage();
    pumped.close();
    assertClosed(early);
    assertClosed(receiver.nextMessage());
  }

  @Test
  void cancel_ofTwoWhoseMessagesAreOnTheirWay_keepsTheOrder() {
    pumped.run();
    CompletableFuture<Integer> first = receiver.nextMessage();
    CompletableFuture<Integer> second = receiver.nextMessage();
    for (int i = 1; i <= 3; i++) {
      receiver.address().tell(i);
    }
    assertThat(pumped.pump.runOne()).isTrue();
    first.cancel(false);
    second.cancel(false);
    pumped.run();
    for (int i = 1; i <= 3; i++) {
      CompletableFuture<Integer> next = receiver.nextMessage();
      pumped.run();
      assertThat(next).isCompletedWithValue(i);
    }
  }

  @Test
  void nextMessage_whereMailboxesAreBounded_isNeverDropped() {
    MailboxSettings small = MailboxSettings.bounded(1, OverflowStrategy.DROP_HEAD);
    try (PumpedSystem other =
            PumpedSystem.with(s -> s.withMailbox(SystemSettings.DEFAULT_MAILBOX, small));
        Receiver<Integer> bounded = Receiver.open(other.system)) {
      CompletableFuture<Integer> first = bounded.nextMessage();
      CompletableFuture<Integer> second = bounded.nextMessage();
      bounded.address().tell(1);
      bounded.address().tell(2);
      other.run();
      assertThat(first).isCompletedWithValue(1);
      assertThat(second).isCompletedWithValue(2);
    }
  }

  private static void assertClosed(CompletableFuture<Integer> next) {
    assertThat(next)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(MailboxClosedException.class);
  }

  @Test
  @Requirement("D1")
  void close_withPollsOpen_failsThemInTheirOrder() {
    List<Integer> failed = new ArrayList<>();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      expected.add(number);
      var unused = receiver.nextMessage().whenComplete((message, error) -> failed.add(number));
    }
    pumped.run();
    receiver.close();
    pumped.run();
    assertThat(failed).isEqualTo(expected);
  }

  @Test
  void fail_withoutAnyMessage_leavesNothingBehind() {
    receiver.nextMessage().completeExceptionally(new TimeoutException("as if"));
    pumped.run();
    assertThat(receiver.waiting()).isZero();
  }

  @Test
  void cancel_withoutAnyMessage_leavesNothingBehind() {
    CompletableFuture<Integer> patient = receiver.nextMessage();
    for (int i = 0; i < 10; i++) {
      receiver.nextMessage().cancel(false);
    }
    pumped.run();
    assertThat(receiver.waiting()).isEqualTo(1);
    receiver.address().tell(1);
    pumped.run();
    assertThat(patient).isCompletedWithValue(1);
    assertThat(receiver.waiting()).isZero();
  }

  @Test
  void close_afterAPollWasGivenUpWithItsMessageOnTheWay_theMessageIsADeadLetter() {
    pumped.run();
    CompletableFuture<Integer> next = receiver.nextMessage();
    receiver.address().tell(1);
    assertThat(pumped.pump.runOne()).isTrue();
    receiver.close();
    next.cancel(false);
    pumped.run();
    assertThat(pumped.deadLetters).extracting(DeadLetter::message).containsExactly(1);
  }
}
