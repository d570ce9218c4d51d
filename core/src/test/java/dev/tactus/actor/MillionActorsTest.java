package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A million actors live in a heap of 1 GiB.
@Requirement({"A1", "A2"})
final class MillionActorsTest {
  /// An idle actor is the cell, its context and its factory; the limit leaves a quarter of the
  /// heap.
  private static final long BYTES_MAX = 400;

  @Test
  void spawn_aMillionInOneGibibyte_allHandleMessagesAndEnd() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(MillionActorsProgram.class, List.of("-Xmx1g", "-XX:+UseSerialGC"))) {
      long bytes = Long.parseLong(child.await("bytes each:"));
      assertThat(bytes).isPositive().isLessThan(BYTES_MAX);
      assertThat(child.await("handled:")).isEqualTo("2000000");
      assertThat(child.await("closed")).isEmpty();
      assertThat(child.process.waitFor()).isZero();
    }
  }
}
