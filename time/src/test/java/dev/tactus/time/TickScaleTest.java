package dev.tactus.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TickScaleTest {
  private static final int SAMPLES = 300_000;

  /// Where origins hurt: zero, negative, and next to both ends of a long, so that time wraps.
  private static final long[] ORIGINS = {
    0, -1, 1, -987_654_321_987_654L, Long.MAX_VALUE, Long.MAX_VALUE - 5_000_000_000L, Long.MIN_VALUE
  };

  @Test
  void wholeTicks_ofAnyDelay_areThoseThatLeaveNoRemainder() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < SAMPLES; i++) {
      Resolution resolution = anyResolution(random);
      TickScale scale = new TickScale(0, resolution);
      long delay = 1 + anyElapsed(random, resolution.nanos()) / 2;
      boolean whole = delay % resolution.nanos() == 0;
      assertThat(scale.wholeTicks(delay)).isEqualTo(whole ? delay / resolution.nanos() : 0);
      long ticks = random.nextLong(1, 1L << 20);
      assertThat(scale.wholeTicks(ticks * resolution.nanos())).isEqualTo(ticks);
    }
  }

  private static TickScale millis(long originNanos) {
    return new TickScale(originNanos, new Resolution(1_000_000));
  }

  private static Resolution anyResolution(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Resolution(1L << random.nextInt(14, 42));
      case 1 -> new Resolution((1L << random.nextInt(14, 41)) + random.nextInt(-1, 2));
      case 2 -> new Resolution(Resolution.MIN_NANOS + random.nextInt(2));
      default -> new Resolution(random.nextLong(Resolution.MIN_NANOS, Resolution.MAX_NANOS + 1));
    };
  }

  /// Each order of magnitude as likely, and often just beside a multiple of a tick.
  private static long anyElapsed(SplittableRandom random, long tickNanos) {
    long any = random.nextLong(1L << random.nextInt(1, 62));
    return random.nextBoolean() ? any : Math.max(0, any / tickNanos * tickNanos + any % 3 - 1);
  }

  @Test
  @Requirement("S1.1")
  void tickNotBefore_anyMoment_isNeverEarlyAndLessThanATickLate() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < SAMPLES; i++) {
      long origin = ORIGINS[random.nextInt(ORIGINS.length)];
      Resolution resolution = anyResolution(random);
      TickScale scale = new TickScale(origin, resolution);
      long elapsed = anyElapsed(random, resolution.nanos());
      long due = origin + elapsed;
      long late = scale.boundaryNanos(scale.tickNotBefore(due)) - due;
      boolean beyondClock = elapsed > Long.MAX_VALUE - resolution.nanos();
      if (!beyondClock && (late < 0 || late >= resolution.nanos())) {
        throw new AssertionError(
            "%d ns after the origin is %d ns late at %s".formatted(elapsed, late, resolution));
      }
    }
  }

  @Test
  void tickAt_anyMoment_equalsPlainDivision() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < SAMPLES; i++) {
      long origin = ORIGINS[random.nextInt(ORIGINS.length)];
      long tick = anyResolution(random).nanos();
      TickScale scale = new TickScale(origin, new Resolution(tick));
      long elapsed = anyElapsed(random, tick) * (random.nextInt(8) == 0 ? -1 : 1);
      boolean holds =
          scale.tickAt(origin + elapsed) == Math.floorDiv(elapsed, tick)
              && scale.tickNotBefore(origin + elapsed) == Math.ceilDiv(elapsed, tick);
      if (!holds) {
        throw new AssertionError("wrong for %d ns at a tick of %d ns".formatted(elapsed, tick));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1_500_000, Long.MAX_VALUE - 2_500_000, Long.MIN_VALUE})
  void tickAt_aroundABoundary_changesExactlyThere(long origin) {
    TickScale scale = millis(origin);
    long boundary = scale.boundaryNanos(3);

    assertThat(boundary - origin).isEqualTo(3_000_000);
    assertThat(scale.tickAt(boundary - 1)).isEqualTo(2);
    assertThat(scale.tickAt(boundary)).isEqualTo(3);
    assertThat(scale.tickNotBefore(boundary)).isEqualTo(3);
    assertThat(scale.tickNotBefore(boundary + 1)).isEqualTo(4);
    assertThat(scale.tickAt(origin - 1)).isEqualTo(-1);
  }

  @Test
  void boundaryNanos_beyondTheClock_isItsFarEnd() {
    TickScale scale = millis(5);

    assertThat(scale.boundaryNanos(Long.MAX_VALUE) - scale.originNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(scale.boundaryNanos(Long.MAX_VALUE) - scale.boundaryNanos(1)).isPositive();
  }

  @Test
  @Requirement("S1.5")
  void checkedNanos_zeroOrNegative_saysWhatWasGivenAndWhatIsAllowed() {
    Duration[] given = {
      Duration.ZERO,
      Duration.ofNanos(-1),
      Duration.ofSeconds(-7),
      Duration.ofSeconds(Long.MIN_VALUE)
    };
    for (Duration delay : given) {
      assertThatThrownBy(() -> millis(0).checkedNanos("The delay", delay))
          .isInstanceOf(InvalidDelayException.class)
          .hasMessageContaining("The delay was " + delay)
          .hasMessageContaining("longer than zero");
    }
  }

  @Test
  @Requirement("S1.5")
  void checkedNanos_tooLongForAnyClock_saysWhatWasGivenAndWhatIsAllowed() {
    Duration[] given = {
      Duration.ofSeconds(Long.MAX_VALUE),
      Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
      Duration.ofNanos(Long.MAX_VALUE),
      Duration.ofNanos(Resolution.LONGEST_NANOS + 1)
    };
    for (long tickNanos : new long[] {Resolution.MIN_NANOS, Resolution.MAX_NANOS}) {
      Resolution resolution = new Resolution(tickNanos);
      for (Duration delay : given) {
        assertThatThrownBy(() -> new TickScale(0, resolution).checkedNanos("The period", delay))
            .isInstanceOf(InvalidDelayException.class)
            .hasMessageContaining("The period was " + delay)
            .hasMessageContaining("at most " + resolution.longestDelay())
            .hasMessageContaining("tick of " + resolution.asDuration());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {10_000, 10_001, 1_000_000, 10_000_000, 2_147_483_648L})
  @Requirement({"S1.5", "S7.3"})
  void checkedNanos_atTheLongestDelay_isAllowedThereAndRefusedBeyond(long tickNanos) {
    Resolution resolution = new Resolution(tickNanos);
    TickScale scale = new TickScale(-77, resolution);
    Duration longest = resolution.asDuration().multipliedBy(Integer.MAX_VALUE);

    assertThat(resolution.longestDelay()).isEqualTo(longest);
    assertThat(scale.checkedNanos("The delay", longest)).isEqualTo(longest.toNanos());
    assertThat(scale.tickNotBefore(-77 + longest.toNanos())).isEqualTo(Integer.MAX_VALUE);
    for (long more : new long[] {1, tickNanos}) {
      assertThatThrownBy(() -> scale.checkedNanos("The delay", longest.plusNanos(more)))
          .isInstanceOf(InvalidDelayException.class)
          .hasMessageContaining("was " + longest.plusNanos(more))
          .hasMessageContaining("at most " + longest);
    }
  }

  /// Where `Integer.MAX_VALUE` ticks are longer than the clock can count, the clock is the limit.
  @Test
  @Requirement("S1.5")
  void checkedNanos_coarseTicks_allowsWhatTheClockCanCount() {
    Resolution hour = new Resolution(Resolution.MAX_NANOS);
    Duration longest = hour.longestDelay();

    assertThat(longest).isEqualTo(Duration.ofNanos(Resolution.LONGEST_NANOS));
    assertThat(new TickScale(0, hour).checkedNanos("The delay", longest))
        .isEqualTo(Resolution.LONGEST_NANOS);
    assertThatThrownBy(() -> new TickScale(0, hour).checkedNanos("The delay", longest.plusNanos(1)))
        .isInstanceOf(InvalidDelayException.class)
        .hasMessageContaining("at most " + longest);
  }

  @Test
  void checkedNanos_allowed_isItsLength() {
    TickScale scale = millis(0);

    assertThat(scale.checkedNanos("The delay", Duration.ofNanos(1))).isEqualTo(1);
    assertThat(scale.checkedNanos("The delay", Duration.ofMillis(1_500))).isEqualTo(1_500_000_000L);
    assertThat(scale.checkedNanos("The delay", Duration.ofDays(20)))
        .isEqualTo(1_728_000_000_000_000L);
  }

  /// What repeats comes to the end of the clock at last.
  @ParameterizedTest
  @ValueSource(longs = {0, -77, Long.MAX_VALUE - 5, Long.MIN_VALUE})
  @Requirement({"S1.5", "S2.1"})
  void later_beyondTheClock_isItsEndAndOnATickThatNeverBegins(long origin) {
    for (long tickNanos : new long[] {Resolution.MIN_NANOS, 12_345, Resolution.MAX_NANOS}) {
      TickScale scale = new TickScale(origin, new Resolution(tickNanos));
      long end = origin + Long.MAX_VALUE;
      long lastTick = scale.tickAt(end);

      assertThat(scale.later(origin + 5, 7)).isEqualTo(origin + 12);
      assertThat(scale.later(origin - 5, 3)).isEqualTo(origin - 2);
      assertThat(scale.later(end - 5, 5)).isEqualTo(end);
      assertThat(scale.later(end - 5, 6)).isEqualTo(end);
      assertThat(scale.later(end, Resolution.LONGEST_NANOS)).isEqualTo(end);
      assertThat(scale.repeatTick(end)).isEqualTo(lastTick + 1);
      assertThat(scale.repeatTick(scale.boundaryNanos(lastTick))).isEqualTo(lastTick);
      assertThat(scale.repeatTick(scale.boundaryNanos(3))).isEqualTo(3);
      assertThat(scale.repeatTick(scale.boundaryNanos(3) + 1)).isEqualTo(4);
      assertThat(scale.repeatTick(origin)).isZero();
    }
  }
}
