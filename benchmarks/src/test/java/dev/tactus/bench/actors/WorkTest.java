package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.harness.HostTime;
import org.junit.jupiter.api.Test;

/// Work that is counted in steps, and work that is counted in time.
final class WorkTest {
  private static final long NANOS = 50_000;

  @Test
  void steps_inParts_comesOutAsTheWhole() {
    assertThat(Work.steps(Work.steps(1, 300), 700)).isEqualTo(Work.steps(1, 1_000)).isNotEqualTo(1);
  }

  @Test
  void keepBusy_takesNoLessThanThat_andWorks() {
    long start = HostTime.nanos();
    long value = Work.keepBusy(1, NANOS);

    assertThat(HostTime.nanos() - start).isGreaterThanOrEqualTo(NANOS);
    assertThat(value).isNotEqualTo(1);
  }

  @Test
  void keepBusy_noTime_doesNothing() {
    assertThat(Work.keepBusy(7, 0)).isEqualTo(7);
  }
}
