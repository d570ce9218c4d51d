package dev.tactus.time.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/// Which clocks tell an order.
@Requirement("S1.2")
final class OrderProbeTest {
  private static final String LINUX = "Linux";

  /// A clock whose readings take a time, with some jitter, and that goes in steps.
  private static LongSupplier clock(double stepNanos, int readingNanos) {
    SplittableRandom random = new SplittableRandom(1);
    double[] now = {1e9};
    return () -> {
      now[0] += readingNanos + random.nextInt(8);
      return (long) (Math.floor(now[0] / stepNanos) * stepNanos);
    };
  }

  @Test
  void suits_fineClock_onLinuxOnly() {
    assertThat(OrderProbe.suits(LINUX, clock(1, 25))).isTrue();
    assertThat(OrderProbe.suits(LINUX, clock(10, 25))).isTrue();
    assertThat(OrderProbe.suits("Mac OS X", clock(1, 25))).isFalse();
  }

  @Test
  void suits_clockOfFortyNanosecondsThatNeverReadsTheSameTwice_no() {
    assertThat(OrderProbe.suits(LINUX, clock(1e9 / 24e6, 60))).isFalse();
    assertThat(OrderProbe.suits(LINUX, clock(100, 110))).isFalse();
  }

  @Test
  void suits_clockThatReadsTheSameTwice_no() {
    assertThat(OrderProbe.suits(LINUX, clock(1e9 / 24e6, 25))).isFalse();
  }

  @Test
  void suits_clockThatStands_no() {
    assertThat(OrderProbe.suits(LINUX, () -> 7)).isFalse();
  }

  @Test
  void suits_clockThatTakesAMicrosecond_no() {
    assertThat(OrderProbe.suits(LINUX, clock(1, 1_000))).isFalse();
  }
}
