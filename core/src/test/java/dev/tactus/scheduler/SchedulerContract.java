package dev.tactus.scheduler;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.time.host.HostClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every scheduler of a system does, on real time. Nothing is said of how soon: tests wait for
/// what must come, and what must not come is ruled out by the close.
@Timeout(120)
abstract class SchedulerContract {
  private static final Affinity LOW = Affinity.subsystem("low");

  /// On a machine that is busy otherwise, tasks may be behind by any number of runs.
  private static final SchedulerSettings PATIENT =
      SchedulerSettings.defaults()
          .withPolicies(
              PolicyRegistry.DEFAULT.withDefault(TimerPolicy.DEFAULT.withBacklogLimit(1_000_000)));

  private static final long AWAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final List<SchedulerEvent> seen = new CopyOnWriteArrayList<>();
  private BackpressureSwitch gauge = BackpressureSwitch.released();
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private SystemScheduler scheduler = start(PATIENT);

  /// The kind that is tested.
  abstract SchedulerKind kind();

  private SystemScheduler start(SchedulerSettings settings) {
    EventStream events = new EventStream();
    events.subscribe(SchedulerEvent.class, seen::add);
    return SystemScheduler.start(
        settings.withKind(kind()).withResolution(ofMillis(1)),
        RuntimeToolbox.host().withGauge(gauge),
        events);
  }

  private void restart(SchedulerSettings settings) {
    scheduler.close();
    seen.clear();
    gauge = BackpressureSwitch.released();
    scheduler = start(settings);
  }

