package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How long a worker searches before it sleeps, by how long it has waited before.
@Requirement("W6")
final class PatienceTest {
  private static final long SHORT_NANOS = 100_000;
  private static final long LONG_NANOS = SHORT_NANOS + 1;

  private final Patience patience = new Patience(IdleSettings.DEFAULT);

  @Test
  void rounds_nothingKnown_allOfTheSettings() {
    assertThat(patience.rounds()).isEqualTo(16);
  }

  @Test
  void waited_longAgainAndAgain_halvesTheRoundsDownToNone() {
    for (int left : new int[] {8, 4, 2, 1, 0, 0}) {
      patience.waited(LONG_NANOS);

      assertThat(patience.rounds()).isEqualTo(left);
    }
  }

  @Test
  void waited_shortOnce_isPatientAgain() {
    for (int i = 0; i < 100; i++) {
      patience.waited(Long.MAX_VALUE);
    }
    assertThat(patience.rounds()).isZero();

    patience.waited(SHORT_NANOS);

    assertThat(patience.rounds()).isEqualTo(16);
  }

  @Test
  void waited_asLongAsTheSpinningOfTheSettings_wasNotInVain() {
    long spinNanos = Duration.ofMillis(5).toNanos();
    Patience spinning = new Patience(IdleSettings.DEFAULT.withSpinNanos(spinNanos));

    spinning.waited(spinNanos);
    assertThat(spinning.rounds()).isEqualTo(16);

    spinning.waited(spinNanos + 1);
    assertThat(spinning.rounds()).isEqualTo(8);
  }

  @Test
  void idle_afterLongWaits_sleepsWithoutAYieldUntilWorkComesSoonAgain() {
    ManualClock clock = ManualClock.atZero();
    AtomicInteger yields = new AtomicInteger();
    WorkerHost host = WorkerHost.DEFAULT.withClock(clock).withYield(yields::incrementAndGet);
    PoolSettings settings = PoolSettings.defaults().withWorkers(1).withHost(host);
    try (WorkerPool pool = WorkerPool.start(settings)) {
      int[] yieldsOfWaits = new int[9];
      for (int i = 0; i < yieldsOfWaits.length; i++) {
        long parks = i + 1L;
        TestThreads.await("asleep", () -> pool.snapshot().parks() == parks && isAsleep(pool));
        yieldsOfWaits[i] = yields.getAndSet(0);
        if (i != 7) {
          clock.advanceNanos(LONG_NANOS); // while it sleeps
        }
        pool.submit(TestTask.once(i, () -> {}));
      }

      assertThat(yieldsOfWaits).containsExactly(12, 4, 0, 0, 0, 0, 0, 0, 12);
    }
  }

  private static boolean isAsleep(WorkerPool pool) {
    return pool.snapshot().sleeping() == 1;
  }
}
