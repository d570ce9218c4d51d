package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// Those who leave are seen once each, by an owner that is told.
@Requirement("A2")
final class LeaversTest {
  /// Children that leave beside an owner that looks when it was told, and also when it was not.
  public static final class Calls {
    private static final int CHILDREN_MAX = 8;

    private final Leavers<Integer> leavers = new Leavers<>();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private final AtomicIntegerArray seen = new AtomicIntegerArray(CHILDREN_MAX);

    @Operation
    public void leave() {
      if (leavers.add(left.getAndIncrement())) {
        told.incrementAndGet();
      }
    }

    @Operation(nonParallelGroup = "owner")
    public void look() {
      takeOne();
    }

    @Operation(nonParallelGroup = "owner")
    public void answer() {
      if (told.get() > 0) {
        told.decrementAndGet();
        boolean isMore = true;
        while (isMore) {
          isMore = takeOne();
        }
      }
    }

    private boolean takeOne() {
      Integer child = leavers.poll();
      if (child != null) {
        seen.incrementAndGet(child);
      }
      return child != null;
    }

    @Validate
    public void check() {
      boolean wasSome = !leavers.isEmpty();
      if (wasSome && told.get() == 0) {
        throw new IllegalStateException("somebody has left, and nobody said so");
      }
      while (told.get() > 0) {
        answer();
      }
      for (int i = 0; i < CHILDREN_MAX; i++) {
        if (seen.get(i) != (i < left.get() ? 1 : 0)) {
          throw new IllegalStateException(i + " was seen " + seen.get(i) + " times");
        }
      }
    }
  }

  @Test
  void leavers_underTheModelChecker_areSeenOnceAndNeverForgotten() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(0)
        .iterations(20)
        .invocationsPerIteration(200)
        .checkObstructionFreedom(true)
        .check(Calls.class);
  }

  @Test
  void add_whoIsFirstSinceTheLastLook_tells() {
    Leavers<String> leavers = new Leavers<>();
    assertThat(leavers.isEmpty()).isTrue();
    assertThat(leavers.poll()).isNull();
    assertThat(leavers.add("one")).isTrue();
    assertThat(leavers.add("two")).isFalse();
    assertThat(leavers.poll()).isEqualTo("two");
    assertThat(leavers.isEmpty()).isFalse();
    assertThat(leavers.add("three")).as("the stack was taken").isTrue();
    assertThat(leavers.poll()).isEqualTo("one");
    assertThat(leavers.poll()).isEqualTo("three");
    assertThat(leavers.poll()).isNull();
    assertThat(leavers.isEmpty()).isTrue();
  }
}
