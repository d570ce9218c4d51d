package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How long a child waits before it hands the baton back.
final class QuietTest {
  private static final long MILLISECOND = 1_000_000;

  private final Deque<Long> usedMillis = new ArrayDeque<>();
  private long nowNanos;
  private long cpuNanos;

  private long waitedMillis() {
    Quiet.await(
        () -> nowNanos,
        () -> cpuNanos,
        nanos -> {
          nowNanos += nanos;
          cpuNanos +=
              (usedMillis.size() > 1 ? usedMillis.remove() : usedMillis.element()) * MILLISECOND;
        });
    return nowNanos / MILLISECOND;
  }

  @Test
  void await_nothingGoesOn_takesOneLook() {
    usedMillis.add(1L);

    assertThat(waitedMillis()).isEqualTo(20);
  }

  @Test
  void await_compilerStillWorks_waitsForItsEnd() {
    usedMillis.addAll(List.of(20L, 15L, 2L, 0L));

    assertThat(waitedMillis()).isEqualTo(80);
  }

  @Test
  void await_neverQuiet_givesUpAfterHalfASecond() {
    usedMillis.add(20L);

    assertThat(waitedMillis()).isEqualTo(500);
  }
}
