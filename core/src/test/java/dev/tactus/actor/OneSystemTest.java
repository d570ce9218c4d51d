package dev.tactus.actor;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.JdkScheduler;
import dev.tactus.scheduler.OnClosePriority;
import dev.tactus.scheduler.PolicyRegistry;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerKind;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.scheduler.TimerDiagnostic;
import dev.tactus.scheduler.TimerPolicy;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.time.wheel.WheelSettings;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Timers, mailboxes, dispatchers and backpressure as one system.
@Timeout(60)
final class OneSystemTest {
  private static final MailboxSettings SMALL =
      MailboxSettings.bounded(8, OverflowStrategy.DROP_NEW);

  private static ActorRef<String> silent(ActorSystem system, String name) {
    Props<String> props = Props.of(() -> (ctx, message) -> {});
    return system.spawn(name, props.withMailbox(SMALL));
  }

  @Test
  @Requirement({"S4.5", "M3.4"})
  void pressure_ofTwoMailboxes_lowersTheQuotaUntilBothAreRelieved() {
    Affinity unimportant = Affinity.subsystem("unimportant");
    SchedulerSettings quota =
        SchedulerSettings.defaults()
            .withSystemQuota(4)
            .withPolicies(
                PolicyRegistry.DEFAULT.with(
                    unimportant, TimerPolicy.DEFAULT.withPriority(Priority.LOW)));
    try (VirtualSystem virtual =
        VirtualSystem.start(s -> s.withPressure(new PressureSettings(2, 0)).withScheduler(quota))) {
      Scheduler scheduler = virtual.system.scheduler();
      Scheduler low = scheduler.withAffinity(unimportant);
      ActorRef<String> first = silent(virtual.system, "first");
      ActorRef<String> second = silent(virtual.system, "second");
      virtual.settle();
      var one = scheduler.scheduleOnce(ofHours(1), () -> {}, Scheduler.DIRECT);
      var two = scheduler.scheduleOnce(ofHours(1), () -> {}, Scheduler.DIRECT);
      for (int i = 0; i < 7; i++) {
        first.tell("m");
      }
      assertThat(virtual.system.isUnderPressure()).as("one mailbox is not enough").isFalse();
      for (int i = 0; i < 7; i++) {
        second.tell("m");
      }
      assertThat(virtual.system.isUnderPressure()).isTrue();
      assertThatThrownBy(() -> low.scheduleOnce(ofHours(1), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(QuotaExceededException.class);
      assertThatThrownBy(() -> scheduler.scheduleOnce(ofHours(1), () -> {}, Scheduler.DIRECT))
          .isInstanceOfSatisfying(
              QuotaExceededException.class, e -> assertThat(e.isAdaptive()).isTrue());
      virtual.settle();
      assertThat(virtual.system.isUnderPressure()).isFalse();
      var three = low.scheduleOnce(ofHours(1), () -> {}, Scheduler.DIRECT);
      assertThat(virtual.events(SchedulerWarning.BackpressureState.class))
          .containsExactly(
              new SchedulerWarning.BackpressureState(true, 2),
              new SchedulerWarning.BackpressureState(false, 4));
      assertThat(virtual.events(MailboxPressure.class))
          .extracting(MailboxPressure::pressed)
          .containsExactly(true, true, false, false);
      assertThat(virtual.events(SchedulerWarning.QuotaReached.class)).hasSize(2);
      assertThat(List.of(one, two, three)).noneMatch(timer -> timer.isCancelled());
    }
  }

  /// A driver that was far behind, and the timer that ends its pressure finds its tick full.
  @Test
  @Requirement({"S4.5", "S4.6"})
  void pressure_ofADriverThatWasBehind_endsAlsoWhenItsTimerIsDropped() {
    ManualClock clock = ManualClock.atZero();
    ManualTickDriver driver = ManualTickDriver.moving(clock);
    SchedulerSettings narrow =
        SchedulerSettings.defaults().withWheel(WheelSettings.DEFAULT.withSlotCapacity(1));
    try (VirtualSystem virtual =
        VirtualSystem.start(
            s -> s.withToolbox(() -> RuntimeToolbox.of(clock, driver)).withScheduler(narrow))) {
      Scheduler scheduler = virtual.system.scheduler();
      scheduler.scheduleOnce(ofMillis(1_200), () -> {}, Scheduler.DIRECT);
      virtual.advance(ofMillis(10));
      clock.moveTo(ofMillis(200).toNanos());
      long unused = driver.pump();
      assertThat(virtual.events(SchedulerWarning.DriftExceeded.class)).hasSize(1);
      assertThat(virtual.system.isUnderPressure()).isTrue();
      virtual.advance(ofSeconds(2));
      assertThat(virtual.events(SchedulerWarning.DroppedLowPriority.class)).hasSize(1);
      assertThat(virtual.system.isUnderPressure()).isFalse();
    }
  }

  @Test
  @Requirement({"S2.2", "S8.1"})
  void fixedRate_ofAnActorWithoutRegularTurns_foldsToExactlyItsDueTimes() {
    Random random = new Random(4);
    try (VirtualSystem virtual =
        VirtualSystem.start(
            s -> s.withScheduler(SchedulerSettings.defaults().withResolution(ofMillis(1))))) {
      List<Integer> folded = new ArrayList<>();
      List<Long> others = new ArrayList<>();
      ActorRef<String> slow =
          virtual.system.spawn(
              "slow",
              () -> (ctx, m) -> folded.add(ctx.batch().map(ExecutionBatch::runs).orElseThrow()));
      ActorRef<Long> other = virtual.system.spawn("other", () -> (ctx, m) -> others.add(m));
      virtual.settle();
      var timer =
          virtual
              .system
              .messages()
              .scheduleAtFixedRate(ofMillis(1), ofMillis(1), slow, "beat", Scheduler.DIRECT, null);
      long passed = 0;
      for (int i = 0; i < 300; i++) {
        int gap = 1 + random.nextInt(60);
        long unused = virtual.system.scheduler().advance(ofMillis(gap));
        passed += gap;
        other.tell(passed);
        virtual.settle();
        assertThat(folded.stream().mapToLong(Integer::longValue).sum()).isEqualTo(passed);
        assertThat(others).last().isEqualTo(passed);
      }
      assertThat(timer.isCancelled()).isFalse();
      long unused = virtual.system.scheduler().advance(ofMillis(66));
      assertThat(timer.isCancelled()).as("beyond its backlog").isTrue();
      assertThat(virtual.events(SchedulerWarning.BacklogExceeded.class)).hasSize(1);
    }
  }

  @Test
  @Requirement("S7.4")
  void policies_ofDispatcherAndGuardian_applyToTimersOfActors() {
    PolicyRegistry policies =
        PolicyRegistry.DEFAULT
            .with(Affinity.dispatcher("important"), TimerPolicy.DEFAULT.withPriority(Priority.HIGH))
            .with(Affinity.guardian("/user"), TimerPolicy.DEFAULT.withPriority(Priority.LOW));
    PumpPool pool = PumpPool.of("important", () -> {}, FailureHandler.UNCAUGHT);
    try (VirtualSystem virtual =
        VirtualSystem.start(
            s ->
                s.withScheduler(SchedulerSettings.defaults().withPolicies(policies))
                    .withDispatcher("important", DispatcherSettings.pool(pool)))) {
      Props<String> props =
          Props.of(() -> (ctx, m) -> ctx.timers().once("k", ofSeconds(1), "later"));
      virtual.system.spawn("usual", props).tell("go");
      virtual.system.spawn("important", props.withDispatcher("important")).tell("go");
      ActorRef<String> receiver = silent(virtual.system, "receiver");
      virtual.settle();
      while (pool.runOne()) {
        virtual.settle();
      }
      var unused =
          virtual
              .system
              .messages()
              .scheduleOnce(ofSeconds(1), receiver, "m", Scheduler.DIRECT, null);
      assertThat(virtual.events(TimerDiagnostic.Scheduled.class))
          .extracting(TimerDiagnostic.Scheduled::priority)
          .containsExactly(Priority.LOW, Priority.HIGH, Priority.LOW);
    }
  }

  @Test
  @Requirement({"S7.4", "M7.1"})
  void policy_ofADispatcherThatEachActorHasItsOwnOf_appliesToThemAll() {
    PolicyRegistry policies =
        PolicyRegistry.DEFAULT.with(
            Affinity.dispatcher("io"), TimerPolicy.DEFAULT.withPriority(Priority.LOW));
    SystemSettings settings =
        SystemSettings.of("pinned")
            .withWorkers(1)
            .withScheduler(SchedulerSettings.defaults().withPolicies(policies))
            .withDispatcher("io", DispatcherSettings.pinned());
    try (ActorSystem system = ActorSystem.start(settings)) {
      for (int hours = 1; hours <= 2; hours++) {
        Duration delay = Duration.ofHours(hours);
        CompletableFuture<Priority> seen = new CompletableFuture<>();
        system
            .events()
            .subscribe(
                TimerDiagnostic.Scheduled.class,
                event -> {
                  if (event.delayNanos() == delay.toNanos()) {
                    seen.complete(event.priority());
                  }
                });
        Props<String> props = Props.of(() -> (ctx, m) -> ctx.timers().once("k", delay, "later"));
        system.spawn(props.withDispatcher("io")).tell("go");
        assertThat(seen.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(Priority.LOW);
      }
    }
  }

  @Test
  @Requirement("S5.5")
  void dumpRequest_toTheActorOfTheSystem_isAnsweredWithTheDump() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      var timer =
          virtual
              .system
              .scheduler()
              .scheduleAtFixedRate(ofSeconds(1), ofSeconds(1), () -> {}, Scheduler.DIRECT);
      CompletableFuture<SchedulerDump> answer =
          virtual.system.schedulerDumps().ask(SchedulerDumpRequest::new, ofSeconds(1));
      virtual.settle();
      SchedulerDump dump = answer.join();
      assertThat(dump.name()).isEqualTo("virtual");
      assertThat(dump.periodicJobs())
          .extracting(SchedulerDump.PeriodicJob::timerId)
          .containsExactly(timer.id());
      assertThat(virtual.system.schedulerDumps().path().toString())
          .isEqualTo("tactus://virtual/system/scheduler");
    }
  }

  @Test
  @Requirement({"S3.6", "S3.3"})
  void close_ofASystem_runsTheTasksOfTheRuntimeBeforeThoseOfUsers() {
    VirtualSystem virtual = VirtualSystem.start(s -> s.withPressure(new PressureSettings(1, 0)));
    List<Boolean> pressed = new ArrayList<>();
    var unused =
        virtual
            .system
            .scheduler()
            .registerOnClose(
                () -> pressed.add(virtual.system.isUnderPressure()), OnClosePriority.USER);
    SystemReport report = virtual.system.shutdown();
    assertThat(report.scheduler().onClose().succeeded()).isEqualTo(3);
    assertThat(pressed).containsExactly(false);
  }

  @Test
  @Requirement({"S3.3", "A11"})
  void close_withAnOnCloseTaskThatRunsOutOfMemory_endsTheWorkersAndKeepsTheReport()
      throws Exception {
    ActorSystem system = ActorSystem.start(SystemSettings.of("short").withWorkers(1));
    var unused =
        system
            .scheduler()
            .registerOnClose(
                () -> {
                  throw new OutOfMemoryError("made up");
                },
                OnClosePriority.USER);
    CompletableFuture<Thread> worker = new CompletableFuture<>();
    system.<String>spawn(() -> (ctx, text) -> worker.complete(Thread.currentThread())).tell("go");
    worker.join();
    assertThatThrownBy(system::close).isInstanceOf(OutOfMemoryError.class).hasMessage("made up");
    assertThat(worker.join().join(ofSeconds(30))).as("the worker has ended").isTrue();
    SystemReport report = system.shutdown();
    assertThat(report.scheduler().onClose().failed()).isEqualTo(1);
    assertThat(report.forced()).isEmpty();
  }

  @Test
  @Requirement({"A5", "S8.3"})
  void ask_thatIsOpenWhenTheSystemCloses_fails() {
    VirtualSystem virtual = VirtualSystem.start();
    ActorRef<ActorRef<String>> mute = virtual.system.spawn("mute", () -> (ctx, m) -> {});
    CompletableFuture<String> answer = mute.ask(reply -> reply, ofHours(1));
    virtual.settle();
    assertThat(answer).isNotDone();
    virtual.close();
    assertThatThrownBy(answer::join)
        .hasCauseInstanceOf(AskTimeoutException.class)
        .hasMessageContaining("given up by the scheduler: " + CancelReason.CLOSED);
  }

  @Test
  @Requirement("M4.2")
  void once_toAMailboxThatStaysFull_becomesADeadLetterOfTheScheduler() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      ActorRef<String> full = silent(virtual.system, "full");
      virtual.settle();
      var timer =
          virtual
              .system
              .messages()
              .scheduleOnce(ofMillis(10), full, "late", Scheduler.DIRECT, null);
      for (int i = 0; i < 8; i++) {
        full.tell("m");
      }
      long unused = virtual.system.scheduler().advance(ofMillis(100));
      assertThat(timer.isCancelled()).isTrue();
      assertThat(virtual.system.deadLetters(DeadLetterReason.SCHEDULER_FAILURE)).isEqualTo(1);
      assertThat(virtual.events(DeadLetter.class))
          .extracting(DeadLetter::message)
          .containsExactly("late");
    }
  }

  @Test
  @Requirement({"S2.4", "M3.1"})
  void fixedRate_whoseMessageLosesItsPlace_goesOn() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      List<String> handled = new ArrayList<>();
      Props<String> props = Props.of(() -> (ctx, message) -> handled.add(message));
      ActorRef<String> actor =
          virtual.system.spawn(
              "drops", props.withMailbox(MailboxSettings.bounded(2, OverflowStrategy.DROP_HEAD)));
      virtual.settle();
      var timer =
          virtual
              .system
              .messages()
              .scheduleAtFixedRate(
                  ofMillis(10), ofMillis(10), actor, "beat", Scheduler.DIRECT, null);
      long unused = virtual.system.scheduler().advance(ofMillis(10));
      actor.tell("1");
      actor.tell("2");
      virtual.settle();
      assertThat(handled).containsExactly("1", "2");
      assertThat(virtual.system.deadLetters(DeadLetterReason.OVERFLOW)).isEqualTo(1);
      assertThat(timer.isCancelled()).isFalse();
      virtual.advance(ofMillis(20));
      assertThat(handled).containsExactly("1", "2", "beat", "beat");
    }
  }

  @Test
  @Requirement({"S9.1", "S3.1"})
  void system_onTheSchedulerOfTheJdk_hasTimersInActors() throws Exception {
    CountDownLatch beats = new CountDownLatch(3);
    SystemSettings settings =
        SystemSettings.of("plain")
            .withWorkers(1)
            .withScheduler(SchedulerSettings.defaults().withKind(SchedulerKind.JDK));
    try (ActorSystem system = ActorSystem.start(settings)) {
      ActorRef<String> actor =
          system.spawn(
              () ->
                  (ctx, message) -> {
                    if (message.equals("go")) {
                      ctx.timers().withFixedDelay("k", ofMillis(2), "beat");
                    } else {
                      beats.countDown();
                    }
                  });
      actor.tell("go");
      assertThat(system.scheduler()).isInstanceOf(JdkScheduler.class);
      assertThat(beats.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(system.shutdown().isClean()).isTrue();
      assertThat(system.scheduler().metrics().active()).isZero();
    }
  }
}
