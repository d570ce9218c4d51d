package dev.tactus.time.wheel;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// The intake under every interleaving of its steps.
@Requirement({"S1.2", "S4.1"})
final class IntakeLincheckTest {
  /// With one stack every step is atomic, and the checker compares with [Specification].
  @Param(name = "id", gen = IntGen.class, conf = "1:9")
  public static final class OneStack {
    private final Intake intake = new Intake(1);

    @Operation
    public long number() {
      return intake.number(TestEntry.unnumbered(10));
    }

    @Operation
    public long numbered() {
      return intake.numbered();
    }

    @Operation
    public boolean push(@Param(name = "id") int id) {
      TestEntry entry = TestEntry.once(id, 10);
      boolean accepted = intake.push(entry);
      if (!accepted && !entry.isLoose()) {
        throw new IllegalStateException("a refused entry was changed");
      }
      return accepted;
    }

    @Operation(nonParallelGroup = "owner")
    public List<Long> drain() {
      List<Long> drained = new ArrayList<>();
      intake.drain(e -> drained.add(e.order));
      return drained;
    }

    @Operation(nonParallelGroup = "owner")
    public boolean hasNew() {
      return intake.hasNew();
    }

    @Operation
    public void seal() {
      intake.seal();
    }
  }

  /// The same on one thread, in the simplest way.
  public static final class Specification {
    private final List<Long> waiting = new ArrayList<>();
    private long numbered;
    private boolean sealed;

    public long number() {
      return ++numbered;
    }

    public long numbered() {
      return numbered;
    }

    public boolean push(int id) {
      return !sealed && waiting.add((long) id);
    }

    public List<Long> drain() {
      List<Long> drained = new ArrayList<>(waiting);
      waiting.clear();
      return drained;
    }

    public boolean hasNew() {
      return !waiting.isEmpty();
    }

    public void seal() {
      sealed = true;
    }
  }

  /// With several stacks a drain and the seal pass over them one by one, so they are not atomic.
  /// What holds is checked when all threads have ended: numbers without gaps, nothing lost, nothing
  /// twice, each thread's entries in its order, nothing accepted after the seal.
  public static final class SeveralStacks {
    private final Intake intake = new Intake(4);
    private final List<TestEntry> accepted = new ArrayList<>();
    private final List<TestEntry> refused = new ArrayList<>();
    private final List<WheelEntry> drained = new ArrayList<>();
    private volatile boolean sealed;

    @Operation
    public void register() {
      boolean late = sealed;
      TestEntry entry = TestEntry.unnumbered(10);
      entry.expectedTick = Thread.currentThread().threadId();
      long unused = intake.number(entry);
      boolean isIn = intake.push(entry);
      if (late && isIn) {
        throw new IllegalStateException("accepted after the seal");
      }
      synchronized (this) {
        (isIn ? accepted : refused).add(entry);
      }
    }

    @Operation(nonParallelGroup = "owner")
    public void drain() {
      intake.drain(drained::add);
    }

    @Operation
    public void seal() {
      intake.seal();
      sealed = true;
    }

    @Validate
    public void check() {
      intake.drain(drained::add);
      long[] numbers =
          java.util.stream.Stream.concat(accepted.stream(), refused.stream())
              .mapToLong(e -> e.order)
              .sorted()
              .toArray();
      for (int i = 0; i < numbers.length; i++) {
        require(numbers[i] == i + 1, "numbers have gaps or are given twice");
      }
      require(drained.size() == accepted.size(), "an entry was lost or came twice");
      require(drained.containsAll(accepted), "an entry was lost");
      for (int i = 0; i < drained.size(); i++) {
        TestEntry later = (TestEntry) drained.get(i);
        for (WheelEntry e : drained.subList(0, i)) {
          boolean sameThread = ((TestEntry) e).expectedTick == later.expectedTick;
          require(!sameThread || e.order < later.order, "a thread's entries changed places");
        }
      }
    }

    private static void require(boolean holds, String claim) {
      if (!holds) {
        throw new IllegalStateException(claim);
      }
    }
  }

  @Test
  void oneStack_underTheModelChecker_isLinearizableAndLockFree() {
    new ModelCheckingOptions()
        .sequentialSpecification(Specification.class)
        .threads(3)
        .actorsPerThread(3)
        .iterations(40)
        .invocationsPerIteration(500)
        .checkObstructionFreedom(true)
        .check(OneStack.class);
  }

  @Test
  void oneStack_underStress_isLinearizable() {
    new StressOptions()
        .sequentialSpecification(Specification.class)
        .threads(2)
        .actorsPerThread(4)
        .iterations(20)
        .invocationsPerIteration(1_000)
        .check(OneStack.class);
  }

  @Test
  void severalStacks_underTheModelChecker_loseNothing() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(3)
        .actorsPerThread(3)
        .iterations(30)
        .invocationsPerIteration(500)
        .check(SeveralStacks.class);
  }
}
