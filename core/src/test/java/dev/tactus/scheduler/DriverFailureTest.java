package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerSettings.DriverRetry;
import dev.tactus.scheduler.SchedulerWarning.DriftExceeded;
import dev.tactus.scheduler.SchedulerWarning.DriverRetried;
import dev.tactus.scheduler.SchedulerWarning.DriverStopped;
import dev.tactus.scheduler.SchedulerWarning.HandlerFailed;
import dev.tactus.time.Parker;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStatus;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A driver that dies is started again, and in the end everybody knows that it is dead.
@Requirement("S6.5")
final class DriverFailureTest {
  /// Notes how long somebody wanted to wait, and does not wait.
  private static final class NotedParker implements Parker {
    final BlockingQueue<Long> pauses = new LinkedBlockingQueue<>();

    @Override
    public boolean park(long nanos) {
      pauses.add(nanos);
      return false;
    }

    @Override
    public void unpark() {}
  }

  /// One that there is no memory to put into words.
  private static final class Wordless extends InternalError {
    private static final long serialVersionUID = 1;

    private final Error error;

    Wordless(Error error) {
      this.error = error;
    }

    @Override
    public String getMessage() {
      throw error;
    }
  }

  private final SettableClock clock = SettableClock.likeHost();
  private final ScriptedDriver driver = new ScriptedDriver();
  private final NotedParker parker = new NotedParker();
  private final EventStream events = new EventStream();
  private final BlockingQueue<SchedulerWarning> warnings = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final IllegalStateException death = new IllegalStateException("the driver died");

  DriverFailureTest() {
    events.subscribe(SchedulerWarning.class, warnings::add);
  }

  private WheelScheduler start(DriverRetry retry) {
    RuntimeToolbox toolbox =
        RuntimeToolbox.of(clock, driver)
            .withParkers(() -> parker)
            .withThreads(
                task -> {
                  Thread thread = Thread.ofPlatform().daemon().unstarted(task);
                  thread.setUncaughtExceptionHandler((t, error) -> uncaught.add(error));
                  threads.add(thread);
                  return thread;
                });
    return WheelScheduler.start(
        SchedulerSettings.defaults().withName("orders").withDriverRetry(retry), toolbox, events);
  }

  private SchedulerWarning next() throws InterruptedException {
    SchedulerWarning warning = warnings.poll(60, TimeUnit.SECONDS);
    assertThat(warning).as("a warning within a minute").isNotNull();
    return warning;
  }

  private static DriverRetried retried(int attempt, Throwable error) {
    return new DriverRetried(DriverKind.KERNEL, attempt, error);
  }

  @Test
  void driver_thatDiesForGood_isRetriedThreeTimesAndThenEverythingIsRefused() throws Exception {
    for (int i = 0; i < 4; i++) {
      driver.thenThrow(death);
    }
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      for (int attempt = 1; attempt <= 3; attempt++) {
        assertThat(next()).isEqualTo(retried(attempt, death));
      }
      assertThat(next()).isEqualTo(new DriverStopped(DriverKind.KERNEL, 3, death));
      assertThat(parker.pauses).containsExactly(50_000_000L, 50_000_000L, 50_000_000L);
      assertThatThrownBy(() -> scheduler.scheduleOnce(ticks(1), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(SchedulerClosedException.class)
          .hasMessageContainingAll(
              "its KERNEL driver",
              "failed 4 times",
              "the driver died",
              "Close the scheduler and start one with another driver");
      threads.getFirst().join();
      assertThat(uncaught).isEmpty();
    }
  }

  @Test
  void pause_thatNoClockCanCount_isAsLongAsCanBe() throws Exception {
    driver.thenThrow(death);
    try (WheelScheduler scheduler = start(new DriverRetry(1, ChronoUnit.FOREVER.getDuration()))) {
      assertThat(next()).isEqualTo(retried(1, death));
      assertThat(parker.pauses.poll(60, TimeUnit.SECONDS)).isEqualTo(Long.MAX_VALUE);
      assertThat(scheduler.metrics().registered()).isZero();
    }
  }

  @Test
  void driver_thatWorksInBetween_startsCountingAnew() throws Exception {
    driver.thenThrow(death).thenThrow(death);
    driver.then(h -> clock.moveTo(TICK_NANOS)).thenTick();
    driver.thenThrow(death).thenThrow(death).thenThrow(death).thenThrow(death);
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      for (int attempt : new int[] {1, 2, 1, 2, 3}) {
        assertThat(next()).isEqualTo(retried(attempt, death));
      }
      assertThat(next()).isEqualTo(new DriverStopped(DriverKind.KERNEL, 3, death));
      assertThat(scheduler.dump().driverStats().tokens()).isEqualTo(1);
    }
  }

