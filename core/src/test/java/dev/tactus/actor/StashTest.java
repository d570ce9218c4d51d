package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.QueueCapability;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages that are set aside keep their order, and none is lost.
@Requirement({"A7", "M3.6"})
final class StashTest {
  /// Sets everything aside until it is told to open.
  private static final class Door implements Actor<String> {
    private final List<String> seen;
    private boolean open;

    Door(List<String> seen) {
      this.seen = seen;
    }

    @Override
    public void receive(Context<String> ctx, String text) {
      switch (text) {
        case "open" -> {
          open = true;
          ctx.unstashAll();
        }
        case "one" -> ctx.unstash();
        case "two" -> {
          ctx.unstash();
          ctx.unstash();
          open = true;
        }
        case "one and fail" -> {
          ctx.unstash();
          throw new IllegalStateException("broken");
        }
        case "fail" -> throw new IllegalStateException("broken");
        default -> {
          if (open) {
            seen.add(text);
          } else {
            ctx.stash();
          }
        }
      }
    }
  }

  private final List<String> seen = new ArrayList<>();

  private ActorRef<String> door(SteppedSystem t, int capacity) {
    return door(t, capacity, Supervision.restart());
  }

  private ActorRef<String> door(SteppedSystem t, int capacity, Supervision supervision) {
    Props<String> props = Props.<String>of(() -> new Door(seen)).withStash(capacity);
    return t.system.spawn("door", props.withSupervision(supervision));
  }

  private static void tellAll(ActorRef<String> actor, String... messages) {
    for (String message : messages) {
      actor.tell(message);
    }
  }

  @Test
  void unstashAll_keepsTheOrderAndGoesBeforeWhatWaits() {
    try (SteppedSystem t = SteppedSystem.start()) {
      tellAll(door(t, 10), "a", "b", "c", "open", "d");
      t.run();
      assertThat(seen).containsExactly("a", "b", "c", "d");
    }
  }

