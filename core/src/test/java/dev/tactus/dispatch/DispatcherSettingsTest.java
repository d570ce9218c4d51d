package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a dispatcher can be asked for.
@Requirement("M2.1")
final class DispatcherSettingsTest {
  @Test
  void settings_asGiven_areKept() {
    DispatcherSettings settings =
        DispatcherSettings.virtualThreads()
            .withThroughput(9)
            .withPressedThroughput(3)
            .withThroughputDeadline(Duration.ofMillis(2))
            .withMailbox("small")
            .withStarvationTimeout(Duration.ofSeconds(4));
    assertThat(settings.throughput()).isEqualTo(9);
    assertThat(settings.pressedThroughput()).isEqualTo(3);
    assertThat(settings.throughputDeadline()).isEqualTo(Duration.ofMillis(2));
    assertThat(settings.mailboxId()).contains("small");
    assertThat(settings.starvationTimeout()).isEqualTo(Duration.ofSeconds(4));
    assertThat(settings.host()).isEqualTo(new DispatcherSettings.Host.VirtualThreads());
  }

  @Test
  void settings_byDefault_bindPressureToNothing() {
    DispatcherSettings settings = DispatcherSettings.pinned();
    assertThat(settings.throughput()).isEqualTo(DispatcherSettings.DEFAULT_THROUGHPUT);
    assertThat(settings.pressedThroughput()).isEqualTo(settings.throughput());
    assertThat(settings.throughputDeadline()).isZero();
  }

  @Test
  void settings_thatCannotWork_areRefused() {
    DispatcherSettings settings = DispatcherSettings.pinned();
    assertThatThrownBy(() -> settings.withThroughput(0)).hasMessageContaining("throughput 0");
    assertThatThrownBy(() -> settings.withPressedThroughput(65)).hasMessageContaining("1 to 64");
    assertThatThrownBy(() -> settings.withThroughputDeadline(Duration.ofNanos(-1)))
        .hasMessageContaining("throughput deadline");
    assertThatThrownBy(() -> settings.withStarvationTimeout(Duration.ofNanos(-1)))
        .hasMessageContaining("starvation timeout");
  }

  @Test
  @Requirement("M7.1")
  @SuppressWarnings("NullAway") // that is the point
  void settings_withNullForAPart_areRefusedWhereItIsGiven() {
    assertThatThrownBy(() -> DispatcherSettings.executor(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("executor");
    assertThatThrownBy(() -> DispatcherSettings.pool(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("pool");
    assertThatThrownBy(() -> DispatcherSettings.workers(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("pool");
    assertThatThrownBy(() -> DispatcherSettings.pinned().withThroughputDeadline(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("throughput deadline");
  }
}
