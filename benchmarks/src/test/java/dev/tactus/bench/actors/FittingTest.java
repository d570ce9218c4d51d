package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// Work that is fitted into a time, on machines whose speed is given.
final class FittingTest {
  private static final double WANTED_NANOS = 60e6;

  private final Fitting fitting = new Fitting(WANTED_NANOS, 1_000);
  private int attempts;

  private void attemptAtNanosEach(double nanos) {
    attempts++;
    fitting.took((long) (fitting.amount() * nanos));
  }

  @Test
  void amount_onASteadyMachine_takesAsLongAsWanted() {
    while (!fitting.isDone()) {
      attemptAtNanosEach(2);
    }
    assertThat(fitting.amount() * 2).isCloseTo(WANTED_NANOS, within(0.25 * WANTED_NANOS));
    assertThat(attempts).isLessThan(15);
  }

  @Test
  void amount_codeThatIsCompiledMeanwhile_fitsTheFastCode() {
    while (!fitting.isDone()) {
      attemptAtNanosEach(attempts < 8 ? 30 : 1);
    }
    assertThat(fitting.amount()).isCloseTo(WANTED_NANOS, within(0.25 * WANTED_NANOS));
  }

  @Test
  void isDone_oneAttemptThatWasInterrupted_needsMore() {
    for (int i = 0; i < 7; i++) {
      attemptAtNanosEach(2);
    }
    assertThat(fitting.isDone()).isFalse();
    attemptAtNanosEach(20);
    attemptAtNanosEach(2);
    assertThat(fitting.isDone()).isFalse();
  }

  @Test
  void isDone_onAMachineThatNeverSettles_comesToAnEnd() {
    while (!fitting.isDone()) {
      attemptAtNanosEach(attempts % 2 == 0 ? 1 : 5);
    }
    assertThat(fitting.amount()).isPositive();
  }
}
