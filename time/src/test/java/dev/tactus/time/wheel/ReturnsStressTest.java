package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.TestThreads;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/// The returns with real threads: two push the same few entries again and again, each as soon as
/// the test's own thread has taken it.
@Requirement({"S1.4", "S4.1"})
final class ReturnsStressTest {
  private static final int THREADS = 2;
  private static final int ENTRIES = 8;
  private static final int PUSHES = 50_000;

  private final Returns returns = new Returns();

  /// 1 while an entry is on its way back, so must not be pushed.
  private final AtomicIntegerArray onTheWay = new AtomicIntegerArray(THREADS * ENTRIES);

  private final long[] lastOfThread = new long[THREADS];
  private long taken;

  private void pushAll(int thread) {
    TestEntry[] entries = new TestEntry[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
      entries[i] = TestEntry.ranked(thread * ENTRIES + i, 10, thread);
    }
    for (int n = 1; n <= PUSHES; n++) {
      TestEntry entry = entries[n % ENTRIES];
      while (!onTheWay.compareAndSet((int) entry.order, 0, 1)) {
        Thread.onSpinWait();
      }
      entry.expectedTick = n;
      returns.push(entry);
    }
  }

  private void taken(WheelEntry e) {
    TestEntry entry = (TestEntry) e;
    long sequence = entry.expectedTick;
    if (sequence != ++lastOfThread[entry.rank] || !entry.isLoose()) {
      throw new AssertionError("push " + sequence + " came as " + lastOfThread[entry.rank]);
    }
    taken++;
    onTheWay.set((int) entry.order, 0);
  }

  @Test
  void push_twoThreadsWhileOneDrains_eachPushComesOnceInItsThreadsOrder()
      throws InterruptedException {
    TestThreads pushing = new TestThreads().with(() -> pushAll(0)).with(() -> pushAll(1)).start();
    while (!pushing.haveEnded()) {
      returns.drain(this::taken);
    }
    pushing.join();
    returns.drain(this::taken);

    assertThat(taken).isEqualTo((long) THREADS * PUSHES);
    assertThat(returns.isEmpty()).isTrue();
  }
}
