package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.actor.SpawnException;
import dev.tactus.actor.StashOverflowException;
import dev.tactus.actor.Supervision;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Messages that an actor sets aside.
final class StashTest {
  private final PumpedSystem pumped = PumpedSystem.start();
  private final List<String> handled = new ArrayList<>();

  @AfterEach
  void end() {
    pumped.close();
  }

  /// Sets everything aside until "open", which takes all back, or "next", which takes one.
  private Actor<String> door() {
    boolean[] isOpen = new boolean[1];
    return (ctx, message) -> {
      if (message.equals("open")) {
        isOpen[0] = true;
        ctx.unstashAll();
      } else if (message.equals("next")) {
        isOpen[0] = true;
        ctx.unstash();
      } else if (isOpen[0]) {
        handled.add(message);
      } else {
        ctx.stash();
      }
    };
  }

  private ActorRef<String> spawn(int capacity) {
    ActorRef<String> made =
        pumped.system.spawn(
            Props.of(this::door).withStash(capacity).withSupervision(Supervision.resume()));
    pumped.run();
    return made;
  }

  private static void tellAll(ActorRef<String> actor, String... messages) {
    for (String message : messages) {
      actor.tell(message);
    }
  }

  @Test
  @Requirement("M3.6")
  void unstashAll_beforeLaterMessages_keepsTheOrder() {
    tellAll(spawn(10), "a", "b", "open", "c");
    pumped.run();
    assertThat(handled).containsExactly("a", "b", "c");
  }

  @Test
  @Requirement({"M3.4", "M3.6"})
  void unstashAll_intoABoundedMailbox_putsItUnderPressure() {
    List<Boolean> pressed = new ArrayList<>();
    pumped.system.events().subscribe(MailboxPressure.class, e -> pressed.add(e.pressed()));
    ActorRef<String> door =
        pumped.system.spawn(
            Props.of(this::door)
                .withStash(10)
                .withMailbox(MailboxSettings.deque().withCapacity(8, OverflowStrategy.DROP_NEW)));
    pumped.run();
    String[] messages = {"a", "b", "c", "d", "e", "f", "g", "h"};
    tellAll(door, messages);
    pumped.run();
    assertThat(pressed).containsExactly(true, false);
    tellAll(door, "open");
    pumped.run();
    assertThat(pressed).containsExactly(true, false, true, false);
    assertThat(handled).containsExactly(messages);
  }

  @Test
  @Requirement("M3.6")
  void unstash_one_bringsTheOldestBeforeTheOthers() {
    tellAll(spawn(10), "a", "b", "next", "c", "open");
    pumped.run();
    assertThat(handled).containsExactly("a", "c", "b");
  }

  @Test
  @Requirement({"M3.6", "M4.2"})
  void stash_beyondItsCapacity_failsTheActorAndTheMessageIsADeadLetter() {
    List<ActorEvent.Failed> failures = new ArrayList<>();
    pumped.system.events().subscribe(ActorEvent.Failed.class, failures::add);
    tellAll(spawn(1), "a", "too much", "open");
    pumped.run();
    assertThat(failures)
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.cause())
                    .isInstanceOf(StashOverflowException.class)
                    .hasMessageContaining("holds 1 messages"));
    assertThat(pumped.deadLetters)
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.message()).isEqualTo("too much");
              assertThat(letter.reason()).isEqualTo(DeadLetterReason.STASH_OVERFLOW);
            });
    assertThat(handled).containsExactly("a");
  }

  @Test
  @Requirement({"M3.6", "M5.4"})
  void stop_withMessagesSetAside_makesThemDeadLetters() {
    ActorRef<String> actor = spawn(10);
    tellAll(actor, "a", "b");
    pumped.run();
    pumped.system.stop(actor);
    pumped.run();
    assertThat(pumped.deadLetters).extracting(letter -> letter.message()).containsExactly("a", "b");
  }

  @Test
  @Requirement({"M3.6", "M3.1"})
  void stash_withABoundedDeque_countsWhatComesBack() {
    ActorRef<String> actor =
        pumped.system.spawn(
            Props.of(this::door)
                .withStash(10)
                .withMailbox(MailboxSettings.deque().withCapacity(2, OverflowStrategy.DROP_NEW)));
    pumped.run();
    tellAll(actor, "a", "b");
    pumped.run();
    tellAll(actor, "open", "c", "dropped");
    pumped.run();
    assertThat(handled).containsExactly("a", "b", "c");
    assertThat(pumped.deadLetters)
        .extracting(letter -> letter.message())
        .containsExactly("dropped");
  }

  @Test
  @Requirement({"M3.7", "M9.2"})
  void spawn_withAStashAndAMailboxWithoutAFront_failsAndNamesBoth() {
    Props<String> props =
        Props.of(this::door).withStash(10).withMailbox(MailboxSettings.controlAware());
    assertThatThrownBy(() -> pumped.system.spawn("door", props))
        .isInstanceOf(SpawnException.class)
        .hasMessageContaining("door")
        .hasMessageContaining("requires [DEQUE]")
        .hasMessageContaining("CONTROL_AWARE");
  }
}
