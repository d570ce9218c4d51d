package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/// The deque under every interleaving of an owner and thieves, with little room.
@Requirement({"W3", "W5"})
final class WorkDequeLincheckTest {
  /// What the checker calls: each of these is atomic.
  @Param(name = "id", gen = IntGen.class, conf = "1:9")
  public abstract static class Calls {
    private final WorkDeque deque;

    Calls(int capacity) {
      deque = new WorkDeque(capacity);
    }

    @Operation(nonParallelGroup = "owner")
    public boolean push(@Param(name = "id") int id) {
      return deque.push(TestTask.idle(id));
    }

    @Operation(nonParallelGroup = "owner")
    public int pop() {
      return id(deque.pop());
    }

    @Operation(nonParallelGroup = "owner")
    public void renew() {
      deque.renew();
    }

    @Operation
    public int steal() {
      return id(deque.steal());
    }

    private static int id(@Nullable Task task) {
      return task == null ? 0 : ((TestTask) task).id;
    }
  }

  /// Room for two.
  public static final class CallsOfTwo extends Calls {
    public CallsOfTwo() {
      super(2);
    }
  }

  /// Room for four.
  public static final class CallsOfFour extends Calls {
    public CallsOfFour() {
      super(4);
    }
  }

  /// The same on one thread, in the simplest way.
  public abstract static class Specification {
    private final ArrayDeque<Integer> tasks = new ArrayDeque<>();
    private final int capacity;

    Specification(int capacity) {
      this.capacity = capacity;
    }

    public boolean push(int id) {
      return tasks.size() < capacity && tasks.add(id);
    }

    public int pop() {
      return tasks.isEmpty() ? 0 : tasks.removeLast();
    }

    public void renew() {
      // nothing that can be seen
    }

    public int steal() {
      return tasks.isEmpty() ? 0 : tasks.removeFirst();
    }
  }

  /// Room for two.
  public static final class SpecificationOfTwo extends Specification {
    public SpecificationOfTwo() {
      super(2);
    }
  }

  /// Room for four.
  public static final class SpecificationOfFour extends Specification {
    public SpecificationOfFour() {
      super(4);
    }
  }

  /// Stealing half is several thefts, so it is not atomic. What holds is checked when all have
  /// ended: each task came out once, and whatever is pushed then comes out, too.
  public abstract static class Books {
    private static final int TASKS_MAX = 64;

    private final AtomicInteger pushed = new AtomicInteger();
    private final AtomicIntegerArray taken = new AtomicIntegerArray(TASKS_MAX);

    abstract boolean push(Task task);

    abstract @Nullable Task pop();

    abstract int stealHalf(@Nullable Task[] into);

    final void ownerPushes() {
      int id = pushed.get();
      if (push(TestTask.idle(id))) {
        pushed.incrementAndGet();
      }
    }

    final void ownerPops() {
      note(pop());
    }

    final void thiefTakesHalf() {
      @Nullable Task[] into = new @Nullable Task[4];
      int count = stealHalf(into);
      for (int i = 0; i < count; i++) {
        note(into[i]);
      }
    }

    private void note(@Nullable Task task) {
      if (task != null) {
        taken.incrementAndGet(((TestTask) task).id);
      }
    }

    final void balance() {
      ownerPushes();
      for (int i = 0; i <= pushed.get(); i++) {
        ownerPops();
      }
      for (int id = 0; id < pushed.get(); id++) {
        if (taken.get(id) != 1) {
          throw new IllegalStateException("task " + id + " came out " + taken.get(id) + " times");
        }
      }
    }
  }

  /// Owner and thieves in any order, with room for two or four.
  public abstract static class AnyOrder extends Books {
    private final WorkDeque deque;

    AnyOrder(int capacity) {
      deque = new WorkDeque(capacity);
    }

    @Override
    boolean push(Task task) {
      return deque.push(task);
    }

    @Override
    @Nullable Task pop() {
      return deque.pop();
    }

    @Override
    int stealHalf(@Nullable Task[] into) {
      return deque.stealHalf(into);
    }

    @Operation(nonParallelGroup = "owner")
    public void pushing() {
      ownerPushes();
    }

    @Operation(nonParallelGroup = "owner")
    public void popping() {
      ownerPops();
    }

    @Operation(nonParallelGroup = "owner")
    public void renewing() {
      deque.renew();
    }

    @Operation
    public void stealingHalf() {
      thiefTakesHalf();
    }

    @Validate
    public void check() {
      balance();
    }
  }

  /// Room for two.
  public static final class AnyOrderOfTwo extends AnyOrder {
    public AnyOrderOfTwo() {
      super(2);
    }
  }

