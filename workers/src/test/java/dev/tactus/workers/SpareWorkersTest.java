package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Workers that are started only when the others do not get on.
@Requirement("M2.5")
@Timeout(60)
final class SpareWorkersTest {
  private static PoolSettings settings(int workers, int spares) {
    return PoolSettings.defaults().withName("p").withWorkers(workers).withSpareWorkers(spares);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void startSpare_whileTheOnlyWorkerIsStuck_runsWhatWaits() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    try (WorkerPool pool = WorkerPool.start(settings(1, 1))) {
      pool.submit(
          TestTask.once(
              1,
              () -> {
                begun.countDown();
                await(gate);
              }));
      await(begun);
      pool.submit(TestTask.once(2, gate::countDown));
      assertThat(pool.busyThreads()).extracting(Thread::getName).containsExactly("p-worker-0");
      assertThat(pool.startSpare()).isTrue();
      await(gate);
      assertThat(pool.snapshot().workers()).hasSize(2);
    }
  }

  @Test
  void startSpare_withNoneLeft_startsNone() {
    try (WorkerPool pool = WorkerPool.start(settings(1, 2))) {
      assertThat(pool.snapshot().workers()).hasSize(1);
      assertThat(pool.startSpare()).isTrue();
      assertThat(pool.startSpare()).isTrue();
      assertThat(pool.startSpare()).isFalse();
      assertThat(pool.snapshot().workers()).hasSize(3);
    }
  }

  @Test
  @Requirement("W10")
  void shutdown_withSparesThatWereNeverStarted_waitsForTheOthersOnly() {
    WorkerPool pool = WorkerPool.start(settings(2, 3));
    ShutdownReport report = pool.shutdown(Duration.ofSeconds(30));
    assertThat(report.stuckThreads()).isEmpty();
    assertThat(pool.startSpare()).isFalse();
    assertThat(pool.snapshot().workers()).hasSize(2);
  }

  @Test
  void startSpare_whileTasksRun_losesNone() throws Exception {
    int tasks = 20_000;
    LongAdder ran = new LongAdder();
    WorkerPool pool = WorkerPool.start(settings(1, 4));
    Thread starter =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (pool.startSpare()) {
                    Thread.onSpinWait();
                  }
                });
    for (int i = 0; i < tasks; i++) {
      pool.submit(TestTask.once(i, ran::increment));
    }
    starter.join();
    ShutdownReport report = pool.shutdown(Duration.ofSeconds(50));
    assertThat(report.left()).isEmpty();
    assertThat(report.stuckThreads()).isEmpty();
    assertThat(ran.sum()).isEqualTo(tasks);
  }

  @Test
  void settings_withTooManySpares_areRefused() {
    assertThatThrownBy(() -> settings(1, -1)).hasMessageContaining("spareWorkers");
    assertThatThrownBy(() -> settings(4_000, 96)).hasMessageContaining("0 to 95");
  }
}
