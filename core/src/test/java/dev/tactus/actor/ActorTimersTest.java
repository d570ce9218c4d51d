package dev.tactus.actor;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.scheduler.SchedulerWarning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Timers by key and the receive timeout, on virtual time.
class ActorTimersTest {
  private final VirtualSystem virtual = VirtualSystem.start();
  private final List<String> log = new ArrayList<>();

  @AfterEach
  void close() {
    virtual.close();
  }

  /// An actor that logs its messages, and does as it is told.
  private ActorRef<Object> actor(BiConsumer<Context<Object>, Object> receive) {
    ActorRef<Object> ref =
        virtual.system.spawn(
            "subject",
            () ->
                (ctx, message) -> {
                  log.add(millis() + " " + message);
                  receive.accept(ctx, message);
                });
    virtual.settle();
    return ref;
  }

  private long millis() {
    return virtual.system.nowNanos() / 1_000_000;
  }

  private interface Order {
    void carryOut(Context<Object> ctx);
  }

  private record Do(String name, Order order) {
    @Override
    public String toString() {
      return name;
    }
  }

  private void tell(ActorRef<Object> actor, String name, Order order) {
    actor.tell(new Do(name, order));
    virtual.settle();
  }

  private ActorRef<Object> obedient() {
    return actor(
        (ctx, message) -> {
          if (message instanceof Do it) {
            it.order().carryOut(ctx);
          }
        });
  }

