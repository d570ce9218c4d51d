package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A worker that was woken, but is not given a core.
@Requirement("W6")
final class OverdueTest {
  private final List<Parker> unparked = new ArrayList<>();
  private final ManualClock clock = ManualClock.at(1_000);

  private final Crew crew = crewOf(3);
  private final Worker first = crew.worker(0);
  private final Worker second = crew.worker(1);
  private final Worker third = crew.worker(2);
  private int tasks;

  private Crew crewOf(int workers) {
    return new Crew(
        PoolSettings.defaults()
            .withWorkers(workers)
            .withHost(new WorkerHost(Thread::new, NotedParker::new, clock, () -> {})));
  }

  private final class NotedParker implements Parker {
    @Override
    public boolean park(long nanos) {
      throw new IllegalStateException("nobody was to wait");
    }

    @Override
    public void unpark() {
      unparked.add(this);
    }
  }

  private void allFallAsleep() {
    first.fallAsleep(false);
    second.fallAsleep(false);
    third.fallAsleep(false);
  }

  private void submitAfter(long nanos) {
    clock.advanceNanos(nanos);
    tasks++;
    assertThat(crew.submit(null, TestTask.idle(tasks))).isTrue();
  }

  @Test
  void submit_oneWasWokenAMomentAgo_isLeftToIt() {
    allFallAsleep();
    submitAfter(0);

    submitAfter(IdleWorkers.OVERDUE_NANOS);

    assertThat(unparked).containsExactly(third.parker);
  }

  @Test
  void submit_oneWasWokenAndHasNotCome_wakesAnotherEachTime() {
    allFallAsleep();
    submitAfter(0);

    submitAfter(IdleWorkers.OVERDUE_NANOS + 1);
    assertThat(unparked).containsExactly(third.parker, second.parker);

    submitAfter(IdleWorkers.OVERDUE_NANOS);
    assertThat(unparked).hasSize(2);

    submitAfter(1);
    assertThat(unparked).containsExactly(third.parker, second.parker, first.parker);
  }

  @Test
  void submit_oneHasComeAndSearches_isLeftToIt() {
    allFallAsleep();
    submitAfter(0);
    crew.arrived(third);

    submitAfter(10 * IdleWorkers.OVERDUE_NANOS);

    assertThat(unparked).containsExactly(third.parker);
  }

  @Test
  void submit_secondHasComeAndTheFirstHasNot_wakesTheThird() {
    allFallAsleep();
    submitAfter(0);
    submitAfter(IdleWorkers.OVERDUE_NANOS + 1);
    crew.arrived(second);
    crew.foundWork(second, true); // and is in a long turn from now on

    submitAfter(IdleWorkers.OVERDUE_NANOS);
    assertThat(unparked).as("the first has a new mark").hasSize(2);

    submitAfter(1);
    assertThat(unparked).containsExactly(third.parker, second.parker, first.parker);
  }

  @Test
  void submit_oneHasComeBesideOneThatSearchesByItself_isLeftToThat() {
    Crew four = crewOf(4);
    for (int i = 1; i < 4; i++) {
      four.worker(i).fallAsleep(false);
    }
    assertThat(four.submit(null, TestTask.idle(1))).isTrue();
    assertThat(four.idle.tryBeginSearch()).as("the one that is awake").isTrue();
    four.arrived(four.worker(3));
    four.foundWork(four.worker(3), true);
    clock.advanceNanos(10 * IdleWorkers.OVERDUE_NANOS);

    assertThat(four.submit(null, TestTask.idle(2))).isTrue();

    assertThat(unparked).as("nobody is awaited").containsExactly(four.worker(3).parker);
  }

  @Test
  void search_oneWasWokenForATaskAndHasNotCome_takesTheTask() {
    allFallAsleep();
    submitAfter(0);
    assertThat(third.handed).isNotNull();
    submitAfter(IdleWorkers.OVERDUE_NANOS + 1);

    Task fromGlobal = second.thief.search(false);
    Task handed = second.thief.search(false);

    assertThat(fromGlobal).hasToString("task 2");
    assertThat(handed).hasToString("task 1");
    assertThat(third.handed).isNull();
  }

  @Test
  void push_manyTasksWhileOneIsOverdue_wakesAnother() {
    second.fallAsleep(false);
    third.fallAsleep(false);
    submitAfter(0);
    clock.advanceNanos(IdleWorkers.OVERDUE_NANOS + 1);

    for (int i = 0; i < 100; i++) {
      first.push(TestTask.idle(-i));
    }

    assertThat(unparked).containsExactly(third.parker, second.parker);
  }

  @Test
  void mark_ofAnyReading_isNotTheMarkForNobody() {
    assertThat(IdleWorkers.mark(0)).isNotZero();
    assertThat(IdleWorkers.mark(-7)).isEqualTo(-7);
  }
}
