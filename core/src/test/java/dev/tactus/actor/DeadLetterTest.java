package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.event.Subscription;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// What nobody handles is published, with who, to whom and why.
@Requirement({"A8", "M4.2"})
final class DeadLetterTest {
  @Test
  void tell_endedActor_publishesWhoToWhomAndWhy() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> from = t.puppet("from");
      List<String> seen = new ArrayList<>();
      ActorRef<String> gone = t.collector("gone", seen);
      gone.tell("first", from);
      t.system.stop(gone);
      t.run();
      gone.tell("second", from);
      gone.tell("third");
      assertThat(seen).isEmpty();
      assertThat(t.events(DeadLetter.class))
          .containsExactly(
              new DeadLetter("first", gone, Optional.of(from), DeadLetterReason.SHUTDOWN),
              new DeadLetter("second", gone, Optional.of(from), DeadLetterReason.NO_RECIPIENT),
              new DeadLetter("third", gone, Optional.empty(), DeadLetterReason.NO_RECIPIENT));
      assertThat(t.system.deadLetters(DeadLetterReason.NO_RECIPIENT)).isEqualTo(2);
      assertThat(t.system.deadLetters(DeadLetterReason.SHUTDOWN)).isEqualTo(1);
    }
  }

  @Test
  void tell_fullMailbox_isADeadLetterForOverflow() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      Props<String> small =
          Props.<String>of(() -> (ctx, text) -> seen.add(text))
              .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.DEAD_LETTER));
      ActorRef<String> actor = t.system.spawn("small", small);
      actor.tell("fits");
      actor.tell("does not");
      t.run();
      assertThat(seen).containsExactly("fits");
      assertThat(t.deadLetters(DeadLetterReason.OVERFLOW)).containsExactly("does not");
    }
  }

  @Test
  void pipeToSelf_endedActor_resultIsADeadLetter() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor = t.puppet("a");
      CompletableFuture<String> result = new CompletableFuture<>();
      t.run(actor, ctx -> ctx.pipeToSelf(result, text -> c -> {}, error -> c -> {}));
      t.system.stop(actor);
      t.run();
      result.complete("too late");
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).containsExactly("too late");
    }
  }

  @Test
  void stop_watchNoticesAndPoison_areNotLetters() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      ActorRef<Act> watcher = t.puppet("watcher");
      t.run(watcher, ctx -> ctx.watch(watched, c -> {}));
      t.system.poison(watched);
      t.system.stop(watcher);
      t.system.poison(watcher);
      t.run();
      t.system.poison(watched);
      t.run();
      assertThat(t.events(DeadLetter.class)).isEmpty();
    }
  }

  @Test
  void subscribe_thenClose_getsLettersInBetweenOnly() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Object> letters = new ArrayList<>();
      ActorRef<Act> gone = t.puppet("gone");
      t.system.stop(gone);
      t.run();
      Act one = ctx -> {};
      Act two = ctx -> {};
      Subscription subscription =
          t.system.events().subscribe(DeadLetter.class, letter -> letters.add(letter.message()));
      gone.tell(one);
      subscription.close();
      gone.tell(two);
      assertThat(letters).containsExactly(one);
    }
  }
}
