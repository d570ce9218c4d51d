package dev.tactus.actor;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.PolicyRegistry;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerKind;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.scheduler.TimerPolicy;
import dev.tactus.time.InvalidDelayException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Timers by key and the receive timeout, on virtual time.
class ActorTimersTest {
  private static final List<Duration> IMPOSSIBLE =
      List.of(Duration.ZERO, ofMillis(-1), ChronoUnit.FOREVER.getDuration());

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
  @Requirement({"A6", "S1.5"})
  void timers_replacedWithADelayThatIsRefused_goOn() {
    List<BiConsumer<Timers<Object>, Duration>> replacements =
        List.of(
            (timers, bad) -> timers.once("k", bad, "new"),
            (timers, bad) -> timers.atFixedRate("k", bad, ofMillis(100), "new"),
            (timers, bad) -> timers.atFixedRate("k", ofMillis(100), bad, "new"),
            (timers, bad) -> timers.withFixedDelay("k", bad, ofMillis(100), "new"),
            (timers, bad) -> timers.withFixedDelay("k", ofMillis(100), bad, "new"));
    tell(
        obedient(),
        "go",
        ctx -> {
          ctx.timers().once("k", ofMillis(100), "old");
          for (Duration bad : IMPOSSIBLE) {
            for (BiConsumer<Timers<Object>, Duration> each : replacements) {
              assertThatThrownBy(() -> each.accept(ctx.timers(), bad))
                  .isInstanceOf(InvalidDelayException.class);
            }
          }
        });
    virtual.advance(ofSeconds(1));
    assertThat(log).containsExactly("0 go", "100 old");
  }

