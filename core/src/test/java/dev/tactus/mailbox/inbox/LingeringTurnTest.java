package dev.tactus.mailbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.inbox.RecordingMailbox.Effect;
import dev.tactus.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Turns that wait for more before the mailbox goes idle.
@Requirement({"M2.2", "W6"})
final class LingeringTurnTest {
  private final MailboxLab lab = MailboxLab.with(settings -> settings.withThroughput(4));

  /// Not launched, so the test owns it and may run a turn.
  private final RecordingMailbox mailbox = new RecordingMailbox(lab.dispatcher, null);

  /// What happens in each wait.
  private final Deque<Runnable> waits = new ArrayDeque<>();

  private final List<Integer> taken = new ArrayList<>();

  private boolean runTurn() {
    return mailbox.runLingering(
        (task, takenBefore) -> {
          taken.add(takenBefore);
          assertThat(task).isSameAs(mailbox);
          assertThat(mailbox.hasMore()).as("more, before anything was sent").isFalse();
          Runnable event = waits.poll();
          if (event == null) {
            return false;
          }
          event.run();
          return mailbox.hasMore();
        });
  }

  private List<String> handled() {
    return mailbox.handled.stream().map(Object::toString).toList();
  }

  private void send(String... messages) {
    for (String message : messages) {
      assertThat(mailbox.enqueue(message)).isTrue();
    }
  }

  @Test
  void run_messagesComeWhileItWaits_areHandledInTheSameTurn() {
    send("a");
    waits.add(() -> send("b", "c"));
    waits.add(() -> send("d"));

    assertThat(runTurn()).as("whether the turn was used up").isFalse();

    assertThat(handled()).containsExactly("a", "b", "c", "d");
    assertThat(lab.waiting()).as("turns asked for").isZero();
  }

  @Test
  void run_eachWait_isToldHowManyThereWereInARow() {
    send("a");
    waits.add(() -> send("b", "c"));

    assertThat(runTurn()).isFalse();

    assertThat(taken).containsExactly(1, 2);
  }

  @Test
  void run_nothingComes_isIdleAndTheNextMessageAsksForATurn() {
    send("a");

    assertThat(runTurn()).isFalse();
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
    send("b");

    assertThat(lab.waiting()).isEqualTo(1);
    assertThat(lab.runAll()).isEqualTo(1);
    assertThat(handled()).containsExactly("a", "b");
  }

  @Test
  void run_turnIsUsedUp_doesNotWait() {
    send("a", "b", "c", "d");

    assertThat(runTurn()).isFalse();

    assertThat(taken).as("waits").isEmpty();
    assertThat(mailbox.view().phase()).isEqualTo(Phase.IDLE);
  }

  @Test
  void run_moreComesThanTheTurnHas_leavesItForTheNext() {
    send("a", "b", "c");
    waits.add(() -> send("d", "e"));

    assertThat(runTurn()).as("whether the turn was used up").isTrue();
    assertThat(handled()).containsExactly("a", "b", "c", "d");
    mailbox.launch();

    assertThat(lab.runAll()).isEqualTo(1);
    assertThat(handled()).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void run_systemMessageComesWhileItWaits_isHandledFirst() {
    send("a");
    waits.add(
        () -> {
          send("b");
          mailbox.order(Effect.NOTHING, "s");
        });

    assertThat(runTurn()).isFalse();

    assertThat(handled()).containsExactly("a", "s", "b");
  }

  @Test
  void run_closedWhileItWaits_endsAndRefusesTheRest() {
    send("a");
    waits.add(
        () -> {
          mailbox.order(Effect.CLOSE, "close");
          send("b");
        });

    assertThat(runTurn()).isFalse();

    assertThat(handled()).containsExactly("a", "close");
    assertThat(mailbox.refused).hasSize(1);
    assertThat(mailbox.closings).hasValue(1);
  }

  @Test
  void run_otherOrderThanFirstInFirstOut_doesNotWait() {
    RecordingMailbox deque = new RecordingMailbox(lab.dispatcher, new DequeQueue());
    assertThat(deque.enqueue("a")).isTrue();

    assertThat(
            deque.runLingering(
                (task, takenBefore) -> {
                  throw new AssertionError("it waited");
                }))
        .isFalse();

    assertThat(deque.handled).containsExactly("a");
  }
}
