package dev.tactus.actor;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.time.wheel.WheelSettings;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Timers that the runtime itself waits for, in a tick that has no room for them.
final class DroppedTimersTest {
  private static final Duration PAUSE = ofSeconds(1);

  private final SteppedSystem t =
      SteppedSystem.start(
          settings ->
              settings.withScheduler(
                  SchedulerSettings.defaults()
                      .withWheel(WheelSettings.DEFAULT.withSlotCapacity(1))));

  /// Takes the only place in the tick that a timer with the pause would have now.
  private void fillTheTick() {
    var unused = t.system.scheduler().scheduleOnce(PAUSE, () -> {}, Scheduler.DIRECT);
  }

  /// The same by a timer that is as important as those of the runtime itself.
  private void fillTheTickForGood() {
    Scheduler important = t.system.scheduler().withAffinity(Affinity.RUNTIME);
    var unused = important.scheduleOnce(PAUSE, () -> {}, Scheduler.DIRECT);
  }

  private void assertDropped() {
    assertThat(t.events(SchedulerWarning.DroppedLowPriority.class)).hasSize(1);
  }

  private ActorRef<Act> restartingAfter(Duration pause) {
    Props<Act> props = Props.of(() -> (ctx, act) -> act.run(ctx));
    return t.system.spawn(
        "actor",
        props
            .withMailbox(MailboxSettings.bounded(2, OverflowStrategy.BLOCK).withPushTimeout(PAUSE))
            .withSupervision(Supervision.restart().withBackoff(pause, pause, 0)));
  }

  private static void fail(Context<Act> ctx) {
    throw new IllegalStateException("told to fail");
  }

  /// One that does not end in the order of its messages, because it takes none.
  private ActorRef<Act> suspended() {
    ActorRef<Act> actor = restartingAfter(ofHours(1));
    t.run(actor, DroppedTimersTest::fail);
    return actor;
  }

  @Test
  @Requirement({"A3", "S4.6"})
  void restart_whoseTimerIsDropped_comesAtOnce() {
    try (t) {
      ActorRef<Act> actor = restartingAfter(PAUSE);
      CompletableFuture<String> answer = new CompletableFuture<>();
      fillTheTick();

      actor.tell(DroppedTimersTest::fail);
      actor.tell(ctx -> answer.complete("alive"));
      t.run();
      t.advance(ofMillis(20));

      assertDropped();
      assertThat(answer).isCompletedWithValue("alive");
    }
  }

