package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.DeadLetter;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is published about messages that nobody handles.
final class DeadLetterTest {
  @Test
  @Requirement("M4.2")
  void deadLetter_withASender_carriesEverything() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      List<String> handled = new ArrayList<>();
      ActorRef<String> gone = pumped.collector(MailboxSettings.unbounded(), handled);
      ActorRef<String> sender = pumped.collector(MailboxSettings.unbounded(), handled);
      gone.tell("waits", sender);
      pumped.system.stop(gone);
      pumped.run();
      gone.tell("late", sender);
      assertThat(pumped.deadLetters)
          .containsExactly(
              new DeadLetter("waits", gone, Optional.of(sender), DeadLetterReason.SHUTDOWN),
              new DeadLetter("late", gone, Optional.of(sender), DeadLetterReason.NO_RECIPIENT));
      assertThat(pumped.system.deadLetters(DeadLetterReason.SHUTDOWN)).isEqualTo(1);
      assertThat(handled).isEmpty();
    }
  }

  @Test
  @Requirement({"M4.3", "M4.5"})
  void subscribe_afterwards_getsNothingOfBefore() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      ActorRef<Integer> gone =
          pumped.collector(MailboxSettings.unbounded(), new ArrayList<Integer>());
      pumped.system.stop(gone);
      pumped.run();
      gone.tell(1);
      List<RuntimeEvent> all = new ArrayList<>();
      var subscription = pumped.system.events().subscribe(RuntimeEvent.class, all::add);
      assertThat(all).isEmpty(); // nothing was kept for somebody who was not there
      gone.tell(2);
      assertThat(all).singleElement().isInstanceOf(DeadLetter.class);
      subscription.close();
      gone.tell(3);
      assertThat(all).hasSize(1);
      assertThat(pumped.system.deadLetters(DeadLetterReason.NO_RECIPIENT)).isEqualTo(3);
    }
  }

  @Test
  @Requirement("M5.4")
  void stop_withMessagesLeft_tellsOfItsEndAfterTheLastDeadLetter() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      ActorRef<Integer> actor = pumped.collector(MailboxSettings.deque(), new ArrayList<Integer>());
      List<RuntimeEvent> all = new ArrayList<>();
      pumped.system.events().subscribe(RuntimeEvent.class, all::add);
      actor.tell(1);
      actor.tell(2);
      pumped.system.stop(actor);
      pumped.run();
      assertThat(all)
          .containsExactly(
              new DeadLetter(1, actor, Optional.empty(), DeadLetterReason.SHUTDOWN),
              new DeadLetter(2, actor, Optional.empty(), DeadLetterReason.SHUTDOWN),
              new ActorEvent.Stopped(actor));
    }
  }
}