  @Test
  @Requirement({"A6", "S1.5"})
  void receiveTimeout_replacedWithOneThatIsRefused_goesOn() {
    tell(
        obedient(),
        "go",
        ctx -> {
          ctx.receiveTimeout(ofMillis(100), "silence");
          for (Duration bad : IMPOSSIBLE) {
            assertThatThrownBy(() -> ctx.receiveTimeout(bad, "never"))
                .isInstanceOf(InvalidDelayException.class);
          }
        });
    virtual.advance(ofMillis(250));
    assertThat(log).containsExactly("0 go", "100 silence", "200 silence");
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

  @ParameterizedTest
  @EnumSource(OverflowStrategy.class)
  @Requirement("R5")
  void fixedDelay_toAnActorThatHasEndedWithAFullMailbox_endsByItself(OverflowStrategy overflow) {
    ActorRef<Object> actor =
        virtual.system.spawn(
            Props.<Object>of(
                    () ->
                        (ctx, message) -> {
                          ctx.self().tell("instead of this one");
                          ctx.stop();
                        })
                .withMailbox(MailboxSettings.bounded(2, overflow)));
    virtual.settle();
    actor.tell("one that is handled");
    actor.tell("one that is left");
    var timer =
        virtual
            .system
            .messages()
            .scheduleWithFixedDelay(
                ofMillis(100), ofMillis(100), actor, "beat", Scheduler.DIRECT, null);
    virtual.advance(ofSeconds(1));
    assertThat(timer.isCancelled()).isTrue();
    assertThat(virtual.events(DeadLetter.class).getLast().reason())
        .isEqualTo(DeadLetterReason.NO_RECIPIENT);
    assertThat(virtual.system.scheduler().metrics().active()).isZero();
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

  /// An actor that waits for silence, and keeps what it is told.
  private static ActorRef<String> silenceWaiter(ActorSystem system, List<String> received) {
    return system.spawn(
        () ->
            (ctx, message) -> {
              received.add(message);
              if (message.equals("begin")) {
                ctx.receiveTimeout(ofMillis(100), "silence");
              }
            });
  }

  @Test
  @Requirement({"A6", "S4.5"})
  void receiveTimeout_afterOthersHaveUsedUpTheQuota_goesOn() {
    SchedulerSettings two = SchedulerSettings.defaults().withSystemQuota(2);
    try (VirtualSystem small = VirtualSystem.start(settings -> settings.withScheduler(two))) {
      ActorRef<String> actor = silenceWaiter(small.system, log);
      actor.tell("begin");
      small.advance(ofMillis(50));
      var unused = small.system.scheduler().delay(Duration.ofHours(1), Scheduler.DIRECT);
      actor.tell("hello"); // so that it waits for the rest first
      small.advance(ofMillis(250));
      assertThat(log).containsExactly("begin", "hello", "silence", "silence");
      assertThat(small.events(ActorEvent.Failed.class)).isEmpty();
      assertThat(small.system.scheduler().metrics().active()).isEqualTo(2);
    }
  }

  /// Fills the mailbox of an actor that has failed, and is restarted after an hour.
  private static void pressForAnHour(VirtualSystem pressed) {
    Duration hour = Duration.ofHours(1);
    ActorRef<String> full =
        pressed.system.spawn(
            Props.<String>of(
                    () ->
                        (ctx, message) -> {
                          throw new IllegalStateException("planned");
                        })
                .withMailbox(MailboxSettings.bounded(4, OverflowStrategy.DROP_NEW))
                .withSupervision(Supervision.restart().withBackoff(hour, hour, 0)));
    full.tell("fail");
    pressed.settle();
    for (int i = 0; i < 4; i++) {
      full.tell("more");
    }
    assertThat(pressed.system.isUnderPressure()).isTrue();
  }

  @Test
  @Requirement({"A6", "S4.5", "S7.4"})
  void receiveTimeout_ofLowPriorityUnderPressure_goesOn() {
    PolicyRegistry low =
        PolicyRegistry.DEFAULT.withDefault(TimerPolicy.DEFAULT.withPriority(Priority.LOW));
    SchedulerSettings settings = SchedulerSettings.defaults().withPolicies(low);
    try (VirtualSystem pressed =
        VirtualSystem.start(
            s -> s.withScheduler(settings).withPressure(new PressureSettings(1, 0, 4)))) {
      ActorRef<String> waiter = silenceWaiter(pressed.system, log);
      waiter.tell("begin");
      pressed.settle();
      pressForAnHour(pressed);
      pressed.advance(ofMillis(250));
      assertThat(log).containsExactly("begin", "silence", "silence");
      assertThat(pressed.events(ActorEvent.Failed.class))
          .extracting(ActorEvent.Failed::actor)
          .doesNotContain(waiter);
    }
  }

  /// Also where the runtime has some timers of its own.
  private static void useUpTheQuota(Scheduler scheduler) {
    assertThatThrownBy(
            () -> {
              while (true) {
                var unused = scheduler.delay(Duration.ofHours(1), Scheduler.DIRECT);
              }
            })
        .isInstanceOf(QuotaExceededException.class);
  }

  @Test
  @Requirement({"A6", "S4.5", "S9.1"})
  void receiveTimeout_afterOthersHaveUsedUpTheQuotaOfTheJdksTimers_goesOn() throws Exception {
    CountDownLatch silences = new CountDownLatch(2);
    List<ActorEvent.Failed> failures = new CopyOnWriteArrayList<>();
    SchedulerSettings ten =
        SchedulerSettings.defaults().withKind(SchedulerKind.JDK).withSystemQuota(10);
    SystemSettings settings = SystemSettings.of("plain").withWorkers(1).withScheduler(ten);
    try (ActorSystem system = ActorSystem.start(settings)) {
      system.events().subscribe(ActorEvent.Failed.class, failures::add);
      ActorRef<String> actor =
          system.spawn(
              () ->
                  (ctx, message) -> {
                    if (message.equals("begin")) {
                      ctx.receiveTimeout(ofMillis(5), "silence");
                      useUpTheQuota(system.scheduler());
                    } else {
                      silences.countDown();
                    }
                  });
      actor.tell("begin");
      assertThat(silences.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(failures).isEmpty();
    }
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
