package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The global queue with real threads: two produce, two consume by turns.
@Requirement("W4")
final class GlobalQueueStressTest {
  private static final int TASKS_EACH = 200_000;
  private static final int PRODUCERS = 2;

  private final GlobalQueue queue = new GlobalQueue();
  private final AtomicIntegerArray taken = new AtomicIntegerArray(PRODUCERS * TASKS_EACH);
  private final AtomicInteger takenCount = new AtomicInteger();

  /// The last task of each producer that was seen. Used where one thread consumes.
  private final int[] lastOf = {-1, -1};

  private void produce(int producer) {
    for (int i = 0; i < TASKS_EACH; i++) {
      if (!queue.offer(TestTask.idle(producer * TASKS_EACH + i))) {
        throw new AssertionError("refused");
      }
    }
  }

  private void consume(boolean alone) {
    @Nullable Task[] into = new @Nullable Task[17];
    while (takenCount.get() < PRODUCERS * TASKS_EACH) {
      int count = queue.take(into, into.length);
      for (int i = 0; i < count; i++) {
        note(into[i], alone);
      }
      takenCount.addAndGet(count);
    }
  }

  private void note(@Nullable Task task, boolean alone) {
    if (!(task instanceof TestTask noted)) {
      throw new AssertionError("no task");
    }
    taken.incrementAndGet(noted.id);
    if (alone) {
      int producer = noted.id / TASKS_EACH;
      if (noted.id <= lastOf[producer]) {
        throw new AssertionError(noted + " came after " + lastOf[producer]);
      }
      lastOf[producer] = noted.id;
    }
  }

  private void run(int consumers) throws InterruptedException {
    TestThreads threads = new TestThreads().with(() -> produce(0)).with(() -> produce(1));
    for (int i = 0; i < consumers; i++) {
      threads.with(() -> consume(consumers == 1));
    }
    threads.run();

    for (int id = 0; id < PRODUCERS * TASKS_EACH; id++) {
      assertThat(taken.get(id)).as("task " + id).isEqualTo(1);
    }
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void take_twoProducersOneConsumer_eachProducersTasksInOrder() throws InterruptedException {
    run(1);
  }

  @Test
  void take_twoProducersTwoConsumers_eachTaskComesOnce() throws InterruptedException {
    run(2);
  }
}
