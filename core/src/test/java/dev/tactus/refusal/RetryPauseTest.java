package dev.tactus.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RetryPauseTest {
  @Test
  @Requirement("M7.3")
  void next_againAndAgain_doublesUpToTheLongest() {
    assertThat(Stream.iterate(RetryPause.FIRST, RetryPause::next).limit(9))
        .extracting(pause -> pause.length().toMillis())
        .containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L);
    assertThat(RetryPause.LONGEST.next()).isEqualTo(RetryPause.LONGEST);
  }
}
