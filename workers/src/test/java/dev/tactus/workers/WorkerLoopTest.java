package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a worker does that was woken and finds nothing, by how patient it is.
@Requirement("W6")
final class WorkerLoopTest {
  private final List<Integer> yieldsBeforeSleeps = new ArrayList<>();
  private int yields;

  private final Crew crew =
      new Crew(
          PoolSettings.defaults()
              .withWorkers(2)
              .withHost(
                  new WorkerHost(
                      Thread::new, WakingParker::new, ManualClock.atZero(), () -> yields++)));

  private final Patience patience = new Patience(crew.settings.idle());
  private final WorkerLoop loop = new WorkerLoop(crew.worker(0), crew, patience, () -> {});
  private final Task task = TestTask.idle(1);

  @Test
  void woken_inVainWithCredit_searchesAsLongAsBefore() {
    assertThat(loop.findWork()).isSameAs(task);

    assertThat(yieldsBeforeSleeps).containsExactly(12, 12);
  }

  @Test
  void woken_inVainWithoutCredit_yieldsTwiceAndSleepsAgain() {
    while (patience.rounds() > 0) {
      patience.waited(Long.MAX_VALUE, true);
    }

    assertThat(loop.findWork()).isSameAs(task);

    assertThat(yieldsBeforeSleeps).containsExactly(0, 2);
  }

  @Test
  void findWork_foundInItsSleepAgainAndAgain_stopsSearchingBefore() {
    for (int i = 0; i < Patience.CREDIT_MAX / 2; i++) {
      yieldsBeforeSleeps.clear();
      Task found = loop.findWork();

      assertThat(found).isSameAs(task);
      assertThat(task.leaves()).isTrue();
      assertThat(yieldsBeforeSleeps).containsExactly(12, 12);
    }
    yieldsBeforeSleeps.clear();

    assertThat(loop.findWork()).isSameAs(task);

    assertThat(yieldsBeforeSleeps).containsExactly(0, 2);
  }

  @Test
  @Requirement({"W9", "W10"})
  void run_tasksStrandedAtTheEnd_areLeftToTheShutdown() {
    crew.close(() -> {});
    crew.stop();
    assertThat(task.enters()).isTrue();
    crew.worker(0).stranded.newest = task;
    crew.worker(0).stranded.isAny = true;

    loop.run();

    assertThat(crew.takeAll()).containsExactly(task);
  }

  @Test
  void runStretch_aTaskThatIsNeverDone_returnsAndGoesOnWithTheNext() {
    AtomicInteger turns = new AtomicInteger();
    Task endless = TestTask.repeating(2, () -> turns.incrementAndGet() > 0);
    assertThat(crew.submit(null, endless)).isTrue();

    loop.runStretch(crew.worker(0), crew);
    assertThat(turns).hasValue(WorkerLoop.STRETCH);

    loop.runStretch(crew.worker(0), crew);
    assertThat(turns).hasValue(2 * WorkerLoop.STRETCH);
  }

  @Test
  @Requirement({"W3", "W9"})
  void run_errorBetweenTwoTurns_leavesTheSlotToThieves() {
    FailingClock clock = new FailingClock();
    Crew failing =
        new Crew(
            PoolSettings.defaults().withWorkers(1).withHost(WorkerHost.DEFAULT.withClock(clock)));
    Worker worker = failing.worker(0);
    TestTask last =
        TestTask.once(
            2,
            () -> {
              worker.push(task);
              worker.announce();
              clock.failure = new StackOverflowError("for a test");
            });
    assertThat(failing.submit(null, last)).isTrue();
    Patience untired = new Patience(failing.settings.idle());
    WorkerLoop loop = new WorkerLoop(worker, failing, untired, () -> clock.failure = null);

    assertThatThrownBy(loop::run).hasMessage("for a test");

    assertThat(worker.stealNext()).isSameAs(task);
  }

  private static final class FailingClock implements Clock {
    private @Nullable Error failure;

    @Override
    public long nanos() {
      if (failure != null) {
        throw failure;
      }
      return 0;
    }

    @Override
    public ClockKind kind() {
      return ClockKind.DETERMINISTIC;
    }
  }

  /// Wakes the sleeper at once, the second time with a task.
  private final class WakingParker implements Parker {
    @Override
    public boolean park(long nanos) {
      yieldsBeforeSleeps.add(yields);
      yields = 0;
      if (yieldsBeforeSleeps.size() == 1) {
        crew.wakeIfUseful(null);
      } else {
        assertThat(crew.submit(null, task)).isTrue();
      }
      return false;
    }

    @Override
    public void unpark() {
      // it sleeps in park() only, and has returned from there
    }
  }
}
