package dev.tactus.time.wheel;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/// Every interleaving of pushes and drains looks like one of them after another.
@Requirement({"S1.4", "S4.1"})
final class ReturnsLincheckTest {
  /// What the model checker calls.
  @Param(name = "id", gen = IntGen.class, conf = "1:9")
  public static final class Calls {
    private final Returns returns = new Returns();

    @Operation
    public void push(@Param(name = "id") int id) {
      returns.push(TestEntry.once(id, 10));
    }

    @Operation(nonParallelGroup = "owner")
    public boolean isEmpty() {
      return returns.isEmpty();
    }

    @Operation(nonParallelGroup = "owner")
    public List<Long> drain() {
      List<Long> drained = new ArrayList<>();
      returns.drain(e -> drained.add(e.order));
      return drained;
    }

    /// The newest first, which is the order in which it takes them from the stack.
    @Operation(nonParallelGroup = "owner")
    public List<Long> drainInAnyOrder() {
      List<Long> drained = new ArrayList<>();
      returns.drainInAnyOrder(e -> drained.add(e.order));
      return drained;
    }
  }

  /// The same on one thread, in the simplest way.
  public static final class Specification {
    private final List<Long> waiting = new ArrayList<>();

    public void push(int id) {
      waiting.add((long) id);
    }

    public boolean isEmpty() {
      return waiting.isEmpty();
    }

    public List<Long> drain() {
      List<Long> drained = new ArrayList<>(waiting);
      waiting.clear();
      return drained;
    }

    public List<Long> drainInAnyOrder() {
      return drain().reversed();
    }
  }

  @Test
  void returns_underTheModelChecker_areLinearizableAndLockFree() {
    new ModelCheckingOptions()
        .sequentialSpecification(Specification.class)
        .threads(2)
        .actorsPerThread(3)
        .iterations(12)
        .invocationsPerIteration(120)
        .checkObstructionFreedom(true)
        .check(Calls.class);
  }

  @Test
  void returns_underStress_areLinearizable() {
    new StressOptions()
        .sequentialSpecification(Specification.class)
        .threads(2)
        .actorsPerThread(4)
        .iterations(6)
        .invocationsPerIteration(120)
        .check(Calls.class);
  }
}
