package dev.tactus.mailbox.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.PumpedSystem;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
}
