package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.TestThreads;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The intake with real threads: two push, the test's own thread drains.
@Requirement({"S1.2", "S4.1"})
final class IntakeStressTest {
  private static final int PUSHES = 50_000;

  /// What was drained, checked as it comes.
  private final BitSet drained = new BitSet();

  private final long[] lastOfThread = new long[2];

  private static void register(Intake intake, int thread) {
    TestEntry entry = TestEntry.ranked(0, 10, thread);
    long number = intake.number(entry);
    if (number != entry.order() || !intake.push(entry)) {
      throw new AssertionError(entry + " was refused");
    }
  }

  private void taken(WheelEntry e) {
    if (!((TestEntry) e).isLoose()) {
      throw new AssertionError(e + " was drained with links");
    }
    if (drained.get((int) e.order)) {
      throw new AssertionError(e + " was drained twice");
    }
    drained.set((int) e.order);
    if (e.order <= lastOfThread[e.rank]) {
      throw new AssertionError(e + " came after " + lastOfThread[e.rank] + " of its thread");
    }
    lastOfThread[e.rank] = e.order;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void push_twoThreadsWhileOneDrains_eachComesOnceInItsThreadsOrder(int stacks)
      throws InterruptedException {
    Intake intake = new Intake(stacks);
    TestThreads pushing = new TestThreads();
    for (int i = 0; i < 2; i++) {
      int thread = i;
      pushing.with(
          () -> {
            for (int n = 0; n < PUSHES; n++) {
              register(intake, thread);
            }
          });
    }
    pushing.start();
    while (!pushing.haveEnded()) {
      intake.drain(this::taken);
    }
    pushing.join();
    intake.drain(this::taken);

    assertThat(intake.numbered()).isEqualTo(2 * PUSHES);
    assertThat(drained.cardinality()).isEqualTo(2 * PUSHES);
    assertThat(drained.nextClearBit(1)).as("the first missing number").isEqualTo(2 * PUSHES + 1);
    assertThat(intake.hasNew()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void seal_whileTwoThreadsPush_whatWasAcceptedIsDrained(int stacks) throws InterruptedException {
    for (int round = 0; round < 100; round++) {
      Intake sealed = new Intake(stacks);
      AtomicInteger accepted = new AtomicInteger();
      TestThreads pushing =
          new TestThreads()
              .with(
                  2,
                  () -> {
                    for (int n = 0; n < 1_000 && sealed.push(TestEntry.unnumbered(10)); n++) {
                      accepted.incrementAndGet();
                    }
                  })
              .start();
      long drainedCount = 0;
      while (drainedCount == 0) {
        drainedCount = sealed.drain(e -> {});
      }
      sealed.seal();
      boolean acceptedAfterwards = sealed.push(TestEntry.unnumbered(10));
      pushing.join();
      drainedCount += sealed.drain(e -> {});

      assertThat(acceptedAfterwards).isFalse();
      assertThat(drainedCount).isEqualTo(accepted.get());
      assertThat(sealed.hasNew()).isFalse();
    }
  }
}