  @Test
  void unstash_severalInOneMessage_keepsTheOrder() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> door = door(t, 10);
      tellAll(door, "a", "b", "c", "two", "d");
      t.run();
      assertThat(seen).containsExactly("a", "b", "d");
      tellAll(door, "open");
      t.run();
      assertThat(seen).containsExactly("a", "b", "d", "c");
    }
  }

  @Test
  void unstash_withoutBeingReady_setsTheMessageAsideAgain() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> door = door(t, 10);
      tellAll(door, "a", "b", "one", "open");
      t.run();
      assertThat(seen).containsExactly("b", "a");
    }
  }

  @Test
  void stash_full_failsAndTheMessageIsADeadLetter() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> door = door(t, 2);
      tellAll(door, "a", "b", "c");
      t.run();
      assertThat(t.deadLetters(DeadLetterReason.STASH_OVERFLOW)).containsExactly("c");
      assertThat(t.events(ActorEvent.Failed.class))
          .singleElement()
          .satisfies(
              failure ->
                  assertThat(failure.cause())
                      .isInstanceOf(StashOverflowException.class)
                      .hasMessageContaining("tactus://t/user/door")
                      .hasMessageContaining("it holds 2 messages"));
      // The failure restarted it: what was set aside has gone back to the mailbox, and aside again.
      tellAll(door, "open");
      t.run();
      assertThat(seen).containsExactly("a", "b");
    }
  }

  @Test
  void restart_stashed_goesBackToTheMailbox() {
    try (SteppedSystem t = SteppedSystem.start()) {
      tellAll(door(t, 10), "a", "b", "fail", "c", "open");
      t.run();
      assertThat(seen).containsExactly("a", "b", "c");
    }
  }

  @Test
  void restart_afterAFailureThatUnstashed_keepsTheOrder() {
    try (SteppedSystem t = SteppedSystem.start()) {
      tellAll(door(t, 10), "a", "b", "c", "one and fail", "d", "open");
      t.run();
      assertThat(seen).containsExactly("a", "b", "c", "d");
    }
  }

  @Test
  void resume_afterAFailureThatUnstashed_handlesWhatCameBack() {
    try (SteppedSystem t = SteppedSystem.start()) {
      tellAll(door(t, 10, Supervision.resume()), "a", "b", "one and fail", "open", "c");
      t.run();
      assertThat(seen).containsExactly("b", "a", "c"); // a was set aside again, behind b
    }
  }

  @Test
  void stop_afterAFailureThatUnstashed_losesNothing() {
    try (SteppedSystem t = SteppedSystem.start()) {
      tellAll(door(t, 10, Supervision.stop()), "a", "b", "c", "one and fail", "d");
      t.run();
      assertThat(t.deadLetters(DeadLetterReason.SHUTDOWN))
          .containsExactlyInAnyOrder("a", "b", "c", "d");
    }
  }

  @Test
  void stop_stashed_becomesDeadLetters() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> door = door(t, 10);
      tellAll(door, "a", "b");
      t.run();
      t.system.stop(door);
      t.run();
      assertThat(t.deadLetters(DeadLetterReason.SHUTDOWN)).containsExactly("a", "b");
    }
  }

  @Test
  void stash_boundedMailbox_countsWhatComesBack() {
    try (SteppedSystem t = SteppedSystem.start()) {
      MailboxSettings bounded =
          MailboxSettings.deque().withCapacity(2, OverflowStrategy.DEAD_LETTER);
      Props<String> props =
          Props.<String>of(() -> new Door(seen)).withStash(10).withMailbox(bounded);
      ActorRef<String> door = t.system.spawn("door", props);
      for (String text : List.of("a", "b", "c", "open", "d")) {
        door.tell(text);
        t.run();
      }
      tellAll(door, "e", "f", "g");
      t.run();
      assertThat(seen).containsExactly("a", "b", "c", "d", "e", "f");
      assertThat(t.deadLetters(DeadLetterReason.OVERFLOW)).containsExactly("g");
    }
  }

  @Test
  void stash_settingsThatNameNoDeque_requireOne() {
    ActorSettings plain = ActorSettings.DEFAULT;
    ActorSettings settings =
        new ActorSettings(
            plain.supervision(),
            plain.dispatcherId(),
            plain.mailboxId(),
            plain.mailbox(),
            Set.of(),
            10);
    assertThat(settings.required()).containsExactly(QueueCapability.DEQUE);
    try (SteppedSystem t = SteppedSystem.start()) {
      Props<String> props = new Props<>(() -> new Door(seen), settings);
      tellAll(t.system.spawn("door", props), "a", "b", "open", "c");
      t.run();
      assertThat(seen).containsExactly("a", "b", "c");
      assertThatThrownBy(() -> t.system.spawn(props.withMailbox(MailboxSettings.unbounded())))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining("requires [DEQUE]");
    }
  }

  @Test
  void unstash_mailboxThatTakesNothingToItsFront_losesNothing() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorCell<?> cell = (ActorCell<?>) t.puppet("plain");
      t.run();
      Annex annex = cell.annex();
      annex.unstash("a");
      annex.unstash("b");
      assertThatThrownBy(() -> annex.endMessage(cell, "present"))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(annex.unstashed).containsExactly("a", "b");
      annex.unstashed = null;
    }
  }

  @Test
  void stash_sender_isKept() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> sender = t.puppet("sender");
      List<Object> senders = new ArrayList<>();
      boolean[] open = {false};
      Props<String> props =
          Props.<String>of(
                  () ->
                      (ctx, text) -> {
                        if (text.equals("open")) {
                          open[0] = true;
                          ctx.unstashAll();
                        } else if (open[0]) {
                          senders.add(ctx.sender().orElseThrow());
                        } else {
                          ctx.stash();
                        }
                      })
              .withStash(1);
      ActorRef<String> actor = t.system.spawn("a", props);
      actor.tell("late", sender);
      actor.tell("open");
      t.run();
      assertThat(senders).containsExactly(sender);
    }
  }

  @Test
  void stash_noticeAnswerAndAdapted_areHandledOnceWhenUnstashed() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> watched = t.puppet("watched");
      int[] translations = {0};
      boolean[] open = {false};
      Actor<String> actor =
          new Actor<>() {
            @Override
            public void started(Context<String> ctx) {
              ctx.watch(watched, "over");
              ctx.pipeToSelf(
                  CompletableFuture.completedFuture("answer"),
                  text -> {
                    translations[0]++;
                    return String.valueOf(text);
                  },
                  Throwable::getMessage);
              ctx.adapter(
                      (Integer number) -> {
                        translations[0]++;
                        return "number " + number;
                      })
                  .tell(7, watched);
            }

            @Override
            public void receive(Context<String> ctx, String text) {
              if (text.equals("open")) {
                open[0] = true;
                ctx.unstashAll();
              } else if (open[0]) {
                seen.add(text + ctx.sender().map(ref -> " of " + ref.path().name()).orElse(""));
              } else {
                ctx.stash();
              }
            }
          };
      ActorRef<String> ref = t.system.spawn("a", Props.<String>of(() -> actor).withStash(9));
      t.run();
      t.system.stop(watched);
      t.run();
      ref.tell("open");
      t.run();
      assertThat(seen).containsExactly("answer", "number 7 of watched", "over");
      assertThat(translations[0]).isEqualTo(2);
    }
  }

  @Test
  void stash_misused_saysWhatToDo() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> without = t.puppet("without");
      t.run(without, ctx -> ctx.stash());
      ActorRef<Act> with =
          t.system.spawn(
              "with",
              Props.<Act>of(() -> (ctx, act) -> act.run(ctx))
                  .withStash(3)
                  .withSupervision(Supervision.resume()));
      t.run(
          with,
          ctx -> {
            ctx.stash();
            assertThat(ctx.stashSize()).isEqualTo(1);
            ctx.stash();
          });
      assertThat(t.events(ActorEvent.Failed.class))
          .map(failure -> String.valueOf(failure.cause().getMessage()))
          .satisfiesExactly(
              text -> assertThat(text).contains("without a stash").contains("withStash(capacity)"),
              text -> assertThat(text).contains("has stashed it already"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void unstashAll_inTheLastHook_losesNothing(boolean stopsItself) {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> actor =
          t.system.spawn(
              "a",
              Props.<String>of(
                      () ->
                          new Actor<>() {
                            @Override
                            public void receive(Context<String> ctx, String text) {
                              if (text.equals("stop")) {
                                ctx.stop();
                              } else {
                                ctx.stash();
                              }
                            }

                            @Override
                            public void stopped(Context<String> ctx) {
                              ctx.unstashAll();
                            }
                          })
                  .withStash(4));
      tellAll(actor, "a", "b");
      t.run();
      if (stopsItself) {
        actor.tell("stop");
      } else {
        t.system.stop(actor);
      }
      t.run();
      assertThat(t.hasEnded(actor)).isTrue();
      assertThat(t.deadLetters(DeadLetterReason.SHUTDOWN)).containsExactly("a", "b");
    }
  }

  @Test
  @Requirement("A6")
  void stash_messageOfATimer_staysWhateverBecomesOfItsTimer() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Duration delay = Duration.ofMillis(10);
      ActorRef<Act> actor =
          t.system.spawn("a", Props.<Act>of(() -> (ctx, act) -> act.run(ctx)).withStash(2));
      AtomicBoolean isRestarted = new AtomicBoolean();
      Act due =
          ctx -> {
            if (!isRestarted.get()) {
              ctx.stash();
              boolean wasActive = ctx.timers().cancel("key");
              seen.add("active " + wasActive);
            } else {
              seen.add("arrived");
            }
          };
      t.run(actor, ctx -> ctx.timers().once("key", delay, due));
      t.advance(delay.multipliedBy(2));
      assertThat(seen).containsExactly("active false");
      isRestarted.set(true);
      t.run(
          actor,
          ctx -> {
            throw new IllegalStateException("broken");
          });
      assertThat(seen).containsExactly("active false", "arrived");
    }
  }
}
