package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A task from outside, given to the sleeper that is woken for it.
@Requirement({"W6", "W10"})
final class HandOverTest {
  private final List<Parker> unparked = new ArrayList<>();

  private final Crew crew =
      new Crew(
          PoolSettings.defaults()
              .withWorkers(2)
              .withHost(
                  new WorkerHost(Thread::new, NotedParker::new, ManualClock.atZero(), () -> {})));
  private final Worker first = crew.worker(0);
  private final Worker second = crew.worker(1);
  private final Task task = TestTask.idle(1);
  private Crew submittedTo = crew;

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
  }

  @Test
  void submit_allAsleep_givesTheTaskToTheOneThatIsWoken() {
    allFallAsleep();

    assertThat(crew.submit(null, task)).isTrue();

    assertThat(unparked).containsExactly(second.parker);
    assertThat(second.isAsleep()).isFalse();
    assertThat(second.handed).isSameAs(task);
    assertThat(crew.global.isEmpty()).isTrue();
    assertThat(crew.isQuiet()).isFalse();
  }

  @Test
  void submit_somethingWaitsInTheGlobalQueue_goesBehindIt() {
    Task older = TestTask.idle(2);
    assertThat(crew.submit(null, older)).isTrue(); // while nobody sleeps
    for (Worker worker : List.of(first, second)) {
      worker.asleep = true;
      boolean unused = crew.idle.announce(worker.number, false);
    }

    assertThat(crew.submit(null, task)).isTrue();

    assertThat(second.isAsleep()).isFalse();
    assertThat(second.handed).isNull();
    assertThat(crew.global.length()).isEqualTo(2);
  }

  @Test
  void takeHanded_wokenWithATask_leavesNothingBehind() {
    first.fallAsleep(false);
    second.fallAsleep(false);
    assertThat(crew.submit(null, task)).isTrue();

    assertThat(second.takeHanded()).isSameAs(task);
    crew.foundWork(second, true);

    assertThat(second.hasWaiting()).isFalse();
    assertThat(crew.idle.searching()).isZero();
  }

  @Test
  void submit_oneIsAwake_leavesTheTaskToWhoComesFirst() {
    second.fallAsleep(false);

    assertThat(crew.submit(null, task)).isTrue();

    assertThat(second.isAsleep()).isFalse();
    assertThat(second.handed).isNull();
    assertThat(first.next()).isSameAs(task);
  }

  @Test
  void submit_queuedAlready_leavesTheSleepersAsTheyAre() {
    assertThat(crew.submit(null, task)).isTrue();
    assertThat(crew.global.take(new Task[1], 1)).isEqualTo(1);
    allFallAsleep();

    assertThatThrownBy(() -> crew.submit(null, task)).isInstanceOf(AssertionError.class);

    assertThat(crew.idle.sleeping()).isEqualTo(2);
    assertThat(crew.idle.searching()).isZero();
  }

  @Test
  void search_theWokenOneDoesNotCome_anotherTakesItsTask() {
    allFallAsleep();
    assertThat(crew.submit(null, task)).isTrue();

    assertThat(first.thief.search(false)).isSameAs(task);

    assertThat(second.handed).isNull();
    assertThat(first.counters.fromGlobal).isEqualTo(1);
  }

  @Test
  void findWork_wokenWhileItFellAsleep_findsTheTaskThatItWasGiven() {
    // Who parks is asleep; the model of that is a parker that submits instead of waiting.
    List<Boolean> accepted = new ArrayList<>();
    Crew single =
        new Crew(
            PoolSettings.defaults()
                .withWorkers(1)
                .withIdle(new IdleSettings(1, 2, 0, 1, 1, 1_000))
                .withHost(
                    new WorkerHost(
                        Thread::new,
                        () -> new SubmittingParker(accepted),
                        ManualClock.atZero(),
                        () -> {})));
    submittedTo = single;
    WorkerLoop loop =
        new WorkerLoop(single.worker(0), single, new Patience(single.settings.idle()), () -> {});

    assertThat(loop.findWork()).isSameAs(task);

    assertThat(accepted).containsExactly(true);
    assertThat(single.idle.searching()).isZero();
    assertThat(single.worker(0).counters.fromGlobal).isEqualTo(1);
  }

  private final class SubmittingParker implements Parker {
    private final List<Boolean> accepted;

    SubmittingParker(List<Boolean> accepted) {
      this.accepted = accepted;
    }

    @Override
    public boolean park(long nanos) {
      accepted.add(submittedTo.submit(null, task));
      return false;
    }

    @Override
    public void unpark() {}
  }

  @Test
  void submit_closedWhileAllSleep_isRefusedAndNobodyKeepsIt() {
    allFallAsleep();
    crew.close(() -> {});

    assertThat(crew.submit(null, task)).isFalse();

    assertThat(second.handed).isNull();
    assertThat(task.enters()).as("it waits nowhere").isTrue();
    assertThat(unparked).as("nobody is woken for what is refused").isEmpty();
    assertThat(crew.isQuiet()).isTrue();
  }

  @Test
  void takeAll_givenToAWorkerThatWasStopped_isAmongWhatIsLeft() {
    allFallAsleep();
    assertThat(crew.submit(null, task)).isTrue();
    crew.close(() -> {});
    crew.stop();

    assertThat(crew.takeAll()).containsExactly(task);
  }

  @Test
  void waiting_givenATask_countsIt() {
    allFallAsleep();
    assertThat(crew.submit(null, task)).isTrue();

    assertThat(second.hasWaiting()).isTrue();
    assertThat(second.waiting()).isEqualTo(1);
  }
}
