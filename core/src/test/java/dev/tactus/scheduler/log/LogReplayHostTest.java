package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.CloseReport;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ClockKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// Recordings of real time, made by many threads, replay by ticks.
@Requirement("S5.2")
final class LogReplayHostTest {
  private static final int THREADS = 4;
  private static final int TIMERS_EACH = 300;

  private static final SchedulerSettings SETTINGS =
      SchedulerSettings.defaults().withResolution(Duration.ofMillis(1));

  @Test
  void replay_fewTimersInRealTime_sameByTicks() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(3);
    LogRecording recording;
    try (WheelScheduler scheduler = WheelScheduler.start(SETTINGS);
        DeterministicLog log = DeterministicLog.attach(scheduler, 1000)) {
      scheduler.scheduleOnce(Duration.ofMillis(20), done::countDown, Scheduler.DIRECT);
      scheduler.scheduleOnce(Duration.ofMillis(10), done::countDown, Scheduler.DIRECT);
      scheduler.scheduleOnce(Duration.ofHours(1), done::countDown, Scheduler.DIRECT).cancel();
      scheduler.scheduleOnce(Duration.ofMillis(30), done::countDown, Scheduler.DIRECT);
      assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
      recording = log.snapshot();
    }

    assertThat(recording.header().clock()).isEqualTo(ClockKind.HOST);
    assertThat(recording.header().originNanos()).isPresent();
    assertThat(recording.entries()).hasSize(8);
    ReplayResult result = LogReplay.replay(recording);
    assertThat(result.comparison()).isEqualTo(Comparison.TICKS);
    assertThat(result.text()).startsWith("The replay is the same in all ").contains("by ticks");
  }

  @RepeatedTest(5)
  void replay_manyThreadsInRealTime_sameByTicks() throws InterruptedException {
    EventStream events = new EventStream();
    RuntimeToolbox toolbox = RuntimeToolbox.host();
    LogRecording recording;
    try (ExecutorService pool = Executors.newFixedThreadPool(2);
        DeterministicLog log =
            DeterministicLog.attach(events, LogHeader.of(SETTINGS, toolbox), 1 << 18);
        WheelScheduler scheduler = WheelScheduler.start(SETTINGS, toolbox, events)) {
      runThreads(scheduler, pool);
      CloseReport unused = scheduler.shutdown();
      recording = log.snapshot();
    }

    ReplayResult result = LogReplay.replay(recording);

    assertThat(result.isSame()).as(result.text()).isTrue();
    assertThat(result.leftOut().size())
        .as("only a few are left out: %s", result.leftOut())
        .isLessThan(THREADS * TIMERS_EACH / 2);
  }

  /// Each thread schedules and cancels at random, and ends when its last timer has run.
  private static void runThreads(WheelScheduler scheduler, Executor pool)
      throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      SplittableRandom random = new SplittableRandom(i);
      threads.add(Thread.ofPlatform().start(() -> program(scheduler, pool, random)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void program(WheelScheduler scheduler, Executor pool, SplittableRandom random) {
    List<Cancellable> handles = new ArrayList<>();
    for (int i = 0; i < TIMERS_EACH; i++) {
      Executor where = random.nextBoolean() ? Scheduler.DIRECT : pool;
      Duration delay = Duration.ofNanos(random.nextLong(1, 20_000_000));
      Duration period = Duration.ofNanos(random.nextLong(500_000, 5_000_000));
      handles.add(
          switch (random.nextInt(20)) {
            case 0 -> scheduler.scheduleAtFixedRate(delay, period, () -> {}, where);
            case 1 -> scheduler.scheduleWithFixedDelay(delay, period, () -> {}, where);
            case 2 -> scheduler.scheduleOnce(delay, () -> follow(scheduler, delay, pool), where);
            default -> scheduler.scheduleOnce(delay, () -> {}, where);
          });
      if (random.nextInt(3) == 0) {
        handles.get(random.nextInt(handles.size())).cancel();
      }
      if (random.nextInt(50) == 0) {
        scheduler.delay(Duration.ofMillis(2), Runnable::run).join();
      }
    }
    scheduler.delay(Duration.ofMillis(25), Runnable::run).join();
  }

  private static void follow(WheelScheduler scheduler, Duration delay, Executor pool) {
    Cancellable follower = scheduler.scheduleOnce(delay, () -> {}, pool);
    assertThat(follower.id()).isPositive();
  }
}
