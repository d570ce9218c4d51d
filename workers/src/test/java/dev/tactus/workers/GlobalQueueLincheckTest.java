package dev.tactus.workers;

import dev.tactus.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The global queue under every interleaving of producers, consumers and the closing.
@Requirement({"W4", "W10"})
final class GlobalQueueLincheckTest {
  private static int takeOne(GlobalQueue queue) {
    @Nullable Task[] into = new @Nullable Task[1];
    while (true) {
      if (queue.take(into, 1) == 1) {
        return into[0] instanceof TestTask task ? task.id : -1;
      }
      if (queue.isEmpty()) {
        return 0;
      }
    }
  }

  /// What the checker calls.
  @Param(name = "id", gen = IntGen.class, conf = "1:9")
  public static final class Calls {
    private final GlobalQueue queue = new GlobalQueue();

    @Operation
    public boolean offer(@Param(name = "id") int id) {
      return queue.offer(TestTask.idle(id));
    }

    @Operation
    public void push(@Param(name = "id") int id) {
      queue.push(TestTask.idle(id));
    }

    @Operation
    public void pushTwo(@Param(name = "id") int id) {
      queue.pushAll(new Task[] {TestTask.idle(id), TestTask.idle(id + 10)}, 2);
    }

    /// A take may come back with nothing although something is there: while another consumes, or a
    /// producer is between its steps. The counters then say that the queue is not empty, and a
    /// worker comes again, as this does.
    @Operation
    public int take() {
      return takeOne(queue);
    }
  }

  /// The same on one thread, in the simplest way.
  public static final class Specification {
    private final ArrayDeque<Integer> tasks = new ArrayDeque<>();

    public boolean offer(int id) {
      return tasks.add(id);
    }

    public void push(int id) {
      tasks.add(id);
    }

    public void pushTwo(int id) {
      tasks.add(id);
      tasks.add(id + 10);
    }

    public int take() {
      return tasks.isEmpty() ? 0 : tasks.removeFirst();
    }
  }

  /// What is accepted is decided at another point than the order, so closing is checked by the
  /// books: what was accepted comes out once, and nothing is accepted after the closing.
  public static final class Closing {
    private static final int TASKS_MAX = 32;

    private final GlobalQueue queue = new GlobalQueue();
    private final AtomicInteger ids = new AtomicInteger();
    private final AtomicIntegerArray balance = new AtomicIntegerArray(TASKS_MAX);
    private volatile boolean closed;

    @Operation
    public void offer() {
      boolean isLate = closed;
      int id = ids.incrementAndGet();
      if (queue.offer(TestTask.idle(id))) {
        require(!isLate, "accepted after the closing");
        balance.incrementAndGet(id);
      }
    }

    @Operation
    public void push() {
      int id = ids.incrementAndGet();
      queue.push(TestTask.idle(id));
      balance.incrementAndGet(id);
    }

    @Operation
    public void take() {
      balance.decrementAndGet(takeOne(queue));
    }

    @Operation(runOnce = true)
    public void close() {
      queue.close();
      closed = true;
    }

    @Validate
    public void check() {
      for (int i = 0; i < TASKS_MAX; i++) {
        take();
      }
      require(queue.length() == 0, "the length is not zero at the end");
      for (int id = 1; id < TASKS_MAX; id++) {
        require(balance.get(id) == 0, "a task was lost or came twice");
      }
    }

    private static void require(boolean holds, String claim) {
      if (!holds) {
        throw new IllegalStateException(claim);
      }
    }
  }

  private static ModelCheckingOptions modelChecking() {
    return new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(2)
        .iterations(15)
        .invocationsPerIteration(100);
  }

  @Test
  void queue_underTheModelChecker_isLinearizable() {
    modelChecking().sequentialSpecification(Specification.class).check(Calls.class);
  }

  @Test
  void close_underTheModelChecker_whatIsAcceptedComesOut() {
    modelChecking().verifier(EpsilonVerifier.class).check(Closing.class);
  }
}
