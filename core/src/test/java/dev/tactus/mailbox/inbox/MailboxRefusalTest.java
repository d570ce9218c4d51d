package dev.tactus.mailbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.DispatcherEvent.Recovered;
import dev.tactus.dispatch.DispatcherEvent.TurnRefused;
import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.inbox.RecordingMailbox.Effect;
import dev.tactus.requirement.Requirement;
import org.junit.jupiter.api.Test;

/// A mailbox whose pool does not run it.
@Requirement({"M2.4", "M7.3"})
final class MailboxRefusalTest {
  private final MailboxLab lab = MailboxLab.with(settings -> settings.withThroughput(2));
  private final RecordingMailbox mailbox = new RecordingMailbox(lab.dispatcher, null);

  @Test
  void enqueue_refused_parksTheMessagesAndTellsOnce() {
    mailbox.launch();
    lab.runAll();
    lab.refuse(true);
    mailbox.enqueue("a");
    mailbox.enqueue("b");
    mailbox.order(Effect.NOTHING, "s");
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
    assertThat(mailbox.depth()).isEqualTo(2);
    assertThat(lab.dispatcher.refused()).isEqualTo(1);
    assertThat(lab.published).containsExactly(new TurnRefused("default", mailbox.toString(), 3));
  }

  @Test
  void enqueue_afterARefusal_triesAgain() {
    mailbox.launch();
    lab.runAll();
    lab.refuse(true);
    mailbox.enqueue("a");
    mailbox.enqueue("b");
    lab.refuse(false);
    mailbox.enqueue("c");
    lab.runAll();
    assertThat(mailbox.handled).containsExactly("a", "b", "c");
  }

  @Test
  void pool_thatRecovers_runsWhatWasParkedWithoutANewMessage() {
    mailbox.launch();
    lab.runAll();
    lab.refuse(true);
    mailbox.enqueue("a");
    assertThat(lab.scheduler.runOne()).isTrue();
    assertThat(lab.published).hasSize(1); // still refused, which is no news
    lab.refuse(false);
    assertThat(lab.scheduler.runOne()).isTrue();
    lab.runAll();
    assertThat(mailbox.handled).containsExactly("a");
    assertThat(lab.published).last().isEqualTo(new Recovered("default", 1));
    assertThat(lab.scheduler.runOne()).isFalse();
  }

  @Test
  void turn_thatCannotBeContinued_keepsWhatIsLeft() {
    mailbox.launch();
    lab.runAll();
    for (int i = 1; i <= 5; i++) {
      mailbox.enqueue(i);
    }
    lab.refuse(true);
    lab.runOne();
    assertThat(mailbox.handled).containsExactly(1, 2);
    assertThat(lab.published).singleElement().isInstanceOf(TurnRefused.class);
    lab.refuse(false);
    assertThat(lab.scheduler.runOne()).isTrue();
    lab.runAll();
    assertThat(mailbox.handled).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void launch_refused_beginsLater() {
    lab.refuse(true);
    mailbox.launch();
    mailbox.enqueue("a");
    assertThat(mailbox.begun).isZero();
    lab.refuse(false);
    assertThat(lab.scheduler.runOne()).isTrue();
    lab.runAll();
    assertThat(mailbox.begun).isEqualTo(1);
    assertThat(mailbox.handled).containsExactly("a");
  }
}
