package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// What can be seen of a pool from outside.
@Requirement("W8")
final class PoolSnapshotTest {
  @Test
  void snapshot_newPool_showsItsWorkers() {
    SteppedPool pool = SteppedPool.of(PoolSettings.defaults().withWorkers(3).withName("seen"));

    PoolSnapshot snapshot = pool.snapshot();

    assertThat(snapshot.name()).isEqualTo("seen");
    assertThat(snapshot.workers()).extracting(WorkerSnapshot::number).containsExactly(0, 1, 2);
    assertThat(snapshot.executed()).isZero();
    assertThat(snapshot.waiting()).isZero();
    assertThat(snapshot.readyLatency()).isEqualTo(new ReadyLatency(0, 0, 0, 0));
  }

  @Test
  void snapshot_afterSomeTurns_countsThemByWorker() {
    SteppedPool pool =
        SteppedPool.of(PoolSettings.defaults().withWorkers(2).withFailures((task, e) -> {}));
    for (int i = 0; i < 6; i++) {
      pool.submit(TestTask.idle(i));
    }
    pool.submit(
        TestTask.once(
            7,
            () -> {
              throw new IllegalStateException("counted");
            }));

    pool.stepWorker(0);
    pool.stepWorker(0);
    pool.stepWorker(1);
    PoolSnapshot snapshot = pool.snapshot();

    assertThat(snapshot.workers().get(0).executed()).isEqualTo(2);
    assertThat(snapshot.workers().get(1).executed()).isEqualTo(1);
    assertThat(snapshot.executed()).isEqualTo(3);
    assertThat(snapshot.waiting()).isEqualTo(4);
    pool.runUntilIdle(10);
    assertThat(pool.snapshot().failures()).isEqualTo(1);
    assertThat(pool.snapshot().executed()).isEqualTo(7);
  }

  @Test
  void snapshot_turnsThatTakeTime_tellsWhatATurnTakes() {
    ManualClock clock = ManualClock.atZero();
    SteppedPool pool =
        SteppedPool.of(
            PoolSettings.defaults().withWorkers(1).withHost(WorkerHost.DEFAULT.withClock(clock)));
    pool.submit(
        TestTask.repeating(
            1,
            () -> {
              clock.advanceNanos(700);
              return true;
            }));

    pool.runUntilIdle(2_000);

    assertThat(pool.snapshot().workers().getFirst().turnNanos()).isBetween(697L, 703L);
    assertThat(pool.snapshot().upNanos()).isEqualTo(2_000 * 700);
  }

  @Test
  void busyRatio_halfOfTheTimeIdle_isAHalf() {
    WorkerCounters counters = new WorkerCounters();
    counters.startNanos = 1_000;
    counters.beginIdle(1_000);
    counters.endIdle(1_300);
    counters.beginIdle(1_800);

    assertThat(counters.busyRatio(2_000)).isEqualTo(0.5);
    assertThat(counters.busyRatio(1_000)).isZero();
  }

  @Test
  @Requirement("M2.5")
  void snapshot_spareWorkerThatBeganLater_countsFromThere() {
    ManualClock clock = ManualClock.atZero();
    Crew crew =
        new Crew(
            PoolSettings.defaults()
                .withWorkers(1)
                .withSpareWorkers(1)
                .withHost(WorkerHost.DEFAULT.withClock(clock)));
    clock.advanceNanos(1_000_000_000);
    crew.addWorker();
    assertThat(crew.submit(null, TestTask.once(1, () -> clock.advanceNanos(1_000)))).isTrue();
    assertThat(crew.submit(null, TestTask.once(2, crew::stop))).isTrue();

    new WorkerLoop(crew.worker(1), crew, new Patience(crew.settings.idle()), () -> {}).run();

    WorkerSnapshot spare = PoolSnapshot.of(crew).workers().get(1);
    assertThat(spare.executed()).isEqualTo(2);
    assertThat(spare.busyNanos()).isEqualTo(1_000);
    assertThat(spare.busyRatio()).isEqualTo(1);
    assertThat(spare.turnNanos()).isLessThan(crew.settings.idle().wakeWorthNanos());
  }

  @Test
  void busyRatio_realWorkers_betweenIdleAndBusy() {
    CountDownLatch enough = new CountDownLatch(10_000);
    try (WorkerPool pool = WorkerPool.start(PoolSettings.defaults().withWorkers(2))) {
      TestThreads.await("all asleep", () -> pool.snapshot().sleeping() == 2);
      double idle = pool.snapshot().busyRatio();
      pool.submit(
          TestTask.repeating(
              1,
              () -> {
                enough.countDown();
                return enough.getCount() > 0;
              }));
      TestThreads.await(enough);
      TestThreads.await("all asleep", () -> pool.snapshot().sleeping() == 2);
      PoolSnapshot after = pool.snapshot();

      assertThat(idle).isBetween(0.0, 0.999);
      assertThat(after.busyRatio()).isGreaterThan(0).isLessThan(1);
      assertThat(after.executed()).isEqualTo(10_000);
      assertThat(after.parks()).isGreaterThanOrEqualTo(2);
      assertThat(after.readyLatency().samples()).isGreaterThanOrEqualTo(1);
      assertThat(after.workers()).allMatch(WorkerSnapshot::asleep);
    }
  }
}
