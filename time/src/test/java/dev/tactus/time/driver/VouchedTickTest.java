package dev.tactus.time.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.SeededCases;
import dev.tactus.time.TickScale;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A tick that a driver vouches for, and what becomes of those who relied on it.
@Requirement({"S1.1", "S6.4"})
final class VouchedTickTest {
  private static final long TICK = 10_000_000;
  private static final long MARGIN = TICK / 8;

  /// What a processor may have done out of order.
  private static final long REORDERING = 1_000;

  /// A number that proves nothing.
  private static final long NUMBER = 7;

  /// Of so many numbers one proves something.
  private static final int NUMBERS_A_PROOF = 32;

  private final ManualClock clock = ManualClock.atZero();
  private final VouchedTick vouched = new VouchedTick(scaleOf(TICK), clock);

  private static TickScale scaleOf(long tickNanos) {
    return new TickScale(0, new Resolution(tickNanos));
  }

  /// Vouches for the present tick, and takes it back at this moment.
  private void vouchUntil(long endNanos) {
    long now = clock.nanos();
    assertThat(vouched.begin(now / TICK, now)).isPositive();
    clock.advanceNanos(endNanos - now);
    assertThat(vouched.end()).isEqualTo(endNanos);
  }

  @Test
  void begin_earlyInATick_lastsUntilTheMargin() {
    assertThat(vouched.tick()).isEqualTo(VouchedTick.NONE);
    assertThat(vouched.begin(0, 1_000)).isEqualTo(TICK - MARGIN - 1_000);
    assertThat(vouched.tick()).isZero();
    clock.advanceNanos(TICK - MARGIN);
    assertThat(vouched.end()).isEqualTo(TICK - MARGIN);
    assertThat(vouched.tick()).isEqualTo(VouchedTick.NONE);
  }

  @Test
  void begin_whenTheTickIsNearlyOver_doesNotVouch() {
    assertThat(vouched.begin(0, TICK - MARGIN)).isZero();
    assertThat(vouched.tick()).isEqualTo(VouchedTick.NONE);
  }

  @Test
  void suits_ticksThatEndBeforeADriverCouldSaySo_areRefused() {
    assertThat(VouchedTick.suits(new Resolution(1_000_000))).isTrue();
    assertThat(VouchedTick.suits(new Resolution(999_999))).isFalse();
    // A tick of a millisecond is taken back a quarter of it before its end.
    assertThat(new VouchedTick(scaleOf(1_000_000), clock).begin(0, 0)).isEqualTo(750_000);
  }