  @Test
  @Requirement({"A6", "S3.4"})
  void once_afterItsDelay_sendsOneMessage() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().once("k", ofMillis(100), "beat"));
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 go", "100 beat");
  }

  @Test
  @Requirement({"A6", "S2.1"})
  void fixedRate_overTime_doesNotDrift() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().atFixedRate("k", ofMillis(250), "beat"));
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 go", "250 beat", "500 beat", "750 beat", "1000 beat");
  }

  @Test
  @Requirement({"A6", "S2.4"})
  void fixedDelay_ofAnActorThatIsBusyElsewhere_countsFromTheEndOfTheHandler() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().withFixedDelay("k", ofMillis(100), "beat"));
    // The actor has no turn for 300 ms, so its first message waits in the mailbox that long.
    for (int i = 0; i < 30; i++) {
      virtual.system.scheduler().advance(VirtualSystem.TICK);
    }
    virtual.advance(ofMillis(250));
    assertThat(log).containsExactly("0 go", "300 beat", "400 beat", "500 beat");
  }

  @Test
  @Requirement({"A6"})
  void cancel_ofATimerWhoseMessageWaitsInTheMailbox_takesItBack() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().once("k", ofMillis(100), "beat"));
    actor.tell(new Do("cancel", ctx -> assertThat(ctx.timers().cancel("k")).isTrue()));
    // The turn of the cancel comes after the timer has put its message behind it.
    for (int i = 0; i < 20; i++) {
      virtual.system.scheduler().advance(VirtualSystem.TICK);
    }
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 go", "200 cancel");
  }

  @Test
  @Requirement({"A6"})
  void once_withTheSameKey_replacesTheEarlierOne() {
    ActorRef<Object> actor = obedient();
    tell(actor, "first", ctx -> ctx.timers().once("k", ofMillis(100), "old"));
    tell(
        actor,
        "second",
        ctx -> {
          assertThat(ctx.timers().isActive("k")).isTrue();
          ctx.timers().once("k", ofMillis(200), "new");
        });
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 first", "0 second", "200 new");
  }

  @Test
  @Requirement({"A6"})
  void restart_withTimersAndAMessageOfOneInTheMailbox_deliversNothingOfTheOldInstance() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().atFixedRate("k", ofMillis(100), "beat"));
    actor.tell(
        new Do(
            "fail",
            ctx -> {
              throw new IllegalStateException("planned");
            }));
    for (int i = 0; i < 20; i++) {
      virtual.system.scheduler().advance(VirtualSystem.TICK);
    }
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 go", "200 fail");
    assertThat(virtual.system.scheduler().metrics().active()).isZero();
  }

  @Test
  @Requirement({"A6", "R5"})
  void stop_withTimers_endsThem() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().atFixedRate("k", ofMillis(100), "beat"));
    virtual.system.stop(actor);
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 go");
    assertThat(virtual.system.scheduler().metrics().active()).isZero();
  }

  @Test
  @Requirement({"S8.1", "S2.2"})
  void batch_ofAFixedRateTimerWhoseActorIsBehind_tellsHowManyRunsWereFolded() {
    List<ExecutionBatch> batches = new ArrayList<>();
    ActorRef<Object> actor =
        actor(
            (ctx, message) -> {
              ctx.batch().ifPresent(batches::add);
              if (message instanceof Do it) {
                it.order().carryOut(ctx);
              }
            });
    tell(actor, "go", ctx -> ctx.timers().atFixedRate("k", ofMillis(10), "beat"));
    for (int i = 0; i < 30; i++) {
      virtual.system.scheduler().advance(VirtualSystem.TICK);
    }
    virtual.settle();
    assertThat(batches).allMatch(batch -> batch.mode() == ExecutionMode.FIXED_RATE);
    assertThat(batches.stream().mapToInt(ExecutionBatch::runs).sum()).isEqualTo(30);
    assertThat(batches.stream().mapToInt(ExecutionBatch::missedRuns).sum())
        .isEqualTo(30 - batches.size());
    tell(actor, "plain", ctx -> assertThat(ctx.batch()).isEmpty());
  }

  @Test
  @Requirement({"S2.6"})
  void fixedRate_ofAnActorThatNeverCatchesUp_endsWithABacklog() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().atFixedRate("k", ofMillis(10), "beat"));
    for (int i = 0; i < 200; i++) {
      virtual.system.scheduler().advance(VirtualSystem.TICK);
    }
    virtual.settle();
    assertThat(virtual.events(SchedulerWarning.BacklogExceeded.class)).hasSize(1);
    assertThat(virtual.system.scheduler().metrics().active()).isZero();
  }

  @Test
  @Requirement({"S2.4", "S8.2"})
  void fixedDelay_whoseHandlerThrows_goesOnAfterTheRestart() {
    int[] failures = new int[1];
    ActorRef<String> actor =
        virtual.system.spawn(
            () ->
                (ctx, message) -> {
                  log.add(millis() + " " + message);
                  if (failures[0]++ == 0) {
                    throw new IllegalStateException("planned");
                  }
                });
    var unused =
        virtual
            .system
            .messages()
            .scheduleWithFixedDelay(
                ofMillis(100), ofMillis(100), actor, "beat", Scheduler.DIRECT, null);
    virtual.advance(ofMillis(350));
    assertThat(log).containsExactly("100 beat", "200 beat", "300 beat");
  }

  @Test
  @Requirement("R5")
  void fixedRate_toAnActorThatHasEnded_endsByItselfAndLeavesOneDeadLetter() {
    ActorRef<Object> actor = obedient();
    var timer =
        virtual
            .system
            .messages()
            .scheduleAtFixedRate(
                ofMillis(100), ofMillis(100), actor, "beat", Scheduler.DIRECT, null);
    virtual.advance(ofMillis(100));
    virtual.system.stop(actor);
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("100 beat");
    assertThat(timer.isCancelled()).isTrue();
    assertThat(virtual.events(DeadLetter.class)).hasSize(1);
  }

  @Test
  @Requirement("S3.5")
  void shorthands_inAnActor_sendWithItselfAsSender() {
    List<String> senders = new ArrayList<>();
    ActorRef<String> receiver =
        virtual.system.spawn(
            () -> (ctx, message) -> senders.add(message + " from " + ctx.sender().orElseThrow()));
    ActorRef<Object> actor = obedient();
    tell(
        actor,
        "go",
        ctx -> {
          var once = ctx.scheduleOnce(ofMillis(50), receiver, "once");
          var rate = ctx.scheduleAtFixedRate(ofMillis(60), ofMillis(100), receiver, "rate");
          var delay = ctx.scheduleWithFixedDelay(ofMillis(70), ofMillis(100), receiver, "delay");
          assertThat(List.of(once, rate, delay)).noneMatch(timer -> timer.isCancelled());
        });
    virtual.advance(ofMillis(100));
    assertThat(senders)
        .containsExactly("once from " + actor, "rate from " + actor, "delay from " + actor);
  }

  @Test
  @Requirement("A6")
  void receiveTimeout_withoutMessages_arrivesAgainAndAgain() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.receiveTimeout(ofMillis(100), "silence"));
    virtual.advance(ofMillis(250));
    assertThat(log).containsExactly("0 go", "100 silence", "200 silence");
  }

  @Test
  @Requirement("A6")
  void receiveTimeout_withAMessageInBetween_countsFromThat() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.receiveTimeout(ofMillis(100), "silence"));
    virtual.advance(ofMillis(60));
    tell(actor, "hello", ctx -> {});
    virtual.advance(ofMillis(150));
    assertThat(log).containsExactly("0 go", "60 hello", "160 silence");
    tell(actor, "enough", Context::cancelReceiveTimeout);
    virtual.advance(ofSeconds(1));
    assertThat(log).endsWith("210 enough");
  }

  @Test
  @Requirement("A6")
  void fixedDelay_thatTheHandlerCancels_neverComesBack() {
    ActorRef<Object> actor =
        actor(
            (ctx, message) -> {
              if (message instanceof Do it) {
                it.order().carryOut(ctx);
              } else {
                boolean unused = ctx.timers().cancel("k");
              }
            });
    tell(actor, "go", ctx -> ctx.timers().withFixedDelay("k", ofMillis(100), "beat"));
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 go", "100 beat");
    assertThat(virtual.system.scheduler().metrics().active()).isZero();
  }

  @Test
  @Requirement("S3.3")
  void close_withPendingTimers_cancelsThemAndSaysSo() {
    ActorRef<Object> actor = obedient();
    tell(actor, "go", ctx -> ctx.timers().once("k", Duration.ofHours(1), "never"));
    var unused =
        virtual
            .system
            .messages()
            .scheduleOnce(Duration.ofHours(1), actor, "never", Scheduler.DIRECT, null);
    SystemReport report = virtual.system.shutdown();
    assertThat(report.isClean()).isTrue();
    // The actor's own timer ended with the actor, the other one with the scheduler.
    assertThat(report.scheduler().cancelled()).isEqualTo(1);
    SchedulerMetrics metrics = virtual.system.scheduler().metrics();
    assertThat(metrics.active()).isZero();
    // These two, and the limit of the phase that stopped the actors in time.
    assertThat(metrics.cancelled()).isEqualTo(3);
  }

  @Test
  @Requirement("A6")
  void isActive_insideItsOwnHandler_isTrueForATimerThatRepeats() {
    List<String> active = new ArrayList<>();
    ActorRef<Object> actor =
        actor(
            (ctx, message) -> {
              if (message instanceof Do it) {
                it.order().carryOut(ctx);
              } else {
                active.add(message + " " + ctx.timers().isActive(message));
              }
            });
    tell(
        actor,
        "go",
        ctx -> {
          ctx.timers().once("once", ofMillis(100), "once");
          ctx.timers().atFixedRate("rate", ofMillis(100), "rate");
          ctx.timers().withFixedDelay("delay", ofMillis(100), "delay");
        });
    virtual.advance(ofMillis(100));
    assertThat(active).containsExactly("once false", "rate true", "delay true");
  }

  @Test
  @Requirement({"S3.5", "A7"})
  void messages_periodicThroughAnAdapterOfAnActorThatHasEnded_endByThemselves() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<SteppedSystem.Act> owner = t.puppet("owner");
      List<ActorRef<String>> adapters = new ArrayList<>();
      t.run(owner, ctx -> adapters.add(ctx.<String>adapter(text -> c -> {})));
      Duration second = Duration.ofSeconds(1);
      Cancellable timer =
          t.system
              .messages()
              .scheduleAtFixedRate(
                  second, second, adapters.getFirst(), "tick", Scheduler.DIRECT, null);
      t.advance(second);
      t.system.stop(owner);
      t.advance(second.multipliedBy(5));
      assertThat(timer.isCancelled()).isTrue();
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).hasSize(1);
    }
  }
}
