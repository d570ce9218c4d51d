package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.Props;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the runtime itself puts into a bounded mailbox: it needs no room, and keeps its place.
final class NoticeTest {
  private static final Duration TIMEOUT = Duration.ofMillis(100);

  private final PumpedSystem pumped = PumpedSystem.start();
  private final List<String> handled = new ArrayList<>();

  @AfterEach
  void end() {
    pumped.close();
  }

  private ActorRef<String> actor(int capacity, OverflowStrategy overflow, Actor<String> actor) {
    ActorRef<String> made =
        pumped.system.spawn(
            Props.of(() -> actor).withMailbox(MailboxSettings.bounded(capacity, overflow)));
    pumped.run();
    return made;
  }

  private ActorRef<String> collector(int capacity, OverflowStrategy overflow) {
    return actor(capacity, overflow, (ctx, message) -> handled.add(message));
  }

  private void tellAll(ActorRef<String> actor, String... messages) {
    for (String message : messages) {
      actor.tell(message);
    }
  }

  /// An actor that has begun to wait for messages with a receive timeout.
  private ActorRef<String> withReceiveTimeout(int capacity, OverflowStrategy overflow) {
    ActorRef<String> actor =
        actor(
            capacity,
            overflow,
            (ctx, message) -> {
              handled.add(message);
              if (message.equals("begin")) {
                ctx.receiveTimeout(TIMEOUT, "silence");
              }
            });
    actor.tell("begin");
    pumped.run();
    return actor;
  }

  @ParameterizedTest
  @EnumSource(OverflowStrategy.class)
  @Requirement({"A6", "M3.1"})
  void receiveTimeout_againAndAgain_takesNoRoom(OverflowStrategy overflow) {
    ActorRef<String> actor = withReceiveTimeout(2, overflow);
    for (int i = 0; i < 5; i++) {
      pumped.advance(TIMEOUT.plusMillis(10));
    }
    assertThat(handled)
        .containsExactly("begin", "silence", "silence", "silence", "silence", "silence");
    assertThat(pumped.system.mailboxDepth(actor)).isZero();
    tellAll(actor, "a", "b");
    pumped.run();
    assertThat(handled).endsWith("a", "b");
  }

  @ParameterizedTest
  @EnumSource(OverflowStrategy.class)
  @Requirement({"A6", "M3.1"})
  void receiveTimeout_dueWhileTheMailboxIsFull_comesAgainLater(OverflowStrategy overflow) {
    ActorRef<String> actor = withReceiveTimeout(1, overflow);
    actor.tell("a");
    long unused = pumped.system.scheduler().advance(TIMEOUT.multipliedBy(2));
    pumped.run();
    assertThat(handled).startsWith("begin", "a");
    pumped.advance(TIMEOUT.multipliedBy(2));
    pumped.advance(TIMEOUT.multipliedBy(2));
    assertThat(handled).endsWith("silence");
  }

  @ParameterizedTest
  @EnumSource(OverflowStrategy.class)
  @Requirement({"A2", "M3.1"})
  void poison_behindMessages_endsTheActorAfterThem(OverflowStrategy overflow) {
    ActorRef<String> actor = collector(4, overflow);
    tellAll(actor, "a", "b", "c");
    pumped.system.poison(actor);
    pumped.run();
    assertThat(handled).containsExactly("a", "b", "c");
    assertThat(pumped.deadLetters).isEmpty();
  }

  @Test
  @Requirement({"A2", "M9.1"})
  void poison_inAPriorityMailbox_endsTheActorAfterWhatWasSentBefore() {
    List<Integer> numbers = new ArrayList<>();
    ActorRef<Integer> actor =
        pumped.collector(MailboxSettings.<Integer>priority(Comparator.naturalOrder()), numbers);
    List.of(7, 5, 6).forEach(actor::tell);
    pumped.system.poison(actor);
    actor.tell(1);
    pumped.run();
    assertThat(numbers).containsExactly(5, 6, 7);
    assertThat(pumped.deadLetters).map(DeadLetter::message).containsExactly(1);
  }

  @Test
  @Requirement({"A2", "M9.1"})
  void stopGracefully_inAPriorityMailboxOfTexts_comesAfterThoseThatAreGreater() {
    ActorRef<String> actor =
        pumped.collector(MailboxSettings.<String>priority(Comparator.naturalOrder()), handled);
    tellAll(actor, "zebra", "apple", "rabbit");
    CompletableFuture<Void> end = pumped.system.stopGracefully(actor, Duration.ofSeconds(1));
    pumped.run();
    assertThat(handled).containsExactly("apple", "rabbit", "zebra");
    assertThat(end).isCompleted();
  }

  @Test
  @Requirement({"A6", "M9.1"})
  void receiveTimeout_inAPriorityMailbox_isNotShownToTheComparator() {
    Set<Class<?>> shown = new HashSet<>();
    Comparator<Object> comparator =
        (a, b) -> {
          shown.addAll(List.of(a.getClass(), b.getClass()));
          return 0;
        };
    ActorRef<String> actor =
        pumped.system.spawn(
            Props.<String>of(
                    () ->
                        (ctx, message) -> {
                          handled.add(message);
                          ctx.receiveTimeout(TIMEOUT, "silence");
                        })
                .withMailbox(MailboxSettings.priority(comparator)));
    actor.tell("begin");
    pumped.run();
    long unused = pumped.system.scheduler().advance(TIMEOUT.multipliedBy(2));
    tellAll(actor, "a", "b");
    pumped.system.poison(actor);
    pumped.run();
    assertThat(handled).containsExactly("begin", "silence", "a", "b");
    assertThat(shown).containsExactly(String.class);
  }

