package dev.tactus.actor;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerWarning;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Messages of timers that are sent by an executor of the user's to a mailbox that is full then are
/// dead letters, and the timers go on; those to an adapter are as those to its actor.
@Requirement({"M4.2", "S2.4"})
final class ScheduledOverflowTest {
  private static final Duration TICK = ofMillis(10);

  private final VirtualSystem virtual = VirtualSystem.start();
  private final List<String> handled = new ArrayList<>();
  private final Queue<Runnable> sends = new ArrayDeque<>();

  private ActorRef<String> bounded(OverflowStrategy overflow) {
    ActorRef<String> made =
        virtual.system.spawn(
            "bounded",
            Props.<String>of(() -> (ctx, message) -> handled.add(message))
                .withMailbox(MailboxSettings.bounded(1, overflow)));
    virtual.settle();
    return made;
  }

  private void tick() {
    long unused = virtual.system.scheduler().advance(TICK);
    for (Runnable send = sends.poll(); send != null; send = sends.poll()) {
      send.run();
    }
  }

  private List<Object> overflown() {
    return virtual.events(DeadLetter.class).stream()
        .filter(letter -> letter.reason() == DeadLetterReason.OVERFLOW)
        .map(DeadLetter::message)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP_NEW", "FAIL", "DEAD_LETTER"})
  void once_byAnExecutorToAFullMailbox_isADeadLetterAndOver(OverflowStrategy overflow) {
    ActorRef<String> full = bounded(overflow);
    Cancellable timer =
        virtual.system.messages().scheduleOnce(TICK, full, "late", sends::add, null);
    full.tell("first");
    tick();
    virtual.settle();
    assertThat(handled).containsExactly("first");
    assertThat(overflown()).containsExactly("late");
    assertThat(timer.cancel()).as("over").isFalse();
    assertThat(virtual.system.scheduler().metrics().active()).isZero();
    virtual.close();
  }

  @Test
  void fixedRate_byAnExecutorToAMailboxThatIsFullForAMoment_goesOn() {
    ActorRef<String> full = bounded(OverflowStrategy.DROP_NEW);
    Cancellable timer =
        virtual.system.messages().scheduleAtFixedRate(TICK, TICK, full, "beat", sends::add, null);
    full.tell("first");
    tick();
    virtual.settle();
    tick();
    virtual.settle();
    assertThat(handled).containsExactly("first", "beat");
    assertThat(overflown()).containsExactly("beat");
    assertThat(timer.cancel()).isTrue();
    virtual.close();
  }

  @Test
  @Requirement("M4.3")
  void fixedRate_toAFullMailbox_isRefusedWithoutAStackTrace() {
    ActorRef<String> full = bounded(OverflowStrategy.DROP_NEW);
    Cancellable timer =
        virtual
            .system
            .messages()
            .scheduleAtFixedRate(TICK, TICK, full, "beat", Scheduler.DIRECT, null);
    full.tell("first");
    tick();
    assertThat(virtual.events(SchedulerWarning.ExecutorRejected.class))
        .singleElement()
        .satisfies(
            rejected -> {
              assertThat(rejected.givenUp()).isFalse();
              assertThat(rejected.error())
                  .hasMessage("the mailbox of tactus://virtual/user/bounded is full");
              assertThat(rejected.error().getStackTrace()).isEmpty();
            });
    virtual.settle();
    tick();
    virtual.settle();
    assertThat(handled).containsExactly("first", "beat");
    assertThat(timer.cancel()).isTrue();
    virtual.close();
  }

  /// An address whose numbers reach a bounded actor as beats.
  private ActorRef<Integer> adapter() {
    List<ActorRef<Integer>> adapters = new ArrayList<>();
    ActorRef<String> unused =
        virtual.system.spawn(
            "bounded",
            Props.<String>of(
                    () ->
                        new Actor<>() {
                          @Override
                          public void started(Context<String> ctx) {
                            adapters.add(ctx.adapter(number -> "beat " + number));
                          }

                          @Override
                          public void receive(Context<String> ctx, String message) {
                            handled.add(
                                message
                                    + ctx.batch().map(batch -> " of " + batch.runs()).orElse(""));
                          }
                        })
                .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL)));
    virtual.settle();
    return adapters.getFirst();
  }

  @Test
  void fixedRate_toAnAdapterOfAnActorThatIsBusy_foldsAsToTheActorItself() {
    Cancellable timer =
        virtual
            .system
            .messages()
            .scheduleAtFixedRate(TICK, TICK, adapter(), 7, Scheduler.DIRECT, null);
    tick();
    tick();
    tick();
    virtual.settle();
    assertThat(handled).containsExactly("beat 7 of 3");
    assertThat(overflown()).isEmpty();
    assertThat(timer.cancel()).isTrue();
    virtual.close();
  }

  @Test
  void once_toAnAdapterAndCancelledWhileItWaits_isTakenBack() {
    Cancellable timer =
        virtual.system.messages().scheduleOnce(TICK, adapter(), 7, Scheduler.DIRECT, null);
    tick();
    assertThat(timer.cancel()).isTrue();
    virtual.settle();
    assertThat(handled).isEmpty();
    virtual.close();
  }
}
