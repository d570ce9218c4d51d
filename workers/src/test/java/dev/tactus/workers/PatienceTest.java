package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  void waited_longAgainAndAgain_searchesNoMore() {
    for (int credit = Patience.CREDIT_MAX; credit > 0; credit /= 2) {
      assertThat(patience.rounds()).isEqualTo(16);
      patience.waited(LONG_NANOS, true);
    }

    assertThat(patience.rounds()).isZero();
  }

  @Test
  void waited_everySecondSearchInVain_soonSearchesNoMore() {
    for (int i = 0; i < 2 * Patience.CREDIT_MAX && patience.rounds() > 0; i++) {
      patience.waited(SHORT_NANOS, i % 2 == 0);
    }

    assertThat(patience.rounds()).isZero();
  }

  @Test
  void waited_foundWorkTwiceForEachInVain_searchesOn() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(patience.rounds()).isEqualTo(16);
      patience.waited(SHORT_NANOS, i % 3 == 0);
    }
  }

  @Test
  void waited_shortWithoutCredit_triesAgainForSomeWaits() {
    loseAllCredit();
    for (int i = 0; i < Patience.TRIAL; i++) {
      assertThat(patience.rounds()).isZero();
      patience.waited(SHORT_NANOS, true);
    }

    assertThat(patience.rounds()).isEqualTo(16);
    patience.waited(SHORT_NANOS, true);
    assertThat(patience.rounds()).isEqualTo(16);
    patience.waited(SHORT_NANOS, true);
    assertThat(patience.rounds()).isZero();
  }

  @Test
  void waited_longWithoutCredit_neverTries() {
    loseAllCredit();
    for (int i = 0; i < 1_000; i++) {
      patience.waited(LONG_NANOS, true);

      assertThat(patience.rounds()).isZero();
    }
  }

  @Test
  void waited_trialFindsWork_searchesOn() {
    loseAllCredit();
    for (int i = 0; i < Patience.TRIAL; i++) {
      patience.waited(SHORT_NANOS, true);
    }
    for (int i = 0; i < Patience.CREDIT_MAX; i++) {
      patience.waited(SHORT_NANOS, false);
    }
    patience.waited(SHORT_NANOS, true);

    assertThat(patience.rounds()).isEqualTo(16);
  }

  @Test
  void onceWoken_withoutCredit_spinsOnceAndYieldsTwice() {
    assertThat(patience.roundsOnceWoken()).isEqualTo(16);
    assertThat(patience.spinsIn(3)).isTrue();

    loseAllCredit();

    assertThat(patience.roundsOnceWoken()).isEqualTo(4 + 2);
    assertThat(patience.spinsIn(0)).isTrue();
    assertThat(patience.spinsIn(1)).isFalse();
  }

  @Test
  void onceWoken_fewRoundsInTheSettings_noMoreThanThose() {
    Patience hasty = new Patience(IdleSettings.DEFAULT.withParkRounds(5));
    loseAllCredit(hasty);

    assertThat(hasty.roundsOnceWoken()).isEqualTo(5);
  }

  @Test
  void waited_asLongAsTheSpinningOfTheSettings_wasNotInVain() {
    long spinNanos = Duration.ofMillis(5).toNanos();
    Patience spinning = new Patience(IdleSettings.DEFAULT.withSpinNanos(spinNanos));
    for (int i = 0; i < 100; i++) {
      spinning.waited(spinNanos, false);
    }
    assertThat(spinning.rounds()).isEqualTo(16);

    for (int i = 0; i < 100; i++) {
      spinning.waited(spinNanos + 1, false);
    }
    assertThat(spinning.rounds()).isZero();
  }

  @Test
  void idle_afterLongWaits_sleepsWithoutAYieldUntilWorkHasComeSoonAgain() {
    ManualClock clock = ManualClock.atZero();
    AtomicInteger yields = new AtomicInteger();
    WorkerHost host = WorkerHost.DEFAULT.withClock(clock).withYield(yields::incrementAndGet);
    PoolSettings settings = PoolSettings.defaults().withWorkers(1).withHost(host);
    try (WorkerPool pool = WorkerPool.start(settings)) {
      List<Integer> yieldsOfWaits = new ArrayList<>();
      int longWaits = 6;
      for (int i = 0; i <= longWaits + Patience.TRIAL; i++) {
        long parks = i + 1L;
        TestThreads.await("asleep", () -> pool.snapshot().parks() == parks && isAsleep(pool));
        yieldsOfWaits.add(yields.getAndSet(0));
        if (i < longWaits) {
          clock.advanceNanos(LONG_NANOS); // while it sleeps
        }
        pool.submit(TestTask.once(i, () -> {}));
      }

      assertThat(yieldsOfWaits.subList(0, 4)).containsOnly(12);
      assertThat(yieldsOfWaits.subList(4, longWaits + Patience.TRIAL)).containsOnly(0);
      assertThat(yieldsOfWaits.getLast()).isEqualTo(12);
    }
  }

  private void loseAllCredit() {
    loseAllCredit(patience);
  }

  private static void loseAllCredit(Patience patience) {
    for (int i = 0; i < Patience.CREDIT_MAX; i++) {
      patience.waited(Long.MAX_VALUE, true);
    }
    assertThat(patience.rounds()).isZero();
  }

  private static boolean isAsleep(WorkerPool pool) {
    return pool.snapshot().sleeping() == 1;
  }
}
