package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Real threads on a real clock: everything that goes in comes out once.
@Requirement({"S4.1", "S4.2"})
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class SchedulerStressTest {
  private static final int THREADS = 4;

  private static final SchedulerSettings FINE =
      SchedulerSettings.defaults().withResolution(Duration.ofMillis(1));

  /// Runs the work on several threads that begin together, and passes on what they throw.
  private static void inParallel(int threads, IntConsumer work) throws InterruptedException {
    CountDownLatch begin = new CountDownLatch(threads);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      started.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      begin.countDown();
                      begin.await();
                      work.accept(number);
                    } catch (Throwable failure) {
                      failures.add(failure);
                    }
                  }));
    }
    for (Thread thread : started) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  @Test
  @Requirement({"S1.1", "S4.3", "S4.7"})
  void scheduleAndCancel_fromManyThreads_endEveryTimerOnce() throws Exception {
    int each = 15_000;
    int total = THREADS * each;
    CountDownLatch ended = new CountDownLatch(total);
    AtomicLong ran = new AtomicLong();
    AtomicLong cancelled = new AtomicLong();
    AtomicInteger early = new AtomicInteger();
    try (ExecutorService pool = Executors.newFixedThreadPool(2);
        WheelScheduler scheduler = WheelScheduler.start(FINE)) {
      inParallel(
          THREADS,
          thread -> {
            SplittableRandom random = new SplittableRandom(thread);
            List<Cancellable> mine = new ArrayList<>();
            for (int i = 0; i < each; i++) {
              long delay = random.nextLong(1, 20_000_000);
              long begin = System.nanoTime();
              Executor where = random.nextBoolean() ? pool : Scheduler.DIRECT;
              mine.add(
                  scheduler.scheduleOnce(
                      Duration.ofNanos(delay),
                      () -> {
                        if (System.nanoTime() - begin < delay) {
                          early.incrementAndGet();
                        }
                        ran.incrementAndGet();
                        ended.countDown();
                      },
                      where));
              Cancellable victim = mine.get(random.nextInt(mine.size()));
              if (random.nextBoolean() && victim.cancel()) {
                cancelled.incrementAndGet();
                ended.countDown();
              }
            }
          });
      ended.await();
      pool.shutdown();
      assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
      assertThat(scheduler.shutdown().forced()).isFalse();
      SchedulerMetrics metrics = scheduler.metrics();
      assertThat(early).hasValue(0);
      assertThat(metrics.registered()).isEqualTo(total);
      assertThat(metrics.completed()).isEqualTo(ran.get());
      assertThat(metrics.fired()).isEqualTo(ran.get());
      assertThat(metrics.cancelled()).isEqualTo(cancelled.get());
      assertThat(metrics.active()).isZero();
      assertThat(ran.get() + cancelled.get()).isEqualTo(total);
    }
  }

  @Test
  @Requirement("S1.2")
  void runs_ofOneTickRegisteredByTwoThreads_areInTheOrderOfTheirIds() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (VirtualScheduler virtual = VirtualScheduler.start()) {
        List<Long> runs = new ArrayList<>();
        ConcurrentLinkedQueue<Long> ids = new ConcurrentLinkedQueue<>();
        inParallel(
            2,
            thread -> {
              for (int i = 0; i < 2_000; i++) {
                Cancellable[] self = new Cancellable[1];
                self[0] = virtual.once(3, () -> runs.add(self[0].id()));
                ids.add(self[0].id());
              }
            });
        virtual.advanceTicks(3);
        assertThat(runs).hasSize(4_000).isSorted();
        assertThat(ids).hasSize(4_000).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  @Requirement({"S4.2", "S4.4", "S2.2"})
  void jobs_cancelledWhileTheyRun_neverRunTwoAtOnceAndEnd() throws Exception {
    int jobs = 20;
    CountDownLatch warm = new CountDownLatch(jobs);
    AtomicInteger overlaps = new AtomicInteger();
    try (ExecutorService pool = Executors.newFixedThreadPool(3);
        WheelScheduler scheduler = WheelScheduler.start(FINE)) {
      List<Cancellable> handles = new ArrayList<>();
      for (int i = 0; i < jobs; i++) {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        Runnable task =
            () -> {
              if (running.incrementAndGet() != 1) {
                overlaps.incrementAndGet();
              }
              if (runs.incrementAndGet() == 10) {
                warm.countDown();
              }
              running.decrementAndGet();
            };
        Duration period = Duration.ofMillis(1 + i % 3);
        handles.add(
            i % 2 == 0
                ? scheduler.scheduleAtFixedRate(period, period, task, pool)
                : scheduler.scheduleWithFixedDelay(period, period, task, pool));
      }
      warm.await();
      AtomicInteger won = new AtomicInteger();
      inParallel(THREADS, thread -> handles.forEach(h -> won.addAndGet(h.cancel() ? 1 : 0)));
      assertThat(won).as("each is cancelled once").hasValue(jobs);
      assertThat(handles).allMatch(Cancellable::isCancelled);
      // What ran while it was cancelled is done when the pool has gone round once.
      pool.shutdown();
      assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
      assertThat(overlaps).hasValue(0);
      assertThat(scheduler.metrics().active()).isZero();
      assertThat(scheduler.metrics().periodic()).isZero();
    }
  }

  @Test
  @Requirement("S4.7")
  void metrics_whileRegistrationsAreRefused_areNeverNegative() throws Exception {
    WheelScheduler scheduler = WheelScheduler.start(FINE, RuntimeToolbox.manual());
    scheduler.close();
    int attempts = 100_000;
    AtomicInteger refused = new AtomicInteger();
    AtomicLong lowest = new AtomicLong();
    inParallel(
        2,
        number -> {
          while (refused.get() < attempts) {
            if (number == 0) {
              lowest.accumulateAndGet(scheduler.metrics().active(), Math::min);
            } else {
              try {
                scheduler.scheduleOnce(Duration.ofMillis(1), () -> {}, Scheduler.DIRECT);
              } catch (SchedulerClosedException expected) {
                refused.incrementAndGet();
              }
            }
          }
        });
    assertThat(lowest).hasValue(0);
    assertThat(scheduler.metrics().registered()).isZero();
  }

  @Test
  @Requirement({"S3.3", "S3.7", "R4"})
  void close_whileThreadsSchedule_leavesNoTimerBehind() throws Exception {
    for (int round = 0; round < 5; round++) {
      try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
        WheelScheduler scheduler = WheelScheduler.start(FINE);
        AtomicLong accepted = new AtomicLong();
        ConcurrentLinkedQueue<Cancellable> handles = new ConcurrentLinkedQueue<>();
        CountDownLatch busy = new CountDownLatch(1_000);
        inParallel(
            THREADS,
            thread -> {
              if (thread == 0) {
                awaitQuietly(busy);
                scheduler.close();
                return;
              }
              SplittableRandom random = new SplittableRandom(thread);
              try {
                while (true) {
                  handles.add(
                      scheduler.scheduleOnce(
                          Duration.ofNanos(random.nextLong(1, 5_000_000)), () -> {}, pool));
                  accepted.incrementAndGet();
                  busy.countDown();
                }
              } catch (SchedulerClosedException closed) {
                busy.countDown();
              }
            });
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        SchedulerMetrics metrics = scheduler.metrics();
        assertThat(metrics.registered()).isEqualTo(accepted.get());
        assertThat(metrics.active()).isZero();
        assertThat(handles)
            .allMatch(h -> h.state() == TimerState.COMPLETED || h.state() == TimerState.CANCELLED);
      }
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
