package dev.tactus.time.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Requirement("S6.4")
final class LeadTest {
  private static final long TICK_NANOS = 1_000_000;
  private static final int WAKE_UPS = 2_000;

  private final Lead lead = new Lead(TICK_NANOS);

  @Test
  void nanos_nothingSeen_isZero() {
    assertThat(lead.nanos()).isZero();
  }

  @Test
  void overslept_byTheSameEachTime_leadsByThat() {
    for (int i = 0; i < WAKE_UPS; i++) {
      lead.overslept(42_000);
    }
    assertThat(lead.nanos()).isBetween(38_000L, 43_000L);
  }

  @Test
  void overslept_fewLongPauses_leadsByWhatIsUsual() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < WAKE_UPS; i++) {
      lead.overslept(i % 20 == 0 ? 5_000_000 : random.nextLong(30_000, 50_000));
    }
    assertThat(lead.nanos()).isBetween(32_000L, 48_000L);
  }

  @Test
  void overslept_lessThanBefore_fallsAgain() {
    for (int i = 0; i < WAKE_UPS; i++) {
      lead.overslept(60_000);
    }
    for (int i = 0; i < WAKE_UPS; i++) {
      lead.overslept(0);
    }
    assertThat(lead.nanos()).isBetween(0L, Lead.GRAIN_NANOS);
  }

  @Test
  void overslept_farTooLongAlways_staysBelowItsMost() {
    for (int i = 0; i < WAKE_UPS; i++) {
      lead.overslept(Long.MAX_VALUE / 2);
    }
    assertThat(lead.nanos()).isEqualTo(Lead.NANOS_MAX);
  }

  @Test
  void overslept_shortTicks_staysBelowHalfATick() {
    Lead ofShortTicks = new Lead(100_000);
    for (int i = 0; i < WAKE_UPS; i++) {
      ofShortTicks.overslept(90_000);
    }
    assertThat(ofShortTicks.nanos()).isBetween(46_000L, 50_000L);
  }

  @Test
  void nanos_learnedALittle_staysAsItWas() {
    for (int i = 0; i < WAKE_UPS; i++) {
      lead.overslept(42_000);
    }
    long before = lead.nanos();
    lead.overslept(42_000);
    lead.overslept(0);
    assertThat(lead.nanos()).isEqualTo(before);
  }
}