  @Test
  void putOff_takenBackInTime_isNothing() {
    vouchUntil(TICK - MARGIN);
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 1)).isZero();
    // Also for one whose thread was stopped between the stamp and the push.
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 1_000)).isZero();
  }

  @Test
  void putOff_takenBackTooLate_isByTheTicksThatItWasLate() {
    vouchUntil(3 * TICK + 5);
    clock.advanceNanos(100 * TICK);
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 103)).isEqualTo(3);
  }

  @Test
  void putOff_takenBackWithinAMicrosecondOfTheEnd_countsAsLate() {
    vouchUntil(TICK - 1_000);
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 1)).isEqualTo(1);
  }

  @Test
  void putOff_ofATickBeforeTheLastOverrun_isUpToThatOverrun() {
    vouchUntil(2 * TICK);
    clock.advanceNanos(TICK);
    vouched.takenIn();
    vouchUntil(5 * TICK);
    clock.advanceNanos(2 * TICK);
    assertThat(vouched.putOff(VouchedTick.stamp(3), NUMBER, 7)).isEqualTo(2);
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 7)).isEqualTo(3);
  }

  @Test
  void putOff_whileTheTickIsStillVouchedFor_isUpToThePresent() {
    vouchUntil(TICK / 2);
    vouched.takenIn();
    assertThat(vouched.begin(0, TICK / 2)).as("the same tick once more").isPositive();
    clock.advanceNanos(4 * TICK);
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 4)).isEqualTo(4);
    vouched.end();
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 4)).isEqualTo(4);
  }

  @Test
  void begin_beforeAllIsTakenInThatRelies_doesNotVouch() {
    vouchUntil(TICK / 2);
    assertThat(vouched.begin(0, TICK / 2)).as("the same tick once more").isZero();
    assertThat(vouched.tick()).isEqualTo(VouchedTick.NONE);
    clock.advanceNanos(100 * TICK);
    assertThat(vouched.begin(100, clock.nanos())).as("after a suspension").isZero();
    assertThat(vouched.putOff(VouchedTick.stamp(0), NUMBER, 101)).isZero();
    vouched.takenIn();
    assertThat(vouched.begin(100, clock.nanos())).isPositive();
  }

  @Test
  void putOff_ofANumberThatIsProven_isNothing() {
    assertThat(vouched.begin(0, 0)).isPositive();
    for (int number = 1; number <= 99; number++) {
      vouched.numbered(0, number);
    }
    clock.advanceNanos(1_000 * TICK);
    vouched.numbered(0, 128); // too late
    vouched.end();
    vouched.numbered(0, 160);
    assertThat(vouched.putOff(VouchedTick.stamp(0), 1, 1_001)).isZero();
    assertThat(vouched.putOff(VouchedTick.stamp(0), 96, 1_001)).isZero();
    assertThat(vouched.putOff(VouchedTick.stamp(0), 97, 1_001)).isEqualTo(1_000);
    assertThat(vouched.putOff(VouchedTick.stamp(0), 128, 1_001)).isEqualTo(1_000);
  }

  @Test
  void putOff_ofANumberThatIsProvenWithinAMicrosecondOfTheEnd_isAsIfItWereNot() {
    assertThat(vouched.begin(0, 0)).isPositive();
    clock.advanceNanos(TICK - 1_001);
    vouched.numbered(0, 32);
    clock.advanceNanos(1);
    vouched.numbered(0, 64);
    clock.advanceNanos(TICK / 2);
    vouched.end();
    assertThat(vouched.putOff(VouchedTick.stamp(0), 32, 2)).isZero();
    assertThat(vouched.putOff(VouchedTick.stamp(0), 33, 2)).isEqualTo(1);
  }

  /// The end of the tick lies beyond the last reading of the clock, and goes on at the first.
  @Test
  void putOff_whereTheClockRunsOver_isAsAnywhereElse() {
    long origin = Long.MAX_VALUE - TICK / 2;
    ManualClock last = ManualClock.at(origin);
    VouchedTick overrun = new VouchedTick(new TickScale(origin, new Resolution(TICK)), last);
    assertThat(overrun.begin(0, origin)).isEqualTo(TICK - MARGIN);
    overrun.numbered(0, 32);
    last.advanceNanos(TICK / 2 + 1);
    assertThat(last.nanos()).isNegative();
    overrun.numbered(0, 64);
    last.advanceNanos(TICK);
    overrun.numbered(0, 96); // too late
    assertThat(overrun.end()).isEqualTo(origin + TICK + TICK / 2 + 1);
    assertThat(overrun.putOff(VouchedTick.stamp(0), 32, 1)).isZero();
    assertThat(overrun.putOff(VouchedTick.stamp(0), 64, 1)).isZero();
    assertThat(overrun.putOff(VouchedTick.stamp(0), 65, 1)).isEqualTo(1);
    assertThat(overrun.putOff(VouchedTick.stamp(0), 96, 1)).isEqualTo(1);
  }

  /// The tick ends with the last reading of the clock: from there on, all readings are less.
  @Test
  void putOff_whereTheClockRunsOverAfterTheTick_isNotProvenLater() {
    long origin = Long.MAX_VALUE - TICK;
    ManualClock last = ManualClock.at(origin);
    VouchedTick overrun = new VouchedTick(new TickScale(origin, new Resolution(TICK)), last);
    assertThat(overrun.begin(0, origin)).isPositive();
    last.advanceNanos(2 * TICK);
    overrun.numbered(0, 32);
    overrun.end();
    assertThat(overrun.putOff(VouchedTick.stamp(0), 32, 2)).as("never early").isEqualTo(2);
  }

  @Test
  void putOff_ofALateComerAfterALaterTickWasProven_isAsMuchAsBefore() {
    vouchUntil(3 * TICK);
    vouched.takenIn();
    assertThat(vouched.begin(3, clock.nanos())).isPositive();
    vouched.numbered(3, 32);
    vouched.end();
    // Its thread read tick 0, slept until it was over, and only then got a number.
    assertThat(vouched.putOff(VouchedTick.stamp(0), 31, 4)).isEqualTo(3);
  }

  @Test
  void stamp_whereTheNumberOfTheTickHasMoreBits_isUnderstood() {
    for (long tick : List.of(0x7fff_fffdL, 0x7fff_ffffL, 0x8000_0002L, 0xffff_ffffL, 1L << 39)) {
      clock.advanceNanos(tick * TICK - clock.nanos());
      assertThat(VouchedTick.stamp(tick)).isNotEqualTo(VouchedTick.NO_STAMP);
      vouched.takenIn();
      vouchUntil((tick + 2) * TICK);
      assertThat(vouched.putOff(VouchedTick.stamp(tick), NUMBER, tick + 3))
          .as("of %d", tick)
          .isEqualTo(2);
    }
  }

  /// Somebody who registers, at a moment that only the test knows.
  private record Stamped(long atNanos, long tick, long number) {}

  @Test
  void putOff_whateverTheDriverDoes_isNeverTooLittleInOrderAndNothingForTheProven() {
    SeededCases.run(VouchedTickTest.class, 2_000, VouchedTickTest::oneCase);
  }

  private static void oneCase(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TickScale scale = scaleOf(TICK);
    ManualClock clock = ManualClock.at(random.nextLong(1L << random.nextInt(20, 55)));
    VouchedTick vouched = new VouchedTick(scale, clock);
    List<Stamped> waiting = new ArrayList<>();
    boolean healthy = true;
    long number = 0;
    long lastFires = 0;
    for (int i = 0; i < 20; i++) {
      long now = clock.nanos();
      long nanos = vouched.begin(scale.tickAt(now), now);
      boolean oversleeps = nanos > 0 && random.nextInt(8) == 0;
      healthy &= !oversleeps;
      long end = now + nanos + (oversleeps ? random.nextLong(5 * TICK) : random.nextLong(1_000));
      long proven = 0;
      List<Stamped> present = new ArrayList<>();
      while (random.nextInt(8) > 0) {
        clock.advanceNanos(random.nextLong(1 + (end - clock.nanos()) / (1 + random.nextInt(8))));
        number += random.nextInt(1, NUMBERS_A_PROOF);
        long tick = vouched.tick();
        if (tick != VouchedTick.NONE) {
          present.add(new Stamped(clock.nanos(), tick, number));
          vouched.numbered(tick, number);
          boolean isProof = number % NUMBERS_A_PROOF == 0;
          if (isProof && clock.nanos() + REORDERING < scale.boundaryNanos(tick + 1)) {
            proven = number;
          }
        }
      }
      clock.advanceNanos(end - clock.nanos());
      if (nanos > 0) {
        vouched.end();
      }
      for (Stamped stamped : present) {
        boolean inTime = healthy || stamped.number <= proven;
        long fires = assertFires(stamped, vouched, scale.tickAt(clock.nanos()), inTime);
        assertThat(fires).as("in order").isGreaterThanOrEqualTo(lastFires);
        lastFires = fires;
      }
      waiting.addAll(present);
      clock.advanceNanos(REORDERING + random.nextLong(TICK));
      // Somebody who looks at the clock after the driver did.
      long looks = scale.deadlineTick("The delay", clock.nanos(), TICK) * TICK;
      assertThat(looks).as("in order").isGreaterThanOrEqualTo(lastFires);
      lastFires = looks;
      if (random.nextBoolean()) {
        for (Stamped stamped : waiting) {
          assertFires(stamped, vouched, scale.tickAt(clock.nanos()), healthy);
        }
        waiting.clear();
        vouched.takenIn();
      }
    }
  }

  private static long assertFires(
      Stamped stamped, VouchedTick vouched, long presentTick, boolean inTime) {
    long putOff = vouched.putOff(VouchedTick.stamp(stamped.tick), stamped.number, presentTick);
    // One tick from the end of the stamped tick; never before one tick from the moment itself.
    long fires = (stamped.tick + 2 + putOff) * TICK;
    assertThat(fires).isGreaterThanOrEqualTo(stamped.atNanos + TICK);
    if (inTime) {
      assertThat(fires).isLessThanOrEqualTo(stamped.atNanos + 2 * TICK);
    }
    return fires;
  }
}
