package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.PressureSettings;
import dev.tactus.actor.Props;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Bounded mailboxes: what becomes of a message for which there is no room.
@Timeout(60)
final class OverflowTest {
  private final PumpedSystem pumped =
      PumpedSystem.withDispatcher(d -> d.withThroughput(2).withPressedThroughput(1));
  private final List<Integer> handled = new ArrayList<>();

  @AfterEach
  void end() {
    pumped.close();
  }

  private ActorRef<Integer> bounded(int capacity, OverflowStrategy overflow) {
    return pumped.collector(MailboxSettings.bounded(capacity, overflow), handled);
  }

  private List<Object> dead(DeadLetterReason reason) {
    return pumped.deadLetters.stream()
        .filter(letter -> letter.reason() == reason)
        .map(DeadLetter::message)
        .toList();
  }

  @Test
  @Requirement("M3.1")
  void dropHead_whenFull_theOldestMakesRoom() {
    ActorRef<Integer> actor = bounded(2, OverflowStrategy.DROP_HEAD);
    for (int i = 1; i <= 4; i++) {
      actor.tell(i);
    }
    pumped.run();
    assertThat(handled).containsExactly(3, 4);
    assertThat(dead(DeadLetterReason.OVERFLOW)).containsExactly(1, 2);
  }

  @Test
  @Requirement("M3.1")
  void dropNew_whenFull_theNewestIsADeadLetterAndTheOfferEndsNormally() {
    ActorRef<Integer> actor = bounded(2, OverflowStrategy.DROP_NEW);
    actor.tell(1);
    actor.tell(2);
    actor.tell(3);
    assertThat(actor.tellAsync(4)).isCompleted();
    pumped.run();
    assertThat(handled).containsExactly(1, 2);
    assertThat(dead(DeadLetterReason.OVERFLOW)).containsExactly(3, 4);
  }

  @Test
  @Requirement({"M3.3", "S4.5"})
  void block_whenNoMoreTimersAreTaken_waitsForRoomAllTheSame() {
    SchedulerSettings one = SchedulerSettings.defaults().withSystemQuota(1);
    try (PumpedSystem crowded = PumpedSystem.with(settings -> settings.withScheduler(one))) {
      var unused =
          crowded.system.scheduler().scheduleOnce(Duration.ofHours(1), () -> {}, Runnable::run);
      ActorRef<Integer> actor =
          crowded.collector(MailboxSettings.bounded(1, OverflowStrategy.BLOCK), handled);
      actor.tell(1);
      CompletableFuture<Void> entered = actor.tellAsync(2);
      assertThat(entered).isNotDone();
      crowded.run();
      assertThat(entered).isCompleted();
      assertThat(handled).containsExactly(1, 2);
      assertThat(crowded.deadLetters).isEmpty();
    }
  }

  @Test
  @Requirement({"M3.1", "M3.2"})
  void fail_whenFull_tellsTheSenderAndMakesNoDeadLetter() {
    ActorRef<Integer> actor = bounded(1, OverflowStrategy.FAIL);
    actor.tell(1);
    assertThatThrownBy(() -> actor.tell(2))
        .isInstanceOf(MailboxFullException.class)
        .hasMessageContaining("holds 1 messages")
        .hasMessageContaining("Integer");
    assertThat(actor.tellAsync(3)).isCompletedExceptionally();
    pumped.run();
    assertThat(handled).containsExactly(1);
    assertThat(pumped.deadLetters).isEmpty();
    actor.tell(4);
    pumped.run();
    assertThat(handled).containsExactly(1, 4);
  }

  @Test
  @Requirement({"M3.1", "M8.2"})
  void deadLetter_whenFull_tellsDeadLettersAndFailsTheOffer() {
    ActorRef<Integer> actor = bounded(1, OverflowStrategy.DEAD_LETTER);
    actor.tell(1);
    actor.tell(2);
    CompletableFuture<Void> offer = actor.tellAsync(3);
    assertThat(offer)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(MailboxFullException.class);
    assertThat(dead(DeadLetterReason.OVERFLOW)).containsExactly(2, 3);
  }

  @Test
  @Requirement({"M3.1", "M3.3"})
  void block_whenFull_waitsForRoomAndKeepsTheOrder() {
    ActorRef<Integer> actor = bounded(1, OverflowStrategy.BLOCK);
    actor.tell(1);
    CompletableFuture<Void> second = actor.tellAsync(2);
    actor.tell(3);
    assertThat(second).isNotDone();
    pumped.run();
    assertThat(handled).containsExactly(1, 2, 3);
    assertThat(second).isCompleted();
    assertThat(pumped.system.scheduler().metrics().active()).isZero();
  }

