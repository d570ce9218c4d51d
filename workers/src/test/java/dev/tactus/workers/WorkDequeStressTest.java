package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The deque with real threads: the owner pushes and pops and makes the ring anew now and then, two
/// thieves take half.
@Requirement({"W3", "W5"})
final class WorkDequeStressTest {
  private static final int TASKS = 400_000;

  /// How long the tight loops run: where owner and thief have a processor each, a round takes many
  /// times as long as where they share one.
  private static final long TIGHT_NANOS = 1_500_000_000;

  private final AtomicIntegerArray taken = new AtomicIntegerArray(TASKS);
  private volatile boolean ended;

  private void note(@Nullable Task task) {
    if (task != null) {
      taken.incrementAndGet(((TestTask) task).id);
    }
  }

  private void own(WorkDeque deque) {
    int next = 0;
    while (next < TASKS) {
      // As many pops as pushes now and then, so that owner and thieves meet over the last task.
      int pushes = 1 + next % 5;
      for (int i = 0; i < pushes && next < TASKS; i++) {
        if (deque.push(TestTask.idle(next))) {
          next++;
        }
      }
      for (int i = 0; i < pushes; i++) {
        note(deque.pop());
      }
      if (next % 7 == 0) {
        deque.renew();
      }
    }
    ended = true;
    for (Task task = deque.pop(); task != null; task = deque.pop()) {
      note(task);
    }
  }

  private void steal(WorkDeque deque) {
    @Nullable Task[] into = new @Nullable Task[4];
    while (!ended) {
      int count = deque.stealHalf(into);
      for (int i = 0; i < count; i++) {
        note(into[i]);
      }
    }
  }

  /// Nothing but the deque in the loops, and a few tasks over and over, so that owner and thieves
  /// meet within a few nanoseconds of each other: this is where a missing fence shows.
  @Test
  void popAndSteal_tightLoops_asManyComeOutAsGoIn() throws InterruptedException {
    WorkDeque deque = new WorkDeque(4);
    long[] counts = new long[2];
    new TestThreads()
        .with(() -> counts[0] = ownTightly(deque))
        .with(() -> counts[1] = stealTightly(deque))
        .run();

    assertThat(counts[0] + counts[1]).isZero();
    assertThat(deque.size()).isZero();
  }

  /// Pushes and pops up to three tasks at a time, for a while.
  ///
  /// @return how many more went in than came out
  private long ownTightly(WorkDeque deque) {
    TestTask task = TestTask.idle(0);
    long balance = 0;
    long since = System.nanoTime();
    for (int i = 0; i % 1_000 != 0 || System.nanoTime() - since < TIGHT_NANOS; i++) {
      for (int n = 0; n <= i % 3; n++) {
        balance += deque.push(task) ? 1 : 0;
      }
      if (i % 11 == 0) {
        deque.renew();
      }
      for (int n = 0; n <= i % 3; n++) {
        balance -= deque.pop() == null ? 0 : 1;
      }
    }
    while (deque.pop() != null) {
      balance--;
    }
    ended = true;
    return balance;
  }

  private long stealTightly(WorkDeque deque) {
    long balance = 0;
    while (!ended) {
      balance -= deque.steal() == null ? 0 : 1;
    }
    return balance;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 256})
  void pushPopAndSteal_threeThreads_eachTaskComesOnce(int capacity) throws InterruptedException {
    WorkDeque deque = new WorkDeque(capacity);

    new TestThreads()
        .with(() -> own(deque))
        .with(() -> steal(deque))
        .with(() -> steal(deque))
        .run();

    int wrong = 0;
    for (int id = 0; id < TASKS; id++) {
      wrong += taken.get(id) == 1 ? 0 : 1;
    }
    assertThat(wrong).as("tasks that did not come out once").isZero();
    assertThat(deque.size()).isZero();
  }
}
