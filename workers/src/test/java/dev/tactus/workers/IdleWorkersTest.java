package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import org.junit.jupiter.api.Test;

/// The word of searchers and sleepers on one thread.
@Requirement("W6")
final class IdleWorkersTest {
  private final IdleWorkers idle = new IdleWorkers(4, 2);

  @Test
  void tryBeginSearch_limitReached_refused() {
    assertThat(idle.tryBeginSearch()).isTrue();
    assertThat(idle.tryBeginSearch()).isTrue();
    assertThat(idle.tryBeginSearch()).isFalse();
    assertThat(idle.searching()).isEqualTo(2);
  }

  @Test
  void endSearch_lastSearcher_saysSo() {
    assertThat(idle.tryBeginSearch()).isTrue();
    assertThat(idle.tryBeginSearch()).isTrue();

    assertThat(idle.endSearch()).isFalse();
    assertThat(idle.endSearch()).isTrue();
    assertThat(idle.searching()).isZero();
  }

  @Test
  void wakeOne_severalSleepers_lastComeFirst() {
    assertThat(idle.announce(2, false)).as("first of the sleepers").isTrue();
    assertThat(idle.announce(0, false)).isFalse();

    assertThat(idle.wakeOne()).isEqualTo(0);
    assertThat(idle.endSearch()).isTrue();
    assertThat(idle.wakeOne()).isEqualTo(2);
    assertThat(idle.sleeping()).isZero();
  }

  @Test
  void wakeOne_somebodySearches_wakesNobody() {
    idle.announce(1, false);
    idle.announce(3, false);

    assertThat(idle.isWakeUseful()).isTrue();
    assertThat(idle.wakeOne()).isEqualTo(3);
    assertThat(idle.isWakeUseful()).as("a woken worker counts as searching").isFalse();
    assertThat(idle.wakeOne()).isEqualTo(IdleWorkers.NOBODY);
    assertThat(idle.wakeAny()).isEqualTo(1);
    assertThat(idle.wakeAny()).isEqualTo(IdleWorkers.NOBODY);
    assertThat(idle.searching()).isEqualTo(2);
  }

  @Test
  void wakeOne_nobodySleeps_wakesNobody() {
    assertThat(idle.isWakeUseful()).isFalse();
    assertThat(idle.wakeOne()).isEqualTo(IdleWorkers.NOBODY);
  }

  @Test
  void announce_searcher_searchesNoMore() {
    assertThat(idle.tryBeginSearch()).isTrue();
    idle.announce(1, true);

    assertThat(idle.searching()).isZero();
    assertThat(idle.sleeping()).isEqualTo(1);
  }

  @Test
  void word_asManyWorkersAsFit_countsStayApart() {
    IdleWorkers many = new IdleWorkers(IdleWorkers.WORKERS_MAX, IdleWorkers.WORKERS_MAX);
    for (int i = 0; i < IdleWorkers.WORKERS_MAX; i++) {
      many.announce(i, false);
    }
    assertThat(many.sleeping()).isEqualTo(IdleWorkers.WORKERS_MAX);
    for (int i = IdleWorkers.WORKERS_MAX - 1; i >= 0; i--) {
      assertThat(many.wakeAny()).isEqualTo(i);
    }
    assertThat(many.searching()).isEqualTo(IdleWorkers.WORKERS_MAX);
    assertThat(many.sleeping()).isZero();
  }
}