  @Test
  void driver_thatHandsOverBetweenFailures_isNeverGivenUp() throws Exception {
    List<Long> runs = new ArrayList<>();
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      scheduler.scheduleAtFixedRate(
          ticks(1), ticks(1), () -> runs.add(clock.nanos() / TICK_NANOS), Scheduler.DIRECT);
      for (long tick = 1; tick <= 10; tick++) {
        long now = tick * TICK_NANOS;
        driver.then(h -> clock.moveTo(now)).thenTick().thenThrow(death);
        assertThat(next()).isEqualTo(retried(1, death));
      }
      assertThat(scheduler.metrics().active()).isEqualTo(1);
    }
    assertThat(runs).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
  }

  @Test
  void driver_whoseLoopJustEnds_isTakenForDead() throws Exception {
    driver.thenReturn();
    try (WheelScheduler scheduler = start(new DriverRetry(0, Duration.ZERO))) {
      SchedulerWarning warning = next();
      assertThat(warning).isInstanceOf(DriverStopped.class);
      assertThat(((DriverStopped) warning).error()).hasMessageContaining("nobody stopped it");
      assertThat(((DriverStopped) warning).attempts()).isZero();
      assertThat(parker.pauses).isEmpty();
      assertThat(scheduler.metrics().registered()).isZero();
    }
  }

  @Test
  @Requirement({"S6.5", "S8.2"})
  void vmError_outOfATask_reachesTheThreadsHandlerAndTickingGoesOn() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("a test");
    Runnable failing =
        () -> {
          throw error;
        };
    BlockingQueue<String> runs = new LinkedBlockingQueue<>();
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      for (int i = 0; i < 10; i++) {
        scheduler.scheduleOnce(ticks(1), failing, Scheduler.DIRECT);
      }
      scheduler.scheduleOnce(ticks(1), () -> runs.add("alive"), Scheduler.DIRECT);
      driver.then(h -> clock.moveTo(TICK_NANOS));
      for (int i = 0; i < 10; i++) {
        driver.thenTick();
        assertThat(uncaught.poll(60, TimeUnit.SECONDS)).isSameAs(error);
      }
      driver.thenTick();
      assertThat(runs.poll(60, TimeUnit.SECONDS)).isEqualTo("alive");
      assertThat(warnings).hasSize(10).hasOnlyElementsOfType(HandlerFailed.class);
      assertThat(parker.pauses).isEmpty();
    }
  }

  @Test
  @Requirement({"S6.5", "S8.2"})
  void vmError_outOfTheDriver_isToldAndEndsItLikeAnyOther() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("no memory for the kernel's timer");
    for (int i = 0; i < 4; i++) {
      driver.thenThrow(error);
    }
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      for (int attempt = 1; attempt <= 3; attempt++) {
        assertThat(next()).isEqualTo(retried(attempt, error));
      }
      assertThat(next()).isEqualTo(new DriverStopped(DriverKind.KERNEL, 3, error));
      assertThat(uncaught).containsExactly(error, error, error, error);
      assertThat(parker.pauses).hasSize(3);
      assertThatThrownBy(() -> scheduler.scheduleOnce(ticks(1), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(SchedulerClosedException.class);
    }
  }

  @Test
  @Requirement({"S6.5", "S5.5"})
  void dump_ofADeadDriver_saysThatItStoppedAndWhy() throws Exception {
    WheelScheduler scheduler = start(new DriverRetry(0, Duration.ZERO));
    assertThat(scheduler.dump().driverStopped()).isEmpty();
    driver.thenThrow(death);
    assertThat(next()).isInstanceOf(DriverStopped.class);
    SchedulerDump dump = scheduler.dump();
    assertThat(dump.driverStatus()).isEqualTo(new DriverStatus.Suspended());
    String why = "it failed 1 times, at last with " + death;
    assertThat(dump.driverStopped()).contains(why);
    assertThat(dump.text()).contains("KERNEL driver, suspended\n  stopped   because " + why);
    assertThat(dump.json()).contains("\"status\":\"SUSPENDED\"", "\"stopped\":\"" + why + "\"");
    scheduler.close();
    assertThat(scheduler.dump().driverStatus()).isInstanceOf(DriverStatus.Flushed.class);
  }

  @Test
  @Requirement({"S6.5", "S8.2"})
  void vmError_thatNoTokenGetsPast_isRetriedAndEndsTheDriver() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("a subscriber");
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      scheduler.scheduleOnce(ticks(1), () -> {}, Scheduler.DIRECT);
      Subscription failing =
          events.subscribe(
              DriftExceeded.class,
              drift -> {
                throw error;
              });
      driver.then(h -> clock.moveTo(9 * TICK_NANOS));
      for (int i = 0; i < 4; i++) {
        driver.thenTick();
      }
      for (int attempt = 1; attempt <= 3; attempt++) {
        assertThat(next()).isInstanceOf(DriftExceeded.class);
        assertThat(next()).isEqualTo(retried(attempt, error));
      }
      assertThat(next()).isInstanceOf(DriftExceeded.class);
      assertThat(next()).isEqualTo(new DriverStopped(DriverKind.KERNEL, 3, error));
      assertThat(uncaught).containsExactly(error, error, error, error);
      assertThat(parker.pauses).hasSize(3);
      failing.close();
    }
  }

  @Test
  void handlerOfUncaughtErrors_thatThrows_doesNotEndTheThread() throws Exception {
    BlockingQueue<String> runs = new LinkedBlockingQueue<>();
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      threads
          .getFirst()
          .setUncaughtExceptionHandler(
              (t, error) -> {
                throw new IllegalStateException("the handler fails as well");
              });
      driver.thenThrow(new InternalError("a test"));
      scheduler.scheduleOnce(ticks(1), () -> runs.add("alive"), Scheduler.DIRECT);
      driver.then(h -> clock.moveTo(9 * TICK_NANOS)).thenTick();
      assertThat(runs.poll(60, TimeUnit.SECONDS)).isEqualTo("alive");
    }
  }

  @Test
  void vmError_ofASubscriberToFailures_isOneFailureMoreAndToldAsWell() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("a subscriber");
    events.subscribe(
        DriverRetried.class,
        warning -> {
          throw error;
        });
    driver.thenThrow(death).thenThrow(death);
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      assertThat(next()).isEqualTo(retried(1, death));
      assertThat(next()).isEqualTo(retried(3, death));
      assertThat(next()).isEqualTo(new DriverStopped(DriverKind.KERNEL, 3, error));
      threads.getFirst().join();
      assertThat(uncaught).containsExactly(error, error);
      assertThat(parker.pauses).containsExactly(50_000_000L);
      assertThatThrownBy(() -> scheduler.scheduleOnce(ticks(1), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(SchedulerClosedException.class);
    }
  }

  /// As where memory is used up: the driver, its figures and whoever hears of it all need some.
  @Test
  @Requirement({"S6.5", "S8.2"})
  void vmError_whereverMemoryIsNeeded_refusesAllTimers() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("no memory");
    events.subscribe(
        SchedulerWarning.class,
        warning -> {
          throw error;
        });
    driver.withoutStats(error);
    Wordless wordless = new Wordless(error);
    driver.thenThrow(wordless).thenThrow(wordless);
    WheelScheduler scheduler = start(new DriverRetry(2, Duration.ZERO));
    threads.getFirst().join();
    assertThatThrownBy(() -> scheduler.scheduleOnce(ticks(1), () -> {}, Scheduler.DIRECT))
        .isInstanceOf(SchedulerClosedException.class)
        .hasMessageContainingAll("its driver does not tick any more", "start one with another");
    driver.withoutStats(null);
    assertThat(scheduler.dump().driverStopped()).contains("it failed again and again");
    assertThat(warnings).last().isInstanceOf(DriverStopped.class);
    assertThat(uncaught).containsOnly(wordless, error);
    scheduler.close();
  }

  @Test
  void vmErrors_ofTheDriverAndOfItsFigures_areRetriedAndTicksGoOn() throws Exception {
    OutOfMemoryError error = new OutOfMemoryError("a passing lack of memory");
    driver.withoutStats(error);
    for (int i = 0; i < 3; i++) {
      driver.thenThrow(error);
    }
    BlockingQueue<String> runs = new LinkedBlockingQueue<>();
    try (WheelScheduler scheduler = start(DriverRetry.DEFAULT)) {
      scheduler.scheduleOnce(ticks(1), () -> runs.add("alive"), Scheduler.DIRECT);
      driver.then(h -> clock.moveTo(TICK_NANOS)).thenTick();
      assertThat(runs.poll(60, TimeUnit.SECONDS)).isEqualTo("alive");
      assertThat(parker.pauses).hasSize(3);
      driver.withoutStats(null);
    }
  }

  @Test
  void close_byASubscriberWhoHearsOfTheEnd_doesNotWaitForItself() throws Exception {
    WheelScheduler[] self = new WheelScheduler[1];
    BlockingQueue<CloseReport> reports = new LinkedBlockingQueue<>();
    events.subscribe(DriverStopped.class, stopped -> reports.add(self[0].shutdown()));
    self[0] = start(new DriverRetry(0, Duration.ZERO));
    Cancellable timer = self[0].scheduleOnce(ticks(5), () -> {}, Scheduler.DIRECT);
    driver.thenThrow(death);
    CloseReport report = reports.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    assertThat(report.forced()).isFalse();
    assertThat(timer.isCancelled()).isTrue();
    threads.getFirst().join();
  }

  @Test
  void timersOfADeadDriver_areDeliveredOrCancelledByTheClose() throws Exception {
    driver.thenThrow(death);
    WheelScheduler scheduler = start(new DriverRetry(1, Duration.ZERO));
    List<String> runs = new ArrayList<>();
    scheduler.scheduleOnce(ticks(1), () -> runs.add("due"), Scheduler.DIRECT);
    Cancellable far = scheduler.scheduleOnce(ticks(100), () -> runs.add("far"), Scheduler.DIRECT);
    driver.thenThrow(death);
    assertThat(next()).isInstanceOf(DriverRetried.class);
    assertThat(next()).isInstanceOf(DriverStopped.class);
    clock.moveTo(10 * TICK_NANOS);
    CloseReport report = scheduler.shutdown();
    assertThat(runs).containsExactly("due");
    assertThat(report.delivered()).isEqualTo(1);
    assertThat(far.isCancelled()).isTrue();
    assertThat(report.forced()).isFalse();
  }
}
