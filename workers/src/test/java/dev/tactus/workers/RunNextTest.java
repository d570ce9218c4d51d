package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who gets the task in the slot of a worker, and when.
@Requirement({"W2", "W3"})
final class RunNextTest {
  /// How long the tight loops run.
  private static final long TIGHT_NANOS = 1_500_000_000;

  private final Crew crew = new Crew(PoolSettings.defaults().withWorkers(1));
  private final Worker worker = crew.worker(0);
  private final TestTask task = TestTask.idle(1);
  private final AtomicInteger step = new AtomicInteger();
  private volatile boolean ended;

  @Test
  void stealNext_duringATurn_takesTheTask() {
    worker.takeBack();
    worker.push(task);

    assertThat(worker.stealNext()).isSameAs(task);
    assertThat(worker.takeNext()).isNull();
  }

  @Test
  void stealNext_endAnnounced_leavesTheTaskToItsOwner() {
    worker.push(task);
    worker.announce();

    assertThat(worker.stealNext()).isNull();
    assertThat(worker.takeNext()).isSameAs(task);
    assertThat(worker.takeNext()).isNull();
  }

  @Test
  void stealNext_endTakenBack_takesTheTask() {
    worker.push(task);
    worker.announce();
    worker.takeBack();

    assertThat(worker.stealNext()).isSameAs(task);
  }

  @Test
  void renewSlot_withATask_keepsIt() {
    worker.push(task);

    worker.renewSlot();

    assertThat(worker.isNextEmpty()).isFalse();
    assertThat(worker.takeNext()).isSameAs(task);
    assertThat(worker.isNextEmpty()).isTrue();
  }

  @Test
  @Requirement("W9")
  void renewSlot_atTheEndOfTheStack_keepsTheTask() throws InterruptedException {
    worker.push(task);
    for (int i = 0; i < 200; i++) {
      if (i % 2 == 0) {
        worker.announce(); // then what is called on the way is not the same
      } else {
        worker.takeBack();
      }
      int renewed =
          StackEnd.attempt(
              () -> {
                worker.renewSlot();
                return true;
              });

      assertThat(renewed).isPositive();
      assertThat(worker.isNextEmpty()).as("run " + i).isFalse();
    }
    assertThat(worker.takeNext()).isSameAs(task);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2, Long.MAX_VALUE - 5_000_000})
  void next_tenMillisecondsAfterTheStart_makesSlotAndRingAnew(long origin) {
    ManualClock clock = ManualClock.at(origin);
    Crew young =
        new Crew(
            PoolSettings.defaults().withWorkers(1).withHost(WorkerHost.DEFAULT.withClock(clock)));
    Worker renewing = young.worker(0);
    NextSlot slot = renewing.slot;
    @Nullable Task[] first = renewing.deque.ring;

    clock.advanceNanos(9_999_999);
    look(renewing);
    assertThat(renewing.slot).isSameAs(slot);
    assertThat(renewing.deque.ring).isSameAs(first);

    clock.advanceNanos(1);
    look(renewing);
    assertThat(renewing.slot).isNotSameAs(slot);
    assertThat(renewing.deque.ring).isNotSameAs(first);
  }

  private static void look(Worker worker) {
    worker.lookAtTurn = worker.turns();
    assertThat(worker.next()).isNull();
  }

  @Test
  void run_turnThatThrowsWhereItWasToEnd_isNoEnd() {
    TestTask throwing =
        TestTask.once(
            2,
            () -> {
              worker.push(task);
              worker.announce();
              throw new StackOverflowError("for a test");
            });
    assertThat(crew.submit(worker, throwing)).isTrue();
    Task next = worker.takeNext();
    assertThat(next).isSameAs(throwing);

    worker.run(throwing);

    assertThat(worker.stealNext()).isSameAs(task);
  }

  @Test
  @Requirement("W9")
  void push_whereTheStackEnds_eachTaskIsInOnce() throws InterruptedException {
    for (int round = 0; round < 200; round++) {
      Worker steep = new Crew(PoolSettings.defaults().withWorkers(1)).worker(0);
      List<Task> pushed = new ArrayList<>(200);
      int accepted =
          StackEnd.attempt(
              () -> {
                TestTask made = TestTask.idle(pushed.size());
                pushed.add(made);
                steep.push(made);
                return true;
              });
      assertThat(accepted).isPositive();

      List<Task> taken = new ArrayList<>();
      for (Task next = steep.next(); next != null; next = steep.next()) {
        taken.add(next);
      }
      assertThat(taken).doesNotHaveDuplicates().isSubsetOf(pushed);
      assertThat(taken).hasSizeGreaterThanOrEqualTo(accepted);
    }
  }

  /// Nothing but the slot in the loops, so that owner and thief meet within a few nanoseconds of
  /// each other: this is where a missing fence shows.
  @Test
  void takeNextAndStealNext_tightLoops_asManyComeOutAsGoIn() throws InterruptedException {
    long[] counts = new long[2];
    new TestThreads()
        .with(() -> counts[0] = ownTightly())
        .with(() -> counts[1] = stealTightly())
        .run();

    assertThat(counts[0] + counts[1]).isZero();
    assertThat(counts[1]).as("thefts").isNegative();
    assertThat(worker.takeNext()).isNull();
  }

  /// Makes the task ready in each turn that finds none, ends most turns by an atomic step, and
  /// makes the slot anew after some.
  ///
  /// @return how often it went in more than it came out
  private long ownTightly() {
    long balance = 0;
    long since = System.nanoTime();
    for (int i = 0; i % 1_000 != 0 || System.nanoTime() - since < TIGHT_NANOS; i++) {
      worker.takeBack();
      balance += worker.tryPutNext(task) ? 1 : 0;
      if (i % 7 != 0) {
        worker.announce();
        assertThat(step.compareAndSet(i, i + 1)).isTrue();
      } else {
        step.setPlain(i + 1);
      }
      if (i % 5 == 0) {
        worker.renewSlot();
      }
      balance -= worker.takeNext() == null ? 0 : 1;
    }
    worker.takeBack();
    ended = true;
    return balance;
  }

  private long stealTightly() {
    long balance = 0;
    while (!ended) {
      @Nullable Task stolen = worker.stealNext();
      balance -= stolen == null ? 0 : 1;
    }
    return balance;
  }
}
