package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.DriverFallback;
import dev.tactus.time.Parker;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.ExternalTickDriver;
import dev.tactus.time.host.HostParker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Schedulers on drivers that are not moved by hand.
final class RealDriverTest {
  private final SettableClock clock = SettableClock.likeHost();
  private final ExternalTickDriver external = ExternalTickDriver.create();
  private final List<String> log = new ArrayList<>();

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Requirement("S6.7")
  void advance_onARealDriver_isRefusedWithTheWayToAManualOne() {
    try (WheelScheduler host = WheelScheduler.start();
        WheelScheduler pumped =
            WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.external(external))) {
      assertThatThrownBy(() -> host.advance(Duration.ofSeconds(1)))
          .isInstanceOf(ManualTickRefusedException.class)
          .hasMessageContainingAll(
              "a driver of kind HOST", "WheelScheduler.start(settings, RuntimeToolbox.manual())");
      assertThatThrownBy(() -> pumped.advance(Duration.ofSeconds(1)))
          .isInstanceOf(ManualTickRefusedException.class)
          .hasMessageContaining("a driver of kind EXTERNAL");
    }
  }

  @Test
  @Requirement("S5.1")
  void advance_byATask_isRefused() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      virtual.once(1, () -> virtual.advanceTicks(1));
      virtual.advanceTicks(1);
      assertThat(virtual.warnings(SchedulerWarning.HandlerFailed.class).getFirst().error())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Schedule what is to happen later instead");
    }
  }

  @Test
  @Requirement({"S6.4", "S6.6"})
  void hostDriver_firesInRealTime_andIsVisibleInTheDump() throws Exception {
    try (WheelScheduler scheduler = WheelScheduler.start()) {
      long begin = scheduler.dump().nowTick();
      CompletableFuture<Long> fired = new CompletableFuture<>();
      scheduler.scheduleOnce(
          ticks(2), () -> fired.complete(scheduler.dump().nowTick()), Scheduler.DIRECT);
      assertThat(fired.get(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(begin + 2);
      // The driver counts a token when the task has returned: one more shows that this was so.
      CompletableFuture<Void> another = scheduler.delay(ticks(2), Scheduler.DIRECT);
      another.get(60, TimeUnit.SECONDS);
      SchedulerDump dump = scheduler.dump();
      assertThat(dump.driver()).isEqualTo(DriverKind.HOST);
      assertThat(dump.driverFallback()).isEmpty();
      assertThat(dump.driverStatus()).isEqualTo(new DriverStatus.Ok());
      assertThat(dump.driverStats().tokens()).isPositive();
      assertThat(dump.driverStats().ticksPerSecond()).isPositive();
      assertThat(dump.driverStats().tokensPerSecond()).isPositive();
      assertThat(dump.driverStats().maxJitterNanos())
          .isGreaterThanOrEqualTo(dump.driverStats().meanJitterNanos());
    }
  }

  @Test
  @Requirement("S6.4")
  void externalDriver_newTimers_areNoNotifications() {
    try (WheelScheduler scheduler =
        WheelScheduler.start(
            SchedulerSettings.defaults(), RuntimeToolbox.of(clock, external), new EventStream())) {
      scheduler.scheduleOnce(ticks(1), () -> log.add("fired"), Scheduler.DIRECT);
      assertThat(external.notifiedTicks()).isZero();
      external.notifyTick();
      assertThat(external.notifiedTicks()).isEqualTo(1);
      clock.moveTo(TICK_NANOS);
      assertThat(external.pump()).isEqualTo(1);
      assertThat(log).containsExactly("fired");
      scheduler.scheduleOnce(ticks(1), () -> log.add("again"), Scheduler.DIRECT);
      assertThat(external.notifiedTicks()).isZero();
    }
  }

  @Test
  @Requirement({"S6.4", "S6.6"})
  void kernelDriver_withoutAProvider_fallsBackToTheHostAndSaysSo() {
    RuntimeToolbox toolbox = RuntimeToolbox.kernel();
    EventStream events = new EventStream();
    List<DriverFallback> published = new ArrayList<>();
    events.subscribe(DriverFallback.class, published::add);
    try (WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults(), toolbox, events)) {
      assertThat(published).hasSize(1);
      assertThat(published.getFirst().wanted()).isEqualTo("kernel");
      assertThat(published.getFirst().obstacle()).contains("no module that offers one");
      assertThat(scheduler.dump().driver()).isEqualTo(DriverKind.HOST);
      assertThat(scheduler.dump().driverFallback())
          .hasValueSatisfying(why -> assertThat(why).startsWith("kernel: no module"));
      assertThat(scheduler.dump().text()).contains("instead of kernel: no module");
    }
  }

  @Test
  @Requirement("S6.4")
  void externalLoop_firesWhatIsDue_onItsOwnThread() {
    try (WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.of(clock, external))) {
      Thread loop = Thread.currentThread();
      scheduler.scheduleOnce(
          ticks(3),
          () -> log.add(Thread.currentThread() == loop ? "here" : "elsewhere"),
          Scheduler.DIRECT);
      clock.moveTo(2 * TICK_NANOS);
      external.pump();
      assertThat(log).isEmpty();
      clock.moveTo(3 * TICK_NANOS);
      external.pump();
      assertThat(log).containsExactly("here");
      assertThat(scheduler.dump().driver()).isEqualTo(DriverKind.EXTERNAL);
    }
  }

  @Test
  @Requirement({"S3.3", "R4"})
  void close_duringAPumpOfAnotherThread_waitsAndDeliversWhatFellDueMeanwhile() throws Exception {
    CountDownLatch inTask = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    CountDownLatch pumped = new CountDownLatch(1);
    Parker parker =
        new Parker() {
          @Override
          public boolean park(long nanos) {
            closing.countDown(); // the closing thread waits: let the pump go on
            await(pumped);
            return false;
          }

          @Override
          public void unpark() {}
        };
    WheelScheduler scheduler =
        WheelScheduler.start(
            SchedulerSettings.defaults(),
            RuntimeToolbox.of(clock, external).withParkers(() -> parker));
    scheduler.scheduleOnce(
        ticks(1),
        () -> {
          inTask.countDown();
          await(closing);
        },
        Scheduler.DIRECT);
    scheduler.scheduleOnce(ticks(5), () -> log.add("due meanwhile"), Scheduler.DIRECT);
    scheduler.registerOnClose(() -> log.add("on close"), OnClosePriority.USER);
    Cancellable far = scheduler.scheduleOnce(ticks(50), () -> log.add("never"), Scheduler.DIRECT);
    clock.moveTo(TICK_NANOS);
    Thread loop =
        Thread.ofPlatform()
            .start(
                () -> {
                  external.pump();
                  pumped.countDown();
                });
    await(inTask);
    clock.moveTo(5 * TICK_NANOS);
    CloseReport report = scheduler.shutdown();
    loop.join();
    assertThat(log).containsExactly("due meanwhile", "on close");
    assertThat(report.delivered()).isEqualTo(1);
    assertThat(report.forced()).isFalse();
    assertThat(report.driver().pending()).isZero();
    assertThat(far.isCancelled()).isTrue();
  }

  @Test
  @Requirement("S3.3")
  void close_whileATaskHoldsTheTickThread_isForcedAfterTheTimeout() throws Exception {
    CountDownLatch inTask = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    WheelScheduler scheduler =
        WheelScheduler.start(
            SchedulerSettings.defaults().withShutdownTimeout(Duration.ofMillis(1)));
    Cancellable stuck =
        scheduler.scheduleOnce(
            ticks(1),
            () -> {
              inTask.countDown();
              await(goOn);
            },
            Scheduler.DIRECT);
    Cancellable far = scheduler.scheduleOnce(Duration.ofDays(1), () -> {}, Scheduler.DIRECT);
    await(inTask);
    CloseReport report = scheduler.shutdown();
    assertThat(report.forced()).isTrue();
    assertThat(stuck.state()).isEqualTo(TimerState.EXECUTING);
    goOn.countDown();
    while (!far.isCancelled()) {
      Thread.onSpinWait(); // whoever ticks cancels the rest when it is done
    }
    assertThat(far.state()).isEqualTo(TimerState.CANCELLED);
  }

  @Test
  @Requirement("S3.3")
  void close_interruptedWhileItWaitsForAPump_finishesAndKeepsTheInterrupt() throws Exception {
    CountDownLatch inTask = new CountDownLatch(1);
    WheelScheduler scheduler =
        WheelScheduler.start(SchedulerSettings.defaults(), RuntimeToolbox.of(clock, external));
    Thread closing = Thread.currentThread();
    AtomicBoolean isClosing = new AtomicBoolean();
    scheduler.scheduleOnce(
        ticks(1),
        () -> {
          inTask.countDown();
          while (!isClosing.get()) {
            Thread.onSpinWait(); // it may still wait for this task
          }
          awaitWaiting(closing);
          closing.interrupt();
          awaitWaiting(closing); // again, with nothing left of the interrupt
        },
        Scheduler.DIRECT);
    scheduler.scheduleOnce(ticks(5), () -> log.add("due meanwhile"), Scheduler.DIRECT);
    clock.moveTo(TICK_NANOS);
    Thread loop = Thread.ofPlatform().start(external::pump);
    await(inTask);
    clock.moveTo(5 * TICK_NANOS);
    isClosing.set(true);
    CloseReport report = scheduler.shutdown();
    assertThat(Thread.interrupted()).isTrue();
    loop.join();
    assertThat(report.forced()).isFalse();
    assertThat(log).containsExactly("due meanwhile");
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  @Requirement("S3.3")
  void close_ofAnInterruptedThread_finishesAndKeepsTheInterrupt() {
    WheelScheduler scheduler = WheelScheduler.start();
    Cancellable far = scheduler.scheduleOnce(Duration.ofDays(1), () -> {}, Scheduler.DIRECT);
    Thread.currentThread().interrupt();
    CloseReport report = scheduler.shutdown();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.forced()).isFalse();
    assertThat(far.isCancelled()).isTrue();
  }

  @Test
  @Requirement("S3.1")
  void toolbox_usedForASecondScheduler_isRefused() {
    RuntimeToolbox toolbox = RuntimeToolbox.manual();
    try (WheelScheduler first = WheelScheduler.start(SchedulerSettings.defaults(), toolbox)) {
      assertThatThrownBy(() -> WheelScheduler.start(first.settings(), toolbox))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("give every scheduler a driver of its own");
    }
  }

  @Test
  @Requirement("S8.3")
  void delay_afterAWhile_completesOnTheDefaultExecutor() throws Exception {
    RuntimeToolbox toolbox = RuntimeToolbox.host().withParkers(HostParker::new);
    try (WheelScheduler scheduler = WheelScheduler.start(SchedulerSettings.defaults(), toolbox)) {
      CompletableFuture<Void> delay = scheduler.delay(ticks(1));
      delay.get(60, TimeUnit.SECONDS);
      assertThat(delay).isCompleted();
    }
  }
}