  @Test
  @Requirement({"M3.3", "M4.3"})
  void block_messagesThatWaitWithoutAFuture_takeNoTurnsOfTheirOwn() {
    ActorRef<Integer> actor = bounded(1, OverflowStrategy.BLOCK);
    for (int i = 0; i < 10; i++) {
      actor.tell(i);
    }
    assertThat(pumped.run()).as("turns of the actor, two messages each").isEqualTo(5);
    assertThat(handled).hasSize(10);
    actor.tell(10);
    CompletableFuture<Void> offer = actor.tellAsync(11);
    assertThat(pumped.run()).as("and one that completes the offer").isEqualTo(2);
    assertThat(offer).isCompleted();
    assertThat(pumped.system.scheduler().metrics().active()).isZero();
  }

  @Test
  @Requirement({"M3.3", "M8.2"})
  void block_withoutRoomInTime_failsTheOfferAndMakesADeadLetter() {
    PumpPool stuck = PumpPool.of("stuck", () -> {}, FailureHandler.UNCAUGHT);
    try (PumpedSystem other =
        PumpedSystem.with(s -> s.withDispatcher("stuck", DispatcherSettings.pool(stuck)))) {
      MailboxSettings mailbox =
          MailboxSettings.bounded(1, OverflowStrategy.BLOCK)
              .withPushTimeout(Duration.ofMillis(100));
      Props<Integer> props = Props.of(() -> (ctx, message) -> handled.add(message));
      ActorRef<Integer> actor =
          other.system.spawn(props.withDispatcher("stuck").withMailbox(mailbox));
      actor.tell(1);
      CompletableFuture<Void> offer = actor.tellAsync(2);
      other.advance(Duration.ofMillis(90));
      assertThat(offer).isNotDone();
      other.advance(Duration.ofMillis(30));
      assertThat(offer)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(MailboxFullException.class);
      assertThat(other.deadLetters)
          .singleElement()
          .satisfies(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.OVERFLOW));
      assertThat(stuck.runAll(100)).isPositive();
      assertThat(handled).containsExactly(1);
    }
  }

  @Test
  @Requirement("M3.3")
  void block_withATimeoutBeyondAllTimers_waitsAsLongAsItTakes() {
    ActorRef<Integer> actor =
        pumped.collector(
            MailboxSettings.bounded(1, OverflowStrategy.BLOCK)
                .withPushTimeout(Duration.ofDays(100_000)),
            handled);
    actor.tell(1);
    CompletableFuture<Void> offer = actor.tellAsync(2);
    long unused = pumped.system.scheduler().advance(Duration.ofDays(1));
    assertThat(offer).isNotDone();
    pumped.run();
    assertThat(offer).isCompleted();
    assertThat(handled).containsExactly(1, 2);
  }

  @Test
  @Requirement("M8.1")
  void offer_thatIsLetIn_completesInATurnOfItsOwn() {
    AtomicBoolean inReceive = new AtomicBoolean();
    AtomicBoolean completedInReceive = new AtomicBoolean();
    List<Integer> seen = new ArrayList<>();
    ActorRef<Integer> actor =
        pumped.system.spawn(
            Props.<Integer>of(
                    () ->
                        (ctx, message) -> {
                          inReceive.set(true);
                          seen.add(message);
                          inReceive.set(false);
                        })
                .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.BLOCK)));
    pumped.run();
    actor.tell(1);
    CompletableFuture<Void> offer = actor.tellAsync(2);
    int[] seenAtCompletion = new int[1];
    var dependent =
        offer.thenRun(
            () -> {
              completedInReceive.set(inReceive.get());
              seenAtCompletion[0] = seen.size();
            });
    assertThat(pumped.pump.runOne()).isTrue(); // the turn of the actor, which lets the second in
    assertThat(offer).isNotDone();
    pumped.run();
    assertThat(dependent).isCompleted();
    assertThat(completedInReceive).isFalse();
    assertThat(seenAtCompletion[0]).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  @Requirement({"M3.1", "M4.2", "M5.4"})
  void tell_toAFullMailboxThatWasClosed_isADeadLetterWithoutRecipient(OverflowStrategy overflow) {
    ActorRef<Integer> actor = bounded(2, overflow);
    actor.tell(1);
    actor.tell(2);
    pumped.system.stop(actor);
    pumped.run();
    assertThat(dead(DeadLetterReason.SHUTDOWN)).containsExactly(1, 2);
    actor.tell(3);
    assertThat(actor.tellAsync(4))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(MailboxClosedException.class);
    assertThat(dead(DeadLetterReason.NO_RECIPIENT)).containsExactly(3, 4);
  }

  @Test
  @Requirement({"M3.3", "M5.4"})
  void stop_whileMessagesWaitForRoom_refusesThemOnce() {
    ActorRef<Integer> actor = bounded(1, OverflowStrategy.BLOCK);
    actor.tell(1);
    CompletableFuture<Void> second = actor.tellAsync(2);
    pumped.system.stop(actor);
    pumped.run();
    assertThat(second).isCompletedExceptionally();
    assertThat(dead(DeadLetterReason.SHUTDOWN)).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  @Requirement("M3.4")
  void pressure_aboveThreeQuarters_isPublishedAndReleasedAtAHalf() {
    List<MailboxPressure> events = new ArrayList<>();
    pumped.system.events().subscribe(MailboxPressure.class, events::add);
    ActorRef<Integer> actor = bounded(8, OverflowStrategy.DROP_NEW);
    for (int i = 0; i < 6; i++) {
      actor.tell(i);
    }
    assertThat(events).isEmpty();
    actor.tell(6);
    actor.tell(7);
    String path = actor.path().toString();
    assertThat(events).containsExactly(new MailboxPressure(path, true, 8, 7, 0));
    pumped.run();
    assertThat(events)
        .containsExactly(
            new MailboxPressure(path, true, 8, 7, 0), new MailboxPressure(path, false, 8, 4, 4));
  }

  @Test
  @Requirement({"M3.4", "S4.5"})
  void pressure_ofMailboxesThatAreFullByIntent_isNone() {
    List<MailboxPressure> events = new ArrayList<>();
    pumped.system.events().subscribe(MailboxPressure.class, events::add);
    List<ActorRef<Integer>> latest = new ArrayList<>();
    for (int capacity = 1; capacity < 8; capacity++) {
      latest.add(bounded(capacity, OverflowStrategy.DROP_HEAD));
      latest.add(bounded(capacity, OverflowStrategy.BLOCK));
    }
    for (int i = 0; i < 8; i++) {
      for (ActorRef<Integer> actor : latest) {
        actor.tell(i);
      }
      assertThat(pumped.system.isUnderPressure()).isFalse();
    }
    pumped.run();
    assertThat(events).isEmpty();
  }

  @Test
  @Requirement("M3.4")
  void pressure_ofSmallMailboxesWhereTheyCount_isPublished() {
    try (PumpedSystem other =
        PumpedSystem.with(settings -> settings.withPressure(new PressureSettings(1, 0, 2)))) {
      List<Boolean> pressed = new ArrayList<>();
      other.system.events().subscribe(MailboxPressure.class, e -> pressed.add(e.pressed()));
      ActorRef<Integer> one =
          other.collector(MailboxSettings.bounded(1, OverflowStrategy.FAIL), handled);
      ActorRef<Integer> two =
          other.collector(MailboxSettings.bounded(2, OverflowStrategy.FAIL), handled);
      one.tell(1);
      assertThat(pressed).isEmpty();
      two.tell(2);
      two.tell(3);
      assertThat(other.system.isUnderPressure()).isTrue();
      other.run();
      assertThat(pressed).containsExactly(true, false);
    }
    assertThatThrownBy(() -> new PressureSettings(1, 0, 0)).hasMessageContaining("capacity 0 on");
  }

  @Test
  @Requirement("M3.5")
  void pressure_withAPolicy_makesTheActorWaitMoreOften() {
    ActorRef<Integer> actor = bounded(8, OverflowStrategy.DROP_NEW);
    for (int i = 0; i < 4; i++) {
      actor.tell(i);
    }
    assertThat(pumped.run()).isEqualTo(2);
    for (int i = 0; i < 8; i++) {
      actor.tell(i);
    }
    // Two messages; one each in the two turns that begin under pressure; then twice two again.
    assertThat(pumped.run()).isEqualTo(5);
    assertThat(handled).hasSize(12);
  }

  @Test
  @Requirement("M3.1")
  void settings_thatCannotWork_areRefused() {
    assertThatThrownBy(() -> MailboxSettings.bounded(0, OverflowStrategy.FAIL))
        .hasMessageContaining("capacity 0");
    assertThatThrownBy(() -> MailboxSettings.unbounded().withPushTimeout(Duration.ofSeconds(-1)))
        .hasMessageContaining("push timeout");
    assertThatThrownBy(() -> MailboxSettings.deque().withCapacity(2, OverflowStrategy.DROP_HEAD))
        .hasMessageContaining("DEQUE");
  }

  /// Lets an actor end at the last moment before a message goes into its mailbox.
  private static final class LastMoment implements ActorObserver {
    private Runnable before = () -> {};

    @Override
    public void sent(ActorRef<?> receiver, Object message) {}

    @Override
    public void handling(ActorRef<?> receiver, Object message) {}

    @Override
    public void handled(ActorRef<?> receiver, Object message) {}

    @Override
    public boolean isFull(ActorRef<?> receiver) {
      before.run();
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  @Requirement("M8.2")
  void tellAsync_toAnActorThatEndsAtTheLastMoment_fails(OverflowStrategy overflow) {
    LastMoment observer = new LastMoment();
    try (PumpedSystem watched = PumpedSystem.with(settings -> settings.withObserver(observer))) {
      ActorRef<Integer> actor = watched.collector(MailboxSettings.bounded(2, overflow), handled);
      observer.before =
          () -> {
            watched.system.stop(actor);
            watched.run();
          };
      CompletableFuture<Void> offered = actor.tellAsync(1);
      watched.run();
      assertThat(handled).isEmpty();
      assertThat(watched.deadLetters).map(DeadLetter::message).containsExactly(1);
      assertThat(offered).isCompletedExceptionally();
    }
  }
}
