package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class YoungGenerationTest {
  private final List<Long> pieces = new ArrayList<>();

  @Test
  void touch_neverCollected_allocatesUntilItIs() {
    YoungGeneration.touch(() -> pieces.size() < 10 ? 0 : 1, Long.MAX_VALUE, pieces::add);

    assertThat(pieces).hasSize(10).allMatch(bytes -> bytes > 0);
  }

  @Test
  void touch_collectedBefore_allocatesNothing() {
    YoungGeneration.touch(() -> 1, Long.MAX_VALUE, pieces::add);

    assertThat(pieces).isEmpty();
  }

  @Test
  void touch_neverSaysThatItWasCollected_givesUp() {
    YoungGeneration.touch(() -> 0, 1_000_000, pieces::add);

    assertThat(pieces.stream().mapToLong(Long::longValue).sum()).isBetween(1_000_000L, 1_100_000L);
  }

  @Test
  void touch_ofThisJvm_leavesItCollected() {
    YoungGeneration.touch();

    assertThat(ManagementFactory.getGarbageCollectorMXBeans())
        .anyMatch(collector -> collector.getCollectionCount() > 0);
  }
}
