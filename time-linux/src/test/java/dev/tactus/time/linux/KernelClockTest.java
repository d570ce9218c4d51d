package dev.tactus.time.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ClockKind;
import dev.tactus.time.host.HostClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Requirement("S6.4")
class KernelClockTest {
  private static final int READS = 200_000;

  private final KernelClock clock = KernelClock.instance();

  @Test
  void nanos_readAgainAndAgain_neverGoesBack() {
    long last = clock.nanos();
    long first = last;
    for (int i = 0; i < READS; i++) {
      long now = clock.nanos();
      assertThat(now - last).isGreaterThanOrEqualTo(0);
      last = now;
    }
    assertThat(last).isGreaterThan(first);
  }

  /// Each kernel read lies between two host reads, which bounds the difference of the two clocks
  /// from both sides. If it is constant, one value satisfies all the bounds.
  @Test
  void nanos_besideTheHostClock_differenceIsConstant() {
    HostClock host = HostClock.instance();
    long atLeast = Long.MIN_VALUE;
    long atMost = Long.MAX_VALUE;
    for (int i = 0; i < READS; i++) {
      long before = host.nanos();
      long kernel = clock.nanos();
      long after = host.nanos();
      atLeast = Math.max(atLeast, kernel - after);
      atMost = Math.min(atMost, kernel - before);
    }
    assertThat(atLeast).isLessThanOrEqualTo(atMost);
  }

  @Test
  void kind_isHardware() {
    assertThat(clock.kind()).isEqualTo(ClockKind.HARDWARE);
  }
}
