package dev.tactus.time.wheel;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
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
    private static final int ENTRIES_MAX = 32;

    private final Intake intake = new Intake(4);

    /// By number, so that threads do not meet here.
    private final TestEntry[] accepted = new TestEntry[ENTRIES_MAX];

    private final WheelEntry[] drained = new WheelEntry[ENTRIES_MAX];
    private int drainedCount;
    private volatile boolean sealed;

    @Operation
    public void register() {
      boolean isLate = sealed;
      TestEntry entry = TestEntry.unnumbered(10);
      entry.expectedTick = Thread.currentThread().threadId();
      int number = (int) intake.number(entry);
      boolean isIn = intake.push(entry);
      require(!isLate || !isIn, "accepted after the seal");
      require(accepted[number] == null, "a number was given twice");
      if (isIn) {
        accepted[number] = entry;
      }
    }

    @Operation(nonParallelGroup = "owner")
    public void drain() {
      intake.drain(e -> drained[drainedCount++] = e);
    }

    @Operation
    public void seal() {
      intake.seal();
      sealed = true;
    }

    @Validate
    public void check() {
      drain();
      int acceptedCount = 0;
      for (TestEntry entry : accepted) {
        acceptedCount += entry == null ? 0 : 1;
      }
      require(drainedCount == acceptedCount, "an entry was lost or came twice");
      for (int i = 0; i < drainedCount; i++) {
        TestEntry entry = (TestEntry) drained[i];
        require(accepted[(int) entry.order] == entry, "an entry came with another number");
        for (int j = 0; j < i; j++) {
          TestEntry before = (TestEntry) drained[j];
          boolean sameThread = before.expectedTick == entry.expectedTick;
          require(before != entry, "an entry came twice");
          require(!sameThread || before.order < entry.order, "a thread's entries changed places");
        }
      }
    }

    private static void require(boolean holds, String claim) {
      if (!holds) {
        throw new IllegalStateException(claim);
      }
    }
  }

  /// Entries that are taken back beside others that are pushed and drained, all on one stack. An
  /// entry is drained once, or it is out.
  public static final class TakingBack {
    private static final int ENTRIES_MAX = 16;

    private final Intake intake = new Intake(1);
    private final AtomicIntegerArray drained = new AtomicIntegerArray(ENTRIES_MAX);
    private final AtomicIntegerArray left = new AtomicIntegerArray(ENTRIES_MAX);

    @Operation
    public void register() {
      TestEntry entry = pushed();
      left.set((int) entry.order, 1);
    }

    @Operation
    public void registerAndWithdraw() {
      TestEntry entry = pushed();
      if (!intake.withdraw(entry)) {
        left.set((int) entry.order, 1);
      } else if (!entry.isLoose()) {
        throw new IllegalStateException("what is out still has a link");
      }
    }

    private TestEntry pushed() {
      TestEntry entry = TestEntry.unnumbered(10);
      long unused = intake.number(entry);
      if (!intake.push(entry)) {
        throw new IllegalStateException("nobody has sealed it");
      }
      return entry;
    }

    @Operation(nonParallelGroup = "owner")
    public void drain() {
      long unused = intake.drain(e -> drained.incrementAndGet((int) e.order));
    }

    @Validate
    public void check() {
      drain();
      for (int i = 0; i < ENTRIES_MAX; i++) {
        if (drained.get(i) != left.get(i)) {
          throw new IllegalStateException(
              "entry %d: %d times drained, %d expected".formatted(i, drained.get(i), left.get(i)));
        }
      }
      if (intake.hasNew()) {
        throw new IllegalStateException("something is left");
      }
    }
  }

  @Test
  void withdraw_underTheModelChecker_losesNothingAndBringsNothingBack() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(2)
        .actorsPerThread(3)
        .iterations(20)
        .invocationsPerIteration(200)
        .checkObstructionFreedom(true)
        .check(TakingBack.class);
  }

  @Test
  void oneStack_underTheModelChecker_isLinearizableAndLockFree() {
    new ModelCheckingOptions()
        .sequentialSpecification(Specification.class)
        .threads(2)
        .actorsPerThread(3)
        .iterations(12)
        .invocationsPerIteration(120)
        .checkObstructionFreedom(true)
        .check(OneStack.class);
  }

  @Test
  void oneStack_underStress_isLinearizable() {
    new StressOptions()
        .sequentialSpecification(Specification.class)
        .threads(2)
        .actorsPerThread(4)
        .iterations(6)
        .invocationsPerIteration(120)
        .check(OneStack.class);
  }

  @Test
  void severalStacks_underTheModelChecker_loseNothing() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(2)
        .actorsPerThread(3)
        .iterations(12)
        .invocationsPerIteration(120)
        .check(SeveralStacks.class);
  }
}
