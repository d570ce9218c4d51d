package dev.tactus.time.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
@Requirement("S6.4")
class KernelTimerTest {
  private static final long INTERVAL_NANOS = 200_000;
  private static final int FOREVER = -1;

  private final KernelClock clock = KernelClock.instance();

  @Test
  void takeExpirations_lookedLate_countsAllThatPassed() {
    try (KernelTimer timer = KernelTimer.open(INTERVAL_NANOS)) {
      long first = clock.nanos();
      timer.arm(first);
      spinUntil(first + 5 * INTERVAL_NANOS);

      assertThat(timer.await(FOREVER)).isEqualTo(KernelTimer.EXPIRED);
      long expirations = timer.takeExpirations();

      assertThat(expirations).isGreaterThanOrEqualTo(6);
      assertThat(timer.nextExpiryNanos()).isEqualTo(first + expirations * INTERVAL_NANOS);
      assertThat(timer.nextExpiryNanos() - INTERVAL_NANOS).isLessThanOrEqualTo(clock.nanos());
    }
  }

  @Test
  void await_armedAhead_returnsNotBeforeTheMoment() {
    try (KernelTimer timer = KernelTimer.open(INTERVAL_NANOS)) {
      for (int i = 0; i < 20; i++) {
        long moment = clock.nanos() + INTERVAL_NANOS;
        timer.arm(moment);

        assertThat(timer.await(FOREVER)).isEqualTo(KernelTimer.EXPIRED);

        assertThat(clock.nanos()).isGreaterThanOrEqualTo(moment);
        assertThat(timer.takeExpirations()).isPositive();
      }
    }
  }

  @Test
  void await_switchedOff_reportsNothing() {
    try (KernelTimer timer = KernelTimer.open(INTERVAL_NANOS)) {
      assertThat(timer.nextExpiryNanos()).isEqualTo(KernelTimer.NEVER);
      long first = clock.nanos();
      timer.arm(first);
      assertThat(timer.await(FOREVER)).isEqualTo(KernelTimer.EXPIRED);

      timer.arm(KernelTimer.NEVER);
      spinUntil(first + 5 * INTERVAL_NANOS);

      assertThat(timer.await(0)).isZero();
      assertThat(timer.takeExpirations()).isZero();
      assertThat(timer.nextExpiryNanos()).isEqualTo(KernelTimer.NEVER);
    }
  }

  @Test
  void ring_beforeTheSleep_isKeptThroughArming() {
    try (KernelTimer timer = KernelTimer.open(INTERVAL_NANOS)) {
      timer.ring();
      timer.ring();
      timer.arm(Long.MAX_VALUE - 1);

      assertThat(timer.await(FOREVER)).isEqualTo(KernelTimer.RUNG);
      assertThat(timer.await(FOREVER)).as("until it is taken").isEqualTo(KernelTimer.RUNG);
      timer.takeRings();
      assertThat(timer.await(0)).isZero();
      timer.takeRings(); // with nothing to take it does not block
    }
  }

  @Test
  void close_rungAfterwards_touchesNoDescriptor() {
    int before = Descriptors.anonymous();
    KernelTimer timer = KernelTimer.open(INTERVAL_NANOS);
    assertThat(Descriptors.anonymous()).isEqualTo(before + 2);
    timer.close();
    timer.close();
    assertThat(Descriptors.anonymous()).isEqualTo(before);

    // This one is given the numbers of the first.
    try (KernelTimer next = KernelTimer.open(INTERVAL_NANOS)) {
      timer.ring();
      assertThat(next.await(0)).isZero();
    }
  }

  @Test
  void arm_descriptorReplaced_saysCallErrnoAndWhatToDo() {
    try (KernelTimer timer = KernelTimer.open(INTERVAL_NANOS)) {
      Descriptors.timers().forEach(Descriptors::replaceByNothing);

      assertThatThrownBy(() -> timer.arm(clock.nanos()))
          .isInstanceOfSatisfying(
              KernelTimerException.class,
              e -> {
                assertThat(e.call()).isEqualTo("timerfd_settime");
                assertThat(e.errno()).isEqualTo(Errno.EINVAL);
              })
          .hasMessageContainingAll("timerfd_settime", "22", "EINVAL", "run the driver again");
    }
  }

  /// Memory that is used up after a few pieces.
  private static final class ScarceArena implements Arena {
    private final Arena arena = Arena.ofShared();
    private int left;

    ScarceArena(int pieces) {
      left = pieces;
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      if (left-- == 0) {
        throw new OutOfMemoryError("used up");
      }
      return arena.allocate(byteSize, byteAlignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return arena.scope();
    }

    @Override
    public void close() {
      arena.close();
    }
  }

  @Test
  void open_withTooLittleMemory_givesBackWhatItHad() {
    int before = Descriptors.anonymous();
    int pieces = 0;
    boolean isOpen = false;
    while (!isOpen) {
      ScarceArena arena = new ScarceArena(pieces++);
      try (KernelTimer _ = KernelTimer.open(INTERVAL_NANOS, arena)) {
        isOpen = true;
      } catch (OutOfMemoryError e) {
        assertThat(e).hasMessage("used up");
      }
      assertThat(arena.scope().isAlive()).isFalse();
      assertThat(Descriptors.anonymous()).isEqualTo(before);
    }
    assertThat(pieces).isGreaterThan(1);
  }

  private void spinUntil(long nanos) {
    while (clock.nanos() < nanos) {
      Thread.onSpinWait();
    }
  }
}