  @AfterEach
  void end() {
    scheduler.close();
    executor.shutdownNow();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(AWAIT_NANOS, TimeUnit.NANOSECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long start = HostClock.instance().nanos();
    while (!condition.getAsBoolean()) {
      assertThat(HostClock.instance().nanos() - start).isLessThan(AWAIT_NANOS);
      Thread.onSpinWait();
    }
  }

  private <E> List<E> seen(Class<E> type) {
    return seen.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /// The books are right at a quiet moment: an end can be seen just before it is counted.
  private void assertBalanced() {
    await(() -> scheduler.metrics().active() == 0);
    SchedulerMetrics metrics = scheduler.metrics();
    assertThat(metrics.registered())
        .isEqualTo(metrics.completed() + metrics.cancelled() + metrics.dropped());
  }

  @Test
  @Requirement({"S1.1", "R1"})
  void once_whenItsDelayHasPassed_runsOnceAndIsCompleted() {
    CountDownLatch ran = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    long[] at = new long[1];
    long start = HostClock.instance().nanos();
    Cancellable timer =
        scheduler.scheduleOnce(
            ofMillis(5),
            () -> {
              at[0] = HostClock.instance().nanos();
              runs.incrementAndGet();
              ran.countDown();
            },
            executor);
    await(ran);
    assertThat(at[0] - start).isGreaterThanOrEqualTo(ofMillis(5).toNanos());
    await(() -> timer.state() == TimerState.COMPLETED);
    assertThat(timer.cancel()).isFalse();
    assertThat(timer.isCancelled()).isFalse();
    scheduler.close();
    assertThat(runs).hasValue(1);
    assertBalanced();
  }

  @Test
  @Requirement("S1.2")
  void once_manyWithOneDelay_runInTheOrderOfTheirNumbers() {
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<Integer> expected = new ArrayList<>();
    CountDownLatch ran = new CountDownLatch(200);
    long before = 0;
    for (int i = 0; i < 200; i++) {
      int number = i;
      expected.add(i);
      Cancellable timer =
          scheduler.scheduleOnce(
              ofMillis(3),
              () -> {
                order.add(number);
                ran.countDown();
              },
              Scheduler.DIRECT);
      assertThat(timer.id()).isGreaterThan(before);
      before = timer.id();
    }
    await(ran);
    assertThat(order).isEqualTo(expected);
  }

  @Test
  @Requirement("S1.5")
  void delays_thatAreNotPositiveOrTooLong_areRefusedAndNothingIsRegistered() {
    for (Duration bad : List.of(Duration.ZERO, ofMillis(-1), ofSeconds(Long.MAX_VALUE))) {
      assertThatThrownBy(() -> scheduler.scheduleOnce(bad, () -> {}, executor))
          .isInstanceOf(InvalidDelayException.class);
      assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(ofMillis(1), bad, () -> {}, executor))
          .isInstanceOf(InvalidDelayException.class);
      assertThatThrownBy(
              () -> scheduler.scheduleWithFixedDelay(bad, ofMillis(1), () -> {}, executor))
          .isInstanceOf(InvalidDelayException.class);
      assertThatThrownBy(() -> scheduler.delay(bad)).isInstanceOf(InvalidDelayException.class);
    }
    assertThat(scheduler.metrics().registered()).isZero();
  }

  @Test
  @Requirement({"S1.4", "S4.3", "S4.4"})
  void cancel_beforeTheTimeHasCome_succeedsOnceAndTheTaskNeverRuns() {
    AtomicInteger runs = new AtomicInteger();
    Cancellable timer = scheduler.scheduleOnce(ofHours(1), runs::incrementAndGet, executor);
    assertThat(timer.cancel()).isTrue();
    assertThat(timer.cancel()).isFalse();
    assertThat(timer.isCancelled()).isTrue();
    assertThat(timer.state()).isEqualTo(TimerState.CANCELLED);
    scheduler.close();
    assertThat(runs).hasValue(0);
    assertThat(timer.isCancelled()).isTrue();
    assertBalanced();
  }

  @Test
  @Requirement({"S4.1", "S4.2"})
  void cancel_racingWithTheRun_eitherRunsOrIsCancelled() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    int timers = 500;
    List<Cancellable> handles = new CopyOnWriteArrayList<>();
    for (int i = 0; i < timers; i++) {
      handles.add(
          scheduler.scheduleOnce(
              Duration.ofNanos(1_000_000 + i * 1_000), ran::incrementAndGet, executor));
    }
    List<CompletableFuture<Integer>> cancelling = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      cancelling.add(
          CompletableFuture.supplyAsync(
              () -> (int) handles.stream().filter(Cancellable::cancel).count()));
    }
    int cancelled = 0;
    for (CompletableFuture<Integer> each : cancelling) {
      cancelled += each.get(60, TimeUnit.SECONDS);
    }
    await(() -> scheduler.metrics().active() == 0);
    assertThat(ran.get() + cancelled).isEqualTo(timers);
    assertThat(scheduler.metrics().cancelled()).isEqualTo(cancelled);
  }

  @Test
  @Requirement({"S2.1", "S8.1"})
  void fixedRate_untilItIsCancelled_runsAgainAndAgainWithItsBatch() {
    CountDownLatch ran = new CountDownLatch(3);
    List<Optional<ExecutionBatch>> batches = new CopyOnWriteArrayList<>();
    Cancellable timer =
        scheduler.scheduleAtFixedRate(
            ofMillis(1),
            ofMillis(2),
            () -> {
              batches.add(ExecutionBatch.current());
              ran.countDown();
            },
            executor);
    await(ran);
    assertThat(timer.cancel()).isTrue();
    assertThat(timer.isCancelled()).isTrue();
    assertThat(batches)
        .allSatisfy(
            batch -> assertThat(batch.orElseThrow().mode()).isEqualTo(ExecutionMode.FIXED_RATE));
    assertThat(ExecutionBatch.current()).isEmpty();
    await(() -> scheduler.metrics().active() == 0);
  }

  @Test
  @Requirement({"S2.2", "S5.5"})
  void fixedRate_whoseTaskIsBehind_foldsWhatItMissed() {
    Semaphore permits = new Semaphore(0);
    List<ExecutionBatch> batches = new CopyOnWriteArrayList<>();
    Cancellable timer =
        scheduler.scheduleAtFixedRate(
            ofMillis(1),
            ofMillis(5),
            () -> {
              batches.add(ExecutionBatch.current().orElseThrow());
              permits.acquireUninterruptibly();
            },
            executor);
    // What the driver missed comes with a run each, so on a busy machine it may take a while until
    // it is the task alone that is behind.
    await(
        () -> {
          if (scheduler.dump().periodicJobs().getFirst().backlog() >= 3) {
            permits.release();
          }
          return batches.stream().anyMatch(batch -> batch.missedRuns() >= 1);
        });
    assertThat(timer.cancel()).isTrue();
    permits.release(1_000_000);
    assertThat(batches)
        .allSatisfy(
            batch -> assertThat(batch.runs()).isEqualTo(1 + batch.missedRuns()).isPositive());
    assertThat(scheduler.dump().json()).contains("\"periodicJobs\"");
  }

  @Test
  @Requirement("S2.6")
  void fixedRate_whoseTaskNeverCatchesUp_isCancelledAtItsBacklogLimit() {
    PolicyRegistry strict =
        PolicyRegistry.DEFAULT.withDefault(TimerPolicy.DEFAULT.withBacklogLimit(2));
    restart(SchedulerSettings.defaults().withPolicies(strict));
    CountDownLatch release = new CountDownLatch(1);
    Cancellable timer =
        scheduler.scheduleAtFixedRate(ofMillis(1), ofMillis(20), () -> await(release), executor);
    await(timer::isCancelled);
    await(() -> seen(SchedulerWarning.BacklogExceeded.class).size() == 1);
    release.countDown();
    assertThat(seen(SchedulerWarning.BacklogExceeded.class).getFirst().timerId())
        .isEqualTo(timer.id());
    assertThat(scheduler.metrics().active()).isZero();
  }

  @Test
  @Requirement({"S2.2", "R3"})
  void fixedRate_whoseTaskIsBehindOnAnExecutorThatRunsAtOnce_foldsWhatItMissed() {
    List<Integer> batches = new CopyOnWriteArrayList<>();
    Cancellable timer =
        scheduler.scheduleAtFixedRate(
            ofMillis(1),
            ofMillis(1),
            () -> {
              long begin = HostClock.instance().nanos();
              batches.add(ExecutionBatch.current().orElseThrow().runs());
              if (batches.size() == 1) {
                await(() -> HostClock.instance().nanos() - begin > ofMillis(20).toNanos());
              }
            },
            Runnable::run);
    // Not necessarily the second: the machine may have been late for the first due times.
    await(() -> batches.stream().anyMatch(runs -> runs >= 19));
    timer.cancel();
  }

  @Test
  @Requirement("S2.4")
  void fixedDelay_whoseExecutorRunsItAndThrows_keepsItsDelay() {
    CountDownLatch ran = new CountDownLatch(4);
    List<Long> runs = new CopyOnWriteArrayList<>();
    Cancellable timer =
        scheduler.scheduleWithFixedDelay(
            ofMillis(1),
            ofMillis(3),
            () -> {
              runs.add(HostClock.instance().nanos());
              ran.countDown();
            },
            task -> {
              task.run();
              throw new IllegalStateException("the metrics of the executor failed");
            });
    await(ran);
    timer.cancel();
    for (int i = 1; i < 4; i++) {
      assertThat(runs.get(i) - runs.get(i - 1)).isGreaterThanOrEqualTo(ofMillis(3).toNanos());
    }
  }

  @Test
  @Requirement("S2.4")
  void fixedDelay_eachRun_beginsTheDelayAfterTheEndOfTheOneBefore() {
    CountDownLatch ran = new CountDownLatch(4);
    List<long[]> runs = new CopyOnWriteArrayList<>();
    Cancellable timer =
        scheduler.scheduleWithFixedDelay(
            ofMillis(1),
            ofMillis(3),
            () -> {
              long begin = HostClock.instance().nanos();
              ran.countDown();
              runs.add(new long[] {begin, HostClock.instance().nanos()});
            },
            executor);
    await(ran);
    timer.cancel();
    for (int i = 1; i < 4; i++) {
      await(() -> runs.size() >= 4);
      assertThat(runs.get(i)[0] - runs.get(i - 1)[1]).isGreaterThanOrEqualTo(ofMillis(3).toNanos());
    }
  }

  @Test
  @Requirement({"S8.1", "S8.2"})
  void task_thatThrows_isPublishedAndEndsAPeriodicTimerOnly() {
    IllegalStateException planned = new IllegalStateException("planned");
    CountDownLatch other = new CountDownLatch(3);
    Runnable failing =
        () -> {
          throw planned;
        };
    Cancellable once = scheduler.scheduleOnce(ofMillis(1), failing, executor);
    Cancellable periodic =
        scheduler.scheduleAtFixedRate(ofMillis(1), ofMillis(1), failing, Scheduler.DIRECT);
    scheduler.scheduleWithFixedDelay(ofMillis(1), ofMillis(1), other::countDown, executor);
    await(other);
    await(periodic::isCancelled);
    await(() -> once.state() == TimerState.COMPLETED);
    await(() -> seen(SchedulerWarning.HandlerFailed.class).size() == 2);
    assertThat(seen(SchedulerWarning.HandlerFailed.class))
        .allSatisfy(failure -> assertThat(failure.error()).isSameAs(planned));
  }

  @Test
  @Requirement("S4.5")
  void quota_whenItIsReached_refusesUntilThereIsRoom() {
    restart(SchedulerSettings.defaults().withSystemQuota(2));
    Cancellable first = scheduler.scheduleOnce(ofHours(1), () -> {}, executor);
    scheduler.scheduleAtFixedRate(ofHours(1), ofHours(1), () -> {}, executor);
    assertThatThrownBy(() -> scheduler.scheduleOnce(ofHours(1), () -> {}, executor))
        .isInstanceOf(QuotaExceededException.class)
        .hasMessageContaining("2 timers are active and the quota is 2");
    assertThat(seen(SchedulerWarning.QuotaReached.class))
        .containsExactly(new SchedulerWarning.QuotaReached(2, false));
    first.cancel();
    scheduler.scheduleOnce(ofHours(1), () -> {}, executor);
    assertThat(scheduler.metrics().active()).isEqualTo(2);
  }

  @Test
  @Requirement({"S4.5", "S7.4"})
  void quota_whenItIsReached_doesNotConcernTheTimersOfTheRuntime() {
    restart(SchedulerSettings.defaults().withSystemQuota(1));
    scheduler.scheduleOnce(ofHours(1), () -> {}, executor);
    Scheduler runtime = scheduler.withAffinity(Affinity.RUNTIME);
    Cancellable once = runtime.scheduleOnce(ofHours(1), () -> {}, executor);
    Cancellable periodic =
        runtime.scheduleWithFixedDelay(ofHours(1), ofHours(1), () -> {}, executor);
    assertThat(runtime.delay(ofHours(1), executor)).isNotDone();
    assertThat(scheduler.metrics().active()).isEqualTo(4);
    assertThat(once.cancel()).isTrue();
    assertThat(periodic.cancel()).isTrue();
    assertThatThrownBy(() -> scheduler.scheduleOnce(ofHours(1), () -> {}, executor))
        .as("they count all the same")
        .isInstanceOf(QuotaExceededException.class);
    scheduler.close();
    assertThatThrownBy(() -> runtime.scheduleOnce(ofHours(1), () -> {}, executor))
        .isInstanceOf(SchedulerClosedException.class);
  }

  @Test
  @Requirement({"S4.5", "S7.4"})
  void quota_underPressure_isTheAdaptiveOneAndLowIsRefused() {
    PolicyRegistry policies =
        PolicyRegistry.DEFAULT.with(LOW, TimerPolicy.DEFAULT.withPriority(Priority.LOW));
    restart(SchedulerSettings.defaults().withSystemQuota(4).withPolicies(policies));
    gauge.engage();
    Scheduler low = scheduler.withAffinity(LOW);
    assertThatThrownBy(() -> low.scheduleOnce(ofHours(1), () -> {}, executor))
        .isInstanceOf(QuotaExceededException.class);
    scheduler.scheduleOnce(ofHours(1), () -> {}, executor);
    scheduler.scheduleOnce(ofHours(1), () -> {}, executor);
    assertThatThrownBy(() -> scheduler.scheduleOnce(ofHours(1), () -> {}, executor))
        .isInstanceOf(QuotaExceededException.class);
    gauge.release();
    low.scheduleOnce(ofHours(1), () -> {}, executor);
    assertThat(seen(SchedulerWarning.BackpressureState.class))
        .containsExactly(
            new SchedulerWarning.BackpressureState(true, 2),
            new SchedulerWarning.BackpressureState(false, 4));
  }

  @Test
  @Requirement({"S4.7", "M4.2"})
  void once_whoseExecutorRefusesAlways_isDroppedAfterTwoMoreAttempts() {
    Cancellable timer =
        scheduler.scheduleOnce(
            ofMillis(1),
            () -> {},
            task -> {
              throw new RejectedExecutionException("full");
            });
    await(timer::isCancelled);
    await(() -> seen(SchedulerWarning.ExecutorRejected.class).size() == 3);
    assertThat(seen(SchedulerWarning.ExecutorRejected.class))
        .extracting(SchedulerWarning.ExecutorRejected::givenUp)
        .containsExactly(false, false, true);
    assertThat(scheduler.metrics().dropped()).isEqualTo(1);
  }

  @Test
  @Requirement("S8.3")
  void delay_completesOrIsCancelledOrFailsWithTheClose() throws Exception {
    scheduler.delay(ofMillis(2)).get(60, TimeUnit.SECONDS);
    CompletableFuture<Void> cancelled = scheduler.delay(ofHours(1));
    cancelled.cancel(false);
    await(() -> scheduler.metrics().active() == 0);
    CompletableFuture<Void> open = scheduler.delay(ofHours(1), Scheduler.DIRECT);
    scheduler.close();
    assertThatThrownBy(open::join).hasCauseInstanceOf(SchedulerClosedException.class);
    assertBalanced();
  }

  @Test
  @Requirement({"S3.3", "S3.6", "S3.7", "R4"})
  void close_runsItsTasksByPriorityCancelsWhatIsNotDueAndRefusesTheRest() {
    List<String> order = new CopyOnWriteArrayList<>();
    Cancellable far = scheduler.scheduleOnce(ofHours(1), () -> order.add("far"), executor);
    scheduler.registerOnClose(() -> order.add("user " + far.isCancelled()), OnClosePriority.USER);
    scheduler.registerOnClose(() -> order.add("critical"), OnClosePriority.SYSTEM_CRITICAL);
    scheduler.registerOnClose(() -> order.add("runtime"), OnClosePriority.RUNTIME);
    CloseReport report = scheduler.shutdown();
    assertThat(order).containsExactly("critical", "runtime", "user false");
    assertThat(far.isCancelled()).isTrue();
    assertThat(report.cancelled()).isEqualTo(1);
    assertThat(report.onClose().succeeded()).isEqualTo(3);
    assertThat(report.forced()).isFalse();
    assertThat(scheduler.shutdown()).isSameAs(report);
    assertThatThrownBy(() -> scheduler.scheduleOnce(ofMillis(1), () -> {}, executor))
        .isInstanceOf(SchedulerClosedException.class);
    assertThatThrownBy(() -> scheduler.registerOnClose(() -> {}, OnClosePriority.USER))
        .isInstanceOf(SchedulerClosedException.class);
    assertBalanced();
  }

  @Test
  @Requirement("S3.3")
  void close_withATimeoutThatNoClockCanCount_isFine() {
    restart(PATIENT.withShutdownTimeout(ChronoUnit.FOREVER.getDuration()));
    Cancellable far = scheduler.scheduleOnce(Duration.ofDays(1), () -> {}, executor);
    assertThat(scheduler.shutdown().forced()).isFalse();
    assertThat(far.isCancelled()).isTrue();
  }

  @Test
  @Requirement({"S3.3", "R4"})
  void close_whileItsTasksRun_firesNothingMore() {
    AtomicInteger runs = new AtomicInteger();
    for (int i = 1; i <= 100; i++) {
      scheduler.scheduleOnce(ofMillis(i), runs::incrementAndGet, Scheduler.DIRECT);
    }
    scheduler.scheduleAtFixedRate(
        ofMillis(1), ofMillis(1), runs::incrementAndGet, Scheduler.DIRECT);
    List<Integer> counts = new CopyOnWriteArrayList<>();
    Runnable task =
        () -> {
          long begin = HostClock.instance().nanos();
          counts.add(runs.get());
          await(() -> HostClock.instance().nanos() - begin > ofMillis(20).toNanos());
        };
    scheduler.registerOnClose(task, OnClosePriority.RUNTIME);
    scheduler.registerOnClose(task, OnClosePriority.USER);
    scheduler.close();
    assertThat(counts).containsExactly(runs.get(), runs.get());
  }

  @Test
  @Requirement({"S3.3", "R4"})
  void close_withAPeriodicRunUnderWay_letsItEndAndThenCancelsIt() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Cancellable timer =
        scheduler.scheduleWithFixedDelay(
            ofMillis(1),
            ofMillis(1),
            () -> {
              begun.countDown();
              await(release);
            },
            executor);
    await(begun);
    scheduler.close();
    assertThat(timer.isCancelled()).isFalse();
    release.countDown();
    await(timer::isCancelled);
    assertBalanced();
  }

  @Test
  @Requirement("S3.3")
  void close_byATaskOnTheTickingThread_isRefused() {
    CompletableFuture<Throwable> refused = new CompletableFuture<>();
    scheduler.scheduleOnce(
        ofMillis(1),
        () -> {
          try {
            scheduler.close();
          } catch (IllegalStateException e) {
            refused.complete(e);
          }
        },
        Scheduler.DIRECT);
    assertThat(refused.orTimeout(60, TimeUnit.SECONDS).join())
        .hasMessageContaining("Close it from another thread");
  }

  @Test
  @Requirement("S6.7")
  void advance_onRealTime_isRefusedAndSaysHowToGetVirtualTime() {
    assertThatThrownBy(() -> scheduler.advance(ofMillis(1)))
        .isInstanceOf(ManualTickRefusedException.class)
        .hasMessageContaining("RuntimeToolbox.manual()");
  }

  @Test
  @Requirement("S5.3")
  void diagnostics_ofOneTimer_tellItsStory() {
    CountDownLatch ran = new CountDownLatch(1);
    Cancellable timer = scheduler.scheduleOnce(ofMillis(1), ran::countDown, executor);
    await(ran);
    Cancellable other = scheduler.scheduleOnce(ofHours(1), () -> {}, executor);
    other.cancel();
    await(() -> seen(TimerDiagnostic.class).size() == 4);
    assertThat(seen(TimerDiagnostic.Scheduled.class))
        .extracting(TimerDiagnostic::timerId)
        .containsExactly(timer.id(), other.id());
    assertThat(seen(TimerDiagnostic.Fired.class))
        .extracting(TimerDiagnostic::timerId)
        .containsExactly(timer.id());
    assertThat(seen(TimerDiagnostic.Cancelled.class))
        .extracting(TimerDiagnostic.Cancelled::reason)
        .containsExactly(CancelReason.REQUESTED);
  }
}