  @Test
  @Requirement({"A2", "M3.3"})
  void poison_behindMessagesThatWaitForRoom_endsTheActorAfterThem() {
    ActorRef<String> actor = collector(1, OverflowStrategy.BLOCK);
    tellAll(actor, "a", "b", "c");
    CompletableFuture<Void> end = pumped.system.stopGracefully(actor, Duration.ofSeconds(1));
    pumped.run();
    assertThat(handled).containsExactly("a", "b", "c");
    assertThat(end).isCompleted();
    assertThat(pumped.deadLetters).isEmpty();
  }

  @Test
  @Requirement({"A2", "M3.3"})
  void poison_behindAMessageThatIsGivenUp_stillComes() {
    PumpPool stuck = PumpPool.of("stuck", () -> {}, FailureHandler.UNCAUGHT);
    try (PumpedSystem other =
        PumpedSystem.with(s -> s.withDispatcher("stuck", DispatcherSettings.pool(stuck)))) {
      ActorRef<String> actor =
          other.system.spawn(
              Props.<String>of(() -> (ctx, message) -> handled.add(message))
                  .withDispatcher("stuck")
                  .withMailbox(
                      MailboxSettings.bounded(1, OverflowStrategy.BLOCK).withPushTimeout(TIMEOUT)));
      tellAll(actor, "a", "b");
      other.system.poison(actor);
      other.advance(TIMEOUT.multipliedBy(2));
      assertThat(stuck.runAll(100)).isPositive();
      actor.tell("c");
      assertThat(handled).containsExactly("a");
      assertThat(other.deadLetters)
          .map(letter -> letter.message() + " " + letter.reason())
          .containsExactly("b OVERFLOW", "c NO_RECIPIENT");
    }
  }

  @Test
  @Requirement({"A2", "M3.1"})
  void poison_thatIsTheOldestWhenRoomIsMade_isNotDropped() {
    ActorRef<String> actor =
        actor(
            2,
            OverflowStrategy.DROP_HEAD,
            (ctx, message) -> {
              handled.add(message);
              if (message.equals("b")) {
                tellAll(ctx.self(), "c", "d", "e");
              }
            });
    tellAll(actor, "a", "b");
    pumped.system.poison(actor);
    pumped.run();
    assertThat(handled).containsExactly("a", "b");
    assertThat(pumped.deadLetters)
        .map(letter -> letter.message() + " " + letter.reason())
        .containsExactly("c OVERFLOW", "d SHUTDOWN", "e SHUTDOWN");
  }

  @ParameterizedTest
  @EnumSource(OverflowStrategy.class)
  @Requirement({"A4", "M3.1"})
  void watch_ofAnActorThatSpeaksBeforeItEnds_hearsItsLastWordsFirst(OverflowStrategy overflow) {
    ActorRef<ActorRef<String>> other =
        pumped.system.spawn(
            () ->
                (ctx, listener) -> {
                  listener.tell("last words");
                  ctx.stop();
                });
    ActorRef<String> watcher =
        actor(
            2,
            overflow,
            new Actor<>() {
              @Override
              public void started(Context<String> ctx) {
                ctx.watch(other, "ended");
              }

              @Override
              public void receive(Context<String> ctx, String message) {
                handled.add(message);
                if (message.equals("go")) {
                  other.tell(ctx.self());
                }
              }
            });
    tellAll(watcher, "go");
    pumped.run();
    assertThat(handled).containsExactly("go", "last words", "ended");
  }

  @Test
  @Requirement({"A4", "A6"})
  void notices_ofWatchesAndReceiveTimeouts_areInTheBooksOfAnObserver() {
    List<Object> sent = new ArrayList<>();
    List<Object> ended = new ArrayList<>();
    ActorObserver observer =
        new ActorObserver() {
          @Override
          public void sent(ActorRef<?> receiver, Object message) {
            sent.add(message);
          }

          @Override
          public void handling(ActorRef<?> receiver, Object message) {}

          @Override
          public void handled(ActorRef<?> receiver, Object message) {
            ended.add(message);
          }
        };
    try (PumpedSystem observed = PumpedSystem.with(s -> s.withObserver(observer))) {
      ActorRef<String> other = observed.system.spawn(() -> (ctx, message) -> ctx.stop());
      ActorRef<String> actor =
          observed.system.spawn(
              () ->
                  (ctx, message) -> {
                    switch (message) {
                      case "begin" -> {
                        ctx.receiveTimeout(TIMEOUT, "silence");
                        ctx.watch(other, "ended");
                      }
                      case "end" -> ctx.cancelReceiveTimeout();
                      default -> {}
                    }
                  });
      actor.tell("begin");
      observed.advance(TIMEOUT.dividedBy(2));
      actor.tell("between");
      observed.advance(TIMEOUT);
      observed.advance(TIMEOUT);
      other.tell("stop");
      observed.advance(TIMEOUT.dividedBy(2));
      actor.tell("end");
      long unused = observed.system.scheduler().advance(TIMEOUT.multipliedBy(2));
      observed.run();
      assertThat(ended).contains("silence", "ended").containsExactlyElementsOf(sent);
      assertThat(observed.system.takenBack()).isZero();
    }
  }
}
