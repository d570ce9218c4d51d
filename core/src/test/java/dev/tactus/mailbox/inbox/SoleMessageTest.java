package dev.tactus.mailbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.inbox.RecordingMailbox.Effect;
import dev.tactus.mailbox.inbox.RecordingMailbox.Refused;
import dev.tactus.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A message that an empty mailbox takes without a node, among others that have one.
final class SoleMessageTest {
  private final MailboxLab lab = MailboxLab.create();
  private final RecordingMailbox mailbox = new RecordingMailbox(lab.dispatcher, null);

  SoleMessageTest() {
    mailbox.launch();
    assertThat(lab.runAll()).isEqualTo(1);
  }

  private List<String> handled() {
    return mailbox.handled.stream().map(Object::toString).toList();
  }

  @Test
  @Requirement({"M2.3", "M5.1"})
  void enqueue_fromAWorkerAndFromElsewhere_keepsTheOrder() {
    mailbox.enqueue("a", true);
    mailbox.enqueue("b", false);
    mailbox.enqueue("c", true);
    assertThat(mailbox.depth()).isEqualTo(3);
    assertThat(lab.runAll()).isEqualTo(1);
    mailbox.enqueue("d", false);
    mailbox.enqueue("e", true);
    assertThat(lab.runAll()).isEqualTo(1);
    assertThat(handled()).containsExactly("a", "b", "c", "d", "e");
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
  }

  @Test
  @Requirement({"M5.3", "M1.3"})
  void suspend_withMessagesOfBothKinds_keepsThemInOrder() {
    mailbox.enqueue("a", true);
    mailbox.order(Effect.SUSPEND, "suspend");
    lab.runAll();
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
    for (String later : List.of("b", "c", "d")) {
      mailbox.enqueue(later, !later.equals("c"));
      lab.runAll();
    }
    assertThat(mailbox.depth()).isEqualTo(4);
    mailbox.order(Effect.RESUME, "resume");
    lab.runAll();
    assertThat(handled()).containsExactly("suspend", "resume", "a", "b", "c", "d");
    mailbox.enqueue("e", true);
    lab.runAll();
    assertThat(handled()).endsWith("e");
  }

  @Test
  @Requirement("M2.4")
  void enqueue_whileThePoolRefuses_keepsItAndWhatFollows() {
    lab.refuse(true);
    mailbox.enqueue("a", true);
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
    assertThat(mailbox.depth()).isEqualTo(1);
    lab.refuse(false);
    mailbox.enqueue("b", true);
    lab.runAll();
    assertThat(handled()).containsExactly("a", "b");
  }

  @Test
  @Requirement({"M4.2", "M5.4"})
  void close_withASoleMessageAndOthers_refusesAllInOrder() {
    mailbox.enqueue("a", true);
    mailbox.enqueue("b", false);
    mailbox.order(Effect.CLOSE, "close");
    lab.runAll();
    mailbox.enqueue("c", true);
    assertThat(mailbox.refused)
        .containsExactly(
            new Refused("a", DeadLetterReason.SHUTDOWN),
            new Refused("b", DeadLetterReason.SHUTDOWN),
            new Refused("c", DeadLetterReason.NO_RECIPIENT));
  }
}
