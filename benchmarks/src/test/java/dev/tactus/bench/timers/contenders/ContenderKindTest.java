package dev.tactus.bench.timers.contenders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every contender does what its interface says; how fast is no matter here.
final class ContenderKindTest {
  private static final long MILLISECOND = 1_000_000;
  private static final long HOUR = 3_600_000 * MILLISECOND;

  private static final class Counting extends FiringTask {
    private final CountDownLatch left;

    Counting(int runs) {
      left = new CountDownLatch(runs);
    }

    @Override
    public void run() {
      left.countDown();
    }

    boolean ran() throws InterruptedException {
      return left.await(30, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AGRONA")
  void schedule_shortDelay_fires(ContenderKind kind) throws InterruptedException {
    try (TimerContender<?, ?> contender = kind.start(MILLISECOND)) {
      assertThat(schedule(contender, MILLISECOND).ran()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AGRONA")
  void scheduleAtFixedRate_shortPeriod_firesAgainAndAgain(ContenderKind kind)
      throws InterruptedException {
    try (TimerContender<?, ?> contender = kind.start(MILLISECOND)) {
      assertThat(scheduleAtFixedRate(contender, 2 * MILLISECOND, 3).ran()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void scheduleAndCancel_farTimer_succeeds(ContenderKind kind) {
    try (TimerContender<?, ?> contender = kind.start(MILLISECOND)) {
      assertThat(scheduleAndCancel(contender)).isTrue();
    }
  }

  @Test
  void named_unknown_isRefusedAndNamesTheKnownOnes() {
    assertThat(ContenderKind.named("netty")).isEqualTo(ContenderKind.NETTY);
    assertThatThrownBy(() -> ContenderKind.named("quartz"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'quartz'")
        .hasMessageContaining("tactus, stpe");
  }

  private static <D, H> Counting schedule(TimerContender<D, H> contender, long nanos) {
    Counting task = new Counting(1);
    contender.schedule(contender.delay(nanos), task);
    return task;
  }

  private static <D, H> Counting scheduleAtFixedRate(
      TimerContender<D, H> contender, long nanos, int runs) {
    Counting task = new Counting(runs);
    contender.scheduleAtFixedRate(contender.delay(nanos), contender.delay(nanos), task);
    return task;
  }

  private static <D, H> boolean scheduleAndCancel(TimerContender<D, H> contender) {
    return contender.scheduleAndCancel(contender.delay(HOUR), FiringTask.never());
  }
}
