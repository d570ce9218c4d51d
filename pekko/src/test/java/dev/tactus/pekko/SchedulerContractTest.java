package dev.tactus.pekko;

import static dev.tactus.pekko.SchedulerKind.close;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.actor.SchedulerTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.concurrent.duration.FiniteDuration;

/// Single calls: each test holds for Pekko's scheduler and for ours.
class SchedulerContractTest {
  private static final Duration SOON = Duration.ofMillis(15);
  private static final Duration LATER = Duration.ofHours(1);
  private static final FiniteDuration SOON_FINITE = finite(15, TimeUnit.MILLISECONDS);

  private final InlineContext context = new InlineContext();

  /// A task that tells when it was cancelled.
  private static class Told implements SchedulerTask {
    final CountDownLatch ran = new CountDownLatch(1);
    final AtomicInteger cancelled = new AtomicInteger();

    @Override
    public void run() {
      ran.countDown();
    }

    @Override
    public void cancelled() {
      cancelled.incrementAndGet();
    }
  }

  private static FiniteDuration finite(long length, TimeUnit unit) {
    return FiniteDuration.apply(length, unit);
  }

  @ParameterizedTest
  @EnumSource
  void scheduleOnce_ofEachOverload_runsOnceAndNeverBeforeItsDelay(SchedulerKind kind)
      throws InterruptedException {
    Scheduler scheduler = kind.create();
    try {
      var ran = new LinkedBlockingQueue<Long>();
      long begin = System.nanoTime();
      scheduler.scheduleOnce(SOON, () -> ran.add(System.nanoTime()), context);
      scheduler.scheduleOnce(SOON_FINITE, (Runnable) () -> ran.add(System.nanoTime()), context);
      scheduler.scheduleOnce(
          SOON_FINITE,
          () -> {
            ran.add(System.nanoTime());
            return scala.runtime.BoxedUnit.UNIT;
          },
          context);
      for (int i = 0; i < 3; i++) {
        assertThat(Waiting.next(ran) - begin).isGreaterThanOrEqualTo(SOON.toNanos());
      }
      CountDownLatch after = new CountDownLatch(1);
      scheduler.scheduleOnce(SOON, after::countDown, context);
      Waiting.await(after);
      assertThat(ran).isEmpty();
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Requirement("R2")
  void scheduleOnce_withoutADelay_runsAtOnceAndCannotBeCancelled(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    try {
      for (Duration delay : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
        AtomicInteger runs = new AtomicInteger();
        Cancellable handle = scheduler.scheduleOnce(delay, runs::incrementAndGet, context);
        assertThat(runs).hasValue(1);
        assertThat(handle.cancel()).isFalse();
        assertThat(handle.isCancelled()).isFalse();
      }
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Requirement("R1")
  void cancel_afterTheRun_isRefused(SchedulerKind kind) throws InterruptedException {
    Scheduler scheduler = kind.create();
    try {
      Told task = new Told();
      Cancellable handle = scheduler.scheduleOnce(SOON, task, context);
      Waiting.await(task.ran);
      assertThat(handle.cancel()).isFalse();
      assertThat(handle.isCancelled()).isFalse();
      assertThat(task.cancelled).hasValue(0);
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancel_beforeTheRun_succeedsOnceAndTellsTheTask(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    try {
      Told task = new Told();
      Cancellable handle = scheduler.scheduleOnce(LATER, task, context);
      assertThat(handle.isCancelled()).isFalse();
      assertThat(handle.cancel()).isTrue();
      assertThat(handle.isCancelled()).isTrue();
      assertThat(handle.cancel()).isFalse();
      assertThat(handle.isCancelled()).isTrue();
      assertThat(task.cancelled).hasValue(1);
      assertThat(task.ran.getCount()).isEqualTo(1);
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancel_ofARepeatedTask_succeedsOnceAndTellsTheTask(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    try {
      Told rated = new Told();
      Told delayed = new Told();
      Cancellable rate = scheduler.scheduleAtFixedRate(LATER, LATER, rated, context);
      Cancellable delay = scheduler.scheduleWithFixedDelay(LATER, LATER, delayed, context);
      for (Cancellable handle : List.of(rate, delay)) {
        assertThat(handle.isCancelled()).isFalse();
        assertThat(handle.cancel()).isTrue();
        assertThat(handle.cancel()).isFalse();
        assertThat(handle.isCancelled()).isTrue();
      }
      assertThat(rated.cancelled).hasValue(1);
      assertThat(delayed.cancelled).hasValue(1);
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancel_fromWithinARepeatedRun_isTheLastRun(SchedulerKind kind) throws InterruptedException {
    Scheduler scheduler = kind.create();
    try {
      AtomicInteger runs = new AtomicInteger();
      var results = new LinkedBlockingQueue<Boolean>();
      CompletableFuture<Cancellable> handle = new CompletableFuture<>();
      Runnable task =
          () -> {
            if (runs.incrementAndGet() == 3) {
              results.add(handle.join().cancel());
            }
          };
      handle.complete(scheduler.scheduleAtFixedRate(SOON, Duration.ofMillis(10), task, context));
      assertThat(Waiting.next(results)).isTrue();
      CountDownLatch after = new CountDownLatch(1);
      scheduler.scheduleOnce(Duration.ofMillis(60), after::countDown, context);
      Waiting.await(after);
      assertThat(runs).hasValue(3);
      assertThat(context.failures).isEmpty();
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void repeatedTask_withoutAPeriod_isRefused(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    try {
      for (Duration period : List.of(Duration.ZERO, Duration.ofSeconds(-2))) {
        String message =
            "Task scheduled with ["
                + period.toSeconds()
                + "] seconds delay, which means creating an infinite loop. The expected delay"
                + " must be greater than 0.";
        assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(SOON, period, () -> {}, context))
            .isExactlyInstanceOf(IllegalArgumentException.class)
            .hasMessage(message);
        assertThatThrownBy(() -> scheduler.scheduleWithFixedDelay(SOON, period, () -> {}, context))
            .isExactlyInstanceOf(IllegalArgumentException.class)
            .hasMessage(message);
      }
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void delay_beyondTheReachOfAnInt_isRefused(SchedulerKind kind) {
    Scheduler scheduler = kind.create();
    try {
      Duration longest = Duration.ofMillis(10).multipliedBy(Integer.MAX_VALUE);
      Duration tooLong = longest.plusNanos(1);
      String message =
          "Task scheduled with [21474836] seconds delay, which is too far in future, maximum delay"
              + " is [21474835] seconds";
      assertThat(scheduler.scheduleOnce(longest, () -> {}, context).cancel()).isTrue();
      assertThatThrownBy(() -> scheduler.scheduleOnce(tooLong, () -> {}, context))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(SOON, tooLong, () -> {}, context))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> scheduler.scheduleWithFixedDelay(SOON, tooLong, () -> {}, context))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(tooLong, SOON, () -> {}, context))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
      assertThatThrownBy(
              () ->
                  scheduler.scheduleOnce(
                      finite(100_000, TimeUnit.DAYS), (Runnable) () -> {}, context))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Task scheduled with [8640000000] seconds delay, which is too far in future, maximum"
                  + " delay is [21474835] seconds");
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void repeatedTask_thatThrowsASchedulerException_endsSilently(SchedulerKind kind)
      throws InterruptedException {
    assertEndsAfterThrowing(kind, new SchedulerException("over"));
    assertThat(context.failures).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void repeatedTask_thatThrowsAnythingElse_endsAndIsReported(SchedulerKind kind)
      throws InterruptedException {
    RuntimeException error = new IllegalArgumentException("wrong");
    assertEndsAfterThrowing(kind, error);
    assertThat(context.failures).containsExactly(error, error);
  }

  private void assertEndsAfterThrowing(SchedulerKind kind, RuntimeException error)
      throws InterruptedException {
    Scheduler scheduler = kind.create();
    try {
      AtomicInteger runs = new AtomicInteger();
      Runnable task =
          () -> {
            if (runs.incrementAndGet() % 2 == 0) {
              throw error;
            }
          };
      Duration period = Duration.ofMillis(10);
      scheduler.scheduleAtFixedRate(SOON, period, task, context);
      Waiting.until(() -> runs.get() == 2);
      scheduler.scheduleWithFixedDelay(SOON, period, task, context);
      Waiting.until(() -> runs.get() == 4);
      CountDownLatch after = new CountDownLatch(1);
      scheduler.scheduleOnce(Duration.ofMillis(60), after::countDown, context);
      Waiting.await(after);
      assertThat(runs).hasValue(4);
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void task_thatThrowsOnce_isReportedAndHurtsNobody(SchedulerKind kind)
      throws InterruptedException {
    Scheduler scheduler = kind.create();
    try {
      RuntimeException error = new IllegalArgumentException("wrong");
      scheduler.scheduleOnce(
          SOON,
          () -> {
            throw error;
          },
          context);
      assertThat(Waiting.next(context.failures)).isSameAs(error);
      CountDownLatch after = new CountDownLatch(1);
      scheduler.scheduleOnce(SOON, after::countDown, context);
      Waiting.await(after);
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Requirement("R3")
  void fixedRate_behindItsTime_makesUpForWhatItMissedRunByRun(SchedulerKind kind)
      throws InterruptedException {
    Scheduler scheduler = kind.create();
    try {
      Duration period = Duration.ofMillis(20);
      CountDownLatch hold = new CountDownLatch(1);
      CountDownLatch ran = new CountDownLatch(15);
      long begin = System.nanoTime();
      scheduler.scheduleAtFixedRate(
          period,
          period,
          () -> {
            ran.countDown();
            awaitQuietly(hold);
          },
          context);
      scheduler.scheduleOnce(Duration.ofMillis(1), () -> {}, context);
      Waiting.until(() -> System.nanoTime() - begin > Duration.ofMillis(200).toNanos());
      hold.countDown();
      Waiting.await(ran);
      // 15 runs came, so none was folded into another. That none comes before its time is what we
      // promise; Pekko's own scheduler is early now and then.
      if (kind == SchedulerKind.TACTUS) {
        assertThat(System.nanoTime() - begin)
            .isGreaterThanOrEqualTo(period.multipliedBy(15).toNanos());
      }
    } finally {
      close(scheduler);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      Waiting.await(latch);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // that is the point
  void input_thatIsMissing_isRefusedAtOnce() {
    Scheduler scheduler = SchedulerKind.TACTUS.create();
    try {
      Runnable nothing = null;
      assertThatThrownBy(() -> scheduler.scheduleOnce(SOON, nothing, context))
          .isInstanceOf(NullPointerException.class)
          .hasMessageStartingWith("runnable");
      assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(SOON, SOON, nothing, context))
          .isInstanceOf(NullPointerException.class)
          .hasMessageStartingWith("runnable");
      assertThatThrownBy(() -> scheduler.scheduleWithFixedDelay(SOON, SOON, () -> {}, null))
          .isInstanceOf(NullPointerException.class)
          .hasMessageStartingWith("executor");
    } finally {
      close(scheduler);
    }
  }

  @ParameterizedTest
  @EnumSource
  void maxFrequency_isThatOfTheTick(SchedulerKind kind) {
    Scheduler coarse = kind.create();
    Scheduler fine = kind.create("pekko.scheduler.tick-duration = 5ms");
    try {
      assertThat(coarse.maxFrequency()).isEqualTo(100);
      assertThat(fine.maxFrequency()).isEqualTo(200);
    } finally {
      close(coarse);
      close(fine);
    }
  }

  @ParameterizedTest
  @EnumSource
  void settings_outOfRange_areRefusedWithPekkosMessages(SchedulerKind kind) {
    for (int ticks : List.of(3, 100)) {
      assertThatThrownBy(() -> kind.create("pekko.scheduler.ticks-per-wheel = " + ticks))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("requirement failed: ticks-per-wheel must be a power of 2");
    }
    assertThatThrownBy(() -> kind.create("pekko.scheduler.tick-duration = 200us"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("requirement failed: minimum supported pekko.scheduler.tick-duration is 1ms");
    Scheduler adjusted =
        kind.create(
            "pekko.scheduler.tick-duration = 200us",
            "pekko.scheduler.error-on-tick-duration-verification-failed = off");
    assertThat(adjusted.maxFrequency()).isEqualTo(1000);
    close(adjusted);
  }

  @ParameterizedTest
  @EnumSource
  void settings_atTheirLimits_areTaken(SchedulerKind kind) throws InterruptedException {
    for (int ticks : List.of(1, 2, 1 << 14)) {
      Scheduler scheduler =
          kind.create(
              "pekko.scheduler.ticks-per-wheel = " + ticks, "pekko.scheduler.tick-duration = 1ms");
      CountDownLatch ran = new CountDownLatch(2);
      scheduler.scheduleOnce(Duration.ofMillis(1), ran::countDown, context);
      scheduler.scheduleOnce(Duration.ofMillis(30), ran::countDown, context);
      Waiting.await(ran);
      close(scheduler);
    }
  }
}
