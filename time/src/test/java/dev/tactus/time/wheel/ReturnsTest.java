package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/// A drain whose consumer throws, in either order.
@Requirement("S1.4")
final class ReturnsTest {
  private static List<Long> drainPastAFailure(BiConsumer<Returns, EntryConsumer> drain) {
    Returns returns = new Returns();
    for (int i = 1; i <= 4; i++) {
      returns.push(TestEntry.once(i, 10));
    }
    List<Long> seen = new ArrayList<>();
    EntryConsumer failing =
        entry -> {
          assertThat(((TestEntry) entry).isLoose()).isTrue();
          seen.add(entry.order());
          if (seen.size() == 2) {
            throw new IllegalStateException("broken");
          }
        };
    assertThatThrownBy(() -> drain.accept(returns, failing)).hasMessage("broken");
    assertThat(returns.isEmpty()).isFalse();
    returns.push(TestEntry.once(5, 10));
    drain.accept(returns, failing);
    assertThat(returns.isEmpty()).isTrue();
    return seen;
  }

  @Test
  void drain_consumerThrows_nextOneGoesOnInTheOrderOfThePushes() {
    assertThat(drainPastAFailure(Returns::drain)).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void drainInAnyOrder_consumerThrows_nextOneGoesOnWithTheRest() {
    assertThat(drainPastAFailure(Returns::drainInAnyOrder))
        .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
  }
}
