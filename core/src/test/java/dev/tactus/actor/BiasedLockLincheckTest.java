package dev.tactus.actor;

import dev.tactus.requirement.Requirement;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/// What one writer changes without a lock is seen whole, under every interleaving.
@Requirement("A2")
final class BiasedLockLincheckTest {
  /// Two numbers that are changed together.
  public static final class Calls extends BiasedLock {
    private int left;
    private int right;

    public Calls() {
      super(true);
    }

    /// As a parent does it that adds a child.
    @Operation(nonParallelGroup = "writer")
    public int change() {
      if (isFree()) {
        int before = version;
        beginChange(before);
        left++;
        right--;
        endChange(before);
      } else {
        synchronized (this) {
          left++;
          right--;
        }
      }
      return left;
    }

    /// Zero, and how often something was changed.
    @Operation
    public String seen() {
      return look(() -> left + right + " after " + left);
    }
  }

  @Test
  void look_besideAWriterWithoutALock_seesWholeChangesInTheirOrder() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(20)
        .invocationsPerIteration(500)
        .check(Calls.class);
  }

  @Test
  void look_byTwoBesideAWriter_seesWholeChangesInTheirOrder() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .iterations(20)
        .invocationsPerIteration(500)
        .check(Calls.class);
  }
}
