package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import dev.tactus.time.host.HostParker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
    AtomicLong sleepNanos = new AtomicLong(Duration.ofMillis(1).toNanos());
    WorkerHost host =
        WorkerHost.DEFAULT
            .withClock(clock)
            .withYield(yields::incrementAndGet)
            .withParkers(() -> new LateParker(clock, sleepNanos));
    PoolSettings settings = PoolSettings.defaults().withWorkers(1).withHost(host);
    try (WorkerPool pool = WorkerPool.start(settings)) {
      int[] yieldsOfWaits = new int[9];
      for (int i = 0; i < yieldsOfWaits.length; i++) {
        long parks = i + 1L;
        TestThreads.await("asleep", () -> pool.snapshot().parks() == parks && isAsleep(pool));
        yieldsOfWaits[i] = yields.getAndSet(0);
        if (i == 7) {
          sleepNanos.set(0); // while it sleeps, so that it is this wait that is short
        }
        pool.submit(TestTask.once(i, () -> {}));
      }

      assertThat(yieldsOfWaits).containsExactly(12, 4, 0, 0, 0, 0, 0, 0, 12);
    }
  }

  private static boolean isAsleep(WorkerPool pool) {
    return pool.snapshot().sleeping() == 1;
  }

  /// One that lets some time pass on the clock with each sleep.
  private static final class LateParker implements Parker {
    private final HostParker parker = new HostParker();
    private final ManualClock clock;
    private final AtomicLong sleepNanos;

    LateParker(ManualClock clock, AtomicLong sleepNanos) {
      this.clock = clock;
      this.sleepNanos = sleepNanos;
    }

    @Override
    public void park(long nanos) {
      parker.park(nanos);
      clock.advanceNanos(sleepNanos.get());
    }

    @Override
    public void unpark() {
      parker.unpark();
    }
  }
}
