package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Timers that are cancelled leave nothing behind, however many there were.
///
/// A normal build does five million, which would take 280 MB if they stayed. This does a hundred
/// million:
///
/// ```
/// mvn -pl core test -Dtest=NoLeakTest -Dtactus.pairs=100000000
/// ```
@Requirement({"S1.4", "S4.5"})
final class NoLeakTest {
  private static final long PAIRS = Long.getLong("tactus.pairs", 5_000_000);
  private static final long SLACK_BYTES = 4 << 20;

  @Test
  void scheduleAndCancel_veryOften_givesTheHeapBack() throws Exception {
    List<String> options = List.of("-Xmx512m", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError");
    try (ChildJvm child = ChildJvm.start(ManyPairsProgram.class, options, Long.toString(PAIRS))) {
      long before = Long.parseLong(child.await("BEFORE"));
      long after = Long.parseLong(child.await("AFTER"));
      System.out.printf(
          "%d pairs: %d KB in use before, %d KB after%n", PAIRS, before >> 10, after >> 10);
      assertThat(after).isLessThan(before + SLACK_BYTES);
      assertThat(child.await("WAITING")).isEqualTo("0");
      assertThat(Long.parseLong(child.await("CANCELLED"))).isEqualTo(PAIRS + 100_000);
      assertThat(child.process.waitFor()).isZero();
    }
  }
}
