package dev.tactus.workers;

import dev.tactus.requirement.Requirement;
import java.util.ArrayDeque;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/// The word of searchers and sleepers under every interleaving.
@Requirement("W6")
final class IdleWorkersLincheckTest {
  /// What the checker calls. A worker may announce itself once: it is asleep then, and whether it
  /// was woken since is up to the others.
  public static final class Calls {
    private final IdleWorkers idle = new IdleWorkers(3, 1);

    @Operation(runOnce = true)
    public boolean announce0() {
      return idle.announce(0, false);
    }

    @Operation(runOnce = true)
    public boolean announce1() {
      return idle.announce(1, false);
    }

    @Operation(runOnce = true)
    public boolean announce2() {
      return idle.announce(2, false);
    }

    @Operation
    public boolean tryBeginSearch() {
      return idle.tryBeginSearch();
    }

    @Operation
    public int wakeOne() {
      return idle.wakeOne();
    }

    @Operation
    public int wakeAny() {
      return idle.wakeAny();
    }

    @Operation
    public boolean isWakeUseful() {
      return idle.isWakeUseful();
    }

    @Operation
    public int sleeping() {
      return idle.sleeping();
    }
  }

  /// The same on one thread, in the simplest way.
  public static final class Specification {
    private final ArrayDeque<Integer> sleepers = new ArrayDeque<>();
    private int searching;

    private boolean announce(int worker) {
      sleepers.push(worker);
      return sleepers.size() == 1;
    }

    public boolean announce0() {
      return announce(0);
    }

    public boolean announce1() {
      return announce(1);
    }

    public boolean announce2() {
      return announce(2);
    }

    public boolean tryBeginSearch() {
      return searching == 0 && searching++ == 0;
    }

    public int wakeOne() {
      return searching > 0 ? IdleWorkers.NOBODY : wakeAny();
    }

    public int wakeAny() {
      if (sleepers.isEmpty()) {
        return IdleWorkers.NOBODY;
      }
      searching++;
      return sleepers.pop();
    }

    public boolean isWakeUseful() {
      return searching == 0 && !sleepers.isEmpty();
    }

    public int sleeping() {
      return sleepers.size();
    }
  }

  @Test
  void word_underTheModelChecker_isLinearizableAndLockFree() {
    new ModelCheckingOptions()
        .sequentialSpecification(Specification.class)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(20)
        .invocationsPerIteration(200)
        .checkObstructionFreedom(true)
        .check(Calls.class);
  }
}