  /// Room for four.
  public static final class AnyOrderOfFour extends AnyOrder {
    public AnyOrderOfFour() {
      super(4);
    }
  }

  /// The counterexample of W5: four tasks wait; a thief takes half while the owner pops three and
  /// pushes another.
  public static final class FourTasks extends Books {
    private final WorkDeque deque = new WorkDeque(8);

    public FourTasks() {
      for (int i = 0; i < 4; i++) {
        ownerPushes();
      }
    }

    @Override
    boolean push(Task task) {
      return deque.push(task);
    }

    @Override
    @Nullable Task pop() {
      return deque.pop();
    }

    @Override
    int stealHalf(@Nullable Task[] into) {
      return deque.stealHalf(into);
    }

    @Operation(nonParallelGroup = "owner", runOnce = true)
    public void poppingThreeAndPushing() {
      ownerPops();
      ownerPops();
      ownerPops();
      ownerPushes();
    }

    @Operation(nonParallelGroup = "thief", runOnce = true)
    public void stealingHalf() {
      thiefTakesHalf();
    }

    @Validate
    public void check() {
      balance();
    }
  }

  /// The same with the deque that is wrong.
  public static final class FourTasksByOneCas extends Books {
    private final BatchCasDeque deque = new BatchCasDeque();

    public FourTasksByOneCas() {
      for (int i = 0; i < 4; i++) {
        ownerPushes();
      }
    }

    @Override
    boolean push(Task task) {
      deque.push(task);
      return true;
    }

    @Override
    @Nullable Task pop() {
      return deque.pop();
    }

    @Override
    int stealHalf(@Nullable Task[] into) {
      return deque.stealHalf(into);
    }

    @Operation(nonParallelGroup = "owner", runOnce = true)
    public void poppingThreeAndPushing() {
      ownerPops();
      ownerPops();
      ownerPops();
      ownerPushes();
    }

    @Operation(nonParallelGroup = "thief", runOnce = true)
    public void stealingHalf() {
      thiefTakesHalf();
    }

    @Validate
    public void check() {
      balance();
    }
  }

  /// An empty deque gets a new ring and then a task, while a thief looks for one.
  public static final class NewRing extends Books {
    private final WorkDeque deque = new WorkDeque(2);

    @Override
    boolean push(Task task) {
      return deque.push(task);
    }

    @Override
    @Nullable Task pop() {
      return deque.pop();
    }

    @Override
    int stealHalf(@Nullable Task[] into) {
      into[0] = deque.steal();
      return 1;
    }

    @Operation(nonParallelGroup = "owner", runOnce = true)
    public void renewingAndPushing() {
      deque.renew();
      ownerPushes();
    }

    @Operation(nonParallelGroup = "thief", runOnce = true)
    public void stealing() {
      thiefTakesHalf();
    }

    @Validate
    public void check() {
      balance();
    }
  }

  private static ModelCheckingOptions modelChecking(int threads, int operations) {
    return new ModelCheckingOptions()
        .threads(threads)
        .actorsPerThread(operations)
        .actorsBefore(3)
        .actorsAfter(2)
        .iterations(15)
        .invocationsPerIteration(150);
  }

  @Test
  void deque_roomForTwoUnderTheModelChecker_isLinearizableAndLockFree() {
    modelChecking(3, 3)
        .sequentialSpecification(SpecificationOfTwo.class)
        .checkObstructionFreedom(true)
        .check(CallsOfTwo.class);
  }

  @Test
  void deque_roomForFourUnderTheModelChecker_isLinearizableAndLockFree() {
    modelChecking(3, 3)
        .sequentialSpecification(SpecificationOfFour.class)
        .checkObstructionFreedom(true)
        .check(CallsOfFour.class);
  }

  @Test
  void stealHalf_roomForTwoUnderTheModelChecker_balances() {
    modelChecking(3, 3).verifier(EpsilonVerifier.class).check(AnyOrderOfTwo.class);
  }

  @Test
  void stealHalf_roomForFourUnderTheModelChecker_balances() {
    modelChecking(3, 3).verifier(EpsilonVerifier.class).check(AnyOrderOfFour.class);
  }

  private static void checkOneEach(Class<?> calls) {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(2)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(0)
        .iterations(4)
        .invocationsPerIteration(1_000)
        .check(calls);
  }

  @Test
  void stealHalf_fourTasksWhileOwnerPopsThree_balances() {
    checkOneEach(FourTasks.class);
  }

  @Test
  void steal_whileTheRingIsMadeAnew_balances() {
    checkOneEach(NewRing.class);
  }

  @Test
  void stealHalf_fourTasksByOneCas_isCaught() {
    assertThatThrownBy(() -> checkOneEach(FourTasksByOneCas.class))
        .hasMessageContaining("came out");
  }
}
