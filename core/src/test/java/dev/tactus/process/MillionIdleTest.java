package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A million idle processes in a heap of one gibibyte, which is what the tests of this build have.
@Requirement({"P3", "P10"})
final class MillionIdleTest {
  private static final int COUNT = 1_000_000;
  private static final long BYTES_MAX = 250;

  /// Waits for messages and counts them.
  private static final class Waiting implements Process {
    private final AtomicInteger woken;

    Waiting(AtomicInteger woken) {
      this.woken = woken;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {}

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Event.Message) {
          woken.incrementAndGet();
        }
      }
      out.idle();
    }
  }

  @Test
  void million_idle_fitIntoOneGibibyteAndAreAllReached() {
    AtomicInteger woken = new AtomicInteger();
    ProcessLab lab = ProcessLab.start();
    long before = usedBytes();
    for (int i = 0; i < COUNT; i++) {
      Pid unused = lab.system.spawn(() -> new Waiting(woken), "run", null);
      if (i % 1_000 == 999) {
        lab.settle();
      }
    }
    long bytesEach = (usedBytes() - before) / COUNT;
    System.out.println("an idle process takes " + bytesEach + " bytes");

    assertThat(Runtime.getRuntime().maxMemory()).isLessThanOrEqualTo(1L << 30);
    assertThat(bytesEach).isLessThanOrEqualTo(BYTES_MAX);
    ProcessStats stats = lab.system.stats();
    assertThat(stats.byState().get(ProcessState.IDLE)).isEqualTo(COUNT);
    assertThat(stats.steps()).isEqualTo(COUNT);
    for (int i = 1; i <= COUNT; i++) {
      lab.system.send(new Pid(i), "wake up");
      if (i % 1_000 == 0) {
        lab.settle();
      }
    }
    assertThat(woken).hasValue(COUNT);
    var report = lab.system.stop(Duration.ZERO);
    assertThat(lab.pool.runUntilIdle(2L * COUNT)).isEqualTo(COUNT);
    assertThat(report.join().forced()).isEqualTo(COUNT);
    assertThat(lab.system.alive()).isZero();
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