  @Test
  @Requirement({"A6", "S4.6"})
  void receiveTimeout_whoseTimerIsDropped_isBegunAnew() {
    try (t) {
      List<String> received = new ArrayList<>();
      ActorRef<String> actor =
          t.system.spawn(
              "actor",
              () ->
                  (ctx, message) -> {
                    received.add(message);
                    if (message.equals("begin")) {
                      ctx.receiveTimeout(PAUSE, "silence");
                    } else if (message.equals("end")) {
                      ctx.cancelReceiveTimeout();
                    }
                  });
      fillTheTick();
      actor.tell("begin");
      t.run();
      t.advance(ofMillis(20));
      assertDropped();

      t.advance(PAUSE.plusMillis(20));
      assertThat(received).containsExactly("begin", "silence");
      t.advance(PAUSE.plusMillis(20));
      assertThat(received).containsExactly("begin", "silence", "silence");
      actor.tell("end");
      t.advance(PAUSE.multipliedBy(3));
      assertThat(received).containsExactly("begin", "silence", "silence", "end");
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  @Requirement({"A6", "S4.6"})
  void receiveTimeout_thatIsTakenBackWhileItsTimerIsDropped_isOver() {
    try (t) {
      List<String> received = new ArrayList<>();
      ActorRef<Act> actor = t.puppet("actor");
      fillTheTick();
      t.run(actor, ctx -> ctx.receiveTimeout(PAUSE, c -> received.add("silence")));
      actor.tell(Context::cancelReceiveTimeout); // before it learns that its timer was dropped
      long unused = t.system.scheduler().advance(ofMillis(20));
      assertDropped();
      t.run();

      t.advance(PAUSE.multipliedBy(3));
      assertThat(received).isEmpty();
      assertThat(t.system.scheduler().metrics().active()).isZero();
    }
  }

  @Test
  @Requirement({"A6", "S1.4", "S4.6"})
  void timer_byAKey_thatIsDropped_isForgotten() {
    try (t) {
      ActorRef<Act> actor = t.puppet("actor");
      List<WeakReference<Object>> keys = new ArrayList<>();
      for (int round = 0; round < 100; round++) {
        fillTheTick();
        t.run(actor, ctx -> keys.add(setOneOfANewKey(ctx)));
        t.advance(ofMillis(10));
      }
      assertThat(t.events(SchedulerWarning.DroppedLowPriority.class)).hasSize(100);
      for (int attempt = 0; attempt < 50 && reachable(keys) > 50; attempt++) {
        System.gc();
      }
      assertThat(reachable(keys)).isLessThanOrEqualTo(50);
    }
  }

  private static WeakReference<Object> setOneOfANewKey(Context<Act> ctx) {
    Object key = new Object();
    ctx.timers().once(key, PAUSE, c -> {});
    return new WeakReference<>(key);
  }

  private static long reachable(List<WeakReference<Object>> keys) {
    return keys.stream().filter(key -> !key.refersTo(null)).count();
  }

  @Test
  @Requirement({"M3.3", "S4.6"})
  void offer_whoseTimerIsDropped_isGivenUp() {
    try (t) {
      ActorRef<Act> actor = suspended();
      actor.tell(ctx -> {});
      actor.tell(ctx -> {});
      fillTheTickForGood();

      CompletableFuture<Void> entered = actor.tellAsync(ctx -> {});
      t.advance(ofMillis(20));

      assertDropped();
      assertThat(entered)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(MailboxFullException.class);
    }
  }

  @Test
  @Requirement({"A2", "S4.6"})
  void stopGracefully_whoseTimerIsDropped_failsInsteadOfWaitingForever() {
    try (t) {
      ActorRef<Act> actor = suspended();

      fillTheTick();
      CompletableFuture<Void> ended = t.system.stopGracefully(actor, PAUSE);
      t.advance(ofMillis(20));

      assertDropped();
      assertThat(ended)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(StopTimeoutException.class)
          .withMessageContaining("given up");
    }
  }

  /// Others use up the quota, and pressure lowers it, between a timer and the one that replaces it.
  @Test
  @Requirement({"A6", "S4.5"})
  void timersAndReceiveTimeout_thatReplaceOthers_needNoRoomInTheQuota() {
    try (SteppedSystem t =
        SteppedSystem.start(
            s ->
                s.withPressure(new PressureSettings(1, 0, 1))
                    .withScheduler(SchedulerSettings.defaults().withSystemQuota(12)))) {
      Duration second = Duration.ofSeconds(1);
      List<String> log = new ArrayList<>();
      ActorRef<Act> actor = t.puppet("a");
      t.run(
          actor,
          ctx -> {
            ctx.timers().once("once", second, c -> log.add("old"));
            ctx.timers().atFixedRate("rate", second, second, c -> log.add("old"));
            ctx.timers().withFixedDelay("delay", second, second, c -> log.add("old"));
            ctx.receiveTimeout(second, c -> log.add("old"));
          });
      for (int i = 0; i < 8; i++) {
        var unused = t.system.scheduler().scheduleOnce(second, () -> {}, Scheduler.DIRECT);
      }
      ActorRef<String> full =
          t.system.spawn(
              "full",
              Props.<String>of(() -> (ctx, message) -> {})
                  .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.DEAD_LETTER)));
      t.run();
      t.run(
          actor,
          ctx -> {
            full.tell("pressure");
            assertThat(t.system.isUnderPressure()).isTrue();
            ctx.timers().once("once", second, c -> log.add("once"));
            ctx.timers().atFixedRate("rate", second, second, c -> log.add("rate"));
            ctx.timers().withFixedDelay("delay", second, second, c -> log.add("delay"));
            ctx.receiveTimeout(second, c -> log.add("timeout"));
            assertThatThrownBy(() -> ctx.timers().once("more", second, c -> log.add("more")))
                .isInstanceOf(QuotaExceededException.class);
            log.add("replaced");
          });
      t.advance(second.plusMillis(20));
      assertThat(log).contains("replaced", "once", "rate", "delay").doesNotContain("old", "more");
    }
  }
}
